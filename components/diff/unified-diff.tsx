import { texts } from '@/components/i18n/server-texts'
import { plainName } from '@/lib/text/plain-text'
import { diffLabels } from './diff-labels'
import { diffSyntax } from './diff-syntax'
import { DiffTable } from './diff-table'

export interface UnifiedDiffProps {
  before: string
  after: string
  /** of the memory; its extension decides the colours; null: unknown */
  path: string | null
  /** the path of the text before, if the memory was renamed meanwhile; left out or null: unknown */
  pathBefore?: string | null
  /** limit on changed lines shown; the rest is counted */
  most?: number
  /** whether its lines are link targets, by their new numbers; for only one difference per page */
  isAddressed?: boolean
}

const MAX_LINES = 2_000

/** The difference of two texts, rendered on the server in the reader's language. */
export async function UnifiedDiff({
  before,
  after,
  path,
  pathBefore = null,
  most = MAX_LINES,
  isAddressed = false,
}: UnifiedDiffProps) {
  const t = await texts()
  const labels = diffLabels(t)
  const isRename = pathBefore !== null && path !== null && pathBefore !== path
  const [start = '', end = ''] = t('Memory.line', { line: '\0' }).split('\0')
  return (
    <DiffTable
      before={before}
      after={after}
      syntax={diffSyntax(before, after, path)}
      most={most}
      labels={
        isRename
          ? { ...labels, same: t('Diff.renamedOnly', { from: plainName(pathBefore) }) }
          : labels
      }
      lineLabel={isAddressed ? [start, end] : null}
    />
  )
}
