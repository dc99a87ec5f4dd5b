import { texts } from '@/components/i18n/server-texts'
import { diffLabels } from './diff-labels'
import { diffSyntax } from './diff-syntax'
import { DiffTable } from './diff-table'

export interface UnifiedDiffProps {
  before: string
  after: string
  /** of the memory; its extension decides the colours; null: unknown */
  path: string | null
  /** limit on changed lines shown; the rest is counted */
  most?: number
  /** whether its lines are link targets, by their new numbers; for only one difference per page */
  isAddressed?: boolean
}

const MOST_LINES = 2_000

/** Lines per memory on pages with several differences. */
export const LINES_A_FILE = 400

/** The difference of two texts, rendered on the server in the reader's language. */
export async function UnifiedDiff({
  before,
  after,
  path,
  most = MOST_LINES,
  isAddressed = false,
}: UnifiedDiffProps) {
  const t = await texts()
  const [start = '', end = ''] = t('Memory.line', { line: '\0' }).split('\0')
  return (
    <DiffTable
      before={before}
      after={after}
      syntax={diffSyntax(before, after, path)}
      most={most}
      labels={diffLabels(t)}
      lineLabel={isAddressed ? [start, end] : null}
    />
  )
}
