import { texts } from '@/components/i18n/server-texts'
import { DiffTable } from './diff-table'

export interface UnifiedDiffProps {
  before: string
  after: string
  /** lines of change that are shown at most; the rest is counted */
  most?: number
  /** whether its lines have addresses, by their numbers afterwards; of one difference on a page */
  isAddressed?: boolean
}

const MOST_LINES = 2_000

/** Lines of one memory where the differences of several are on one page. */
export const LINES_A_FILE = 400

/** How two texts differ, rendered on the server in the reader's language. */
export async function UnifiedDiff({
  before,
  after,
  most = MOST_LINES,
  isAddressed = false,
}: UnifiedDiffProps) {
  const t = await texts()
  const labels = {
    same: t('Diff.same'),
    added: t('Diff.added'),
    removed: t('Diff.removed'),
    unended: t('Diff.unended'),
    summary: (counts: { added: number; removed: number }) => t('Diff.summary', counts),
    skipped: (count: number) => t('Diff.skipped', { count }),
    notShown: (count: number) => t('Diff.notShown', { count }),
  }
  const lineLabel = isAddressed ? (line: number) => t('Memory.line', { line }) : null
  return (
    <DiffTable before={before} after={after} most={most} labels={labels} lineLabel={lineLabel} />
  )
}
