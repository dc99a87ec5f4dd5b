import 'server-only'
import type { Texts } from '@/components/i18n/texts'
import { findingsIn, scanWrite } from '@/components/proposals/scan-write'
import { levelOf, rankOf, reasonOf } from '@/lib/review/model/attention'
import type { MemoryChange, MemoryText } from '@/lib/store/model/memory-change'
import type { HunkReason } from '../hunks/hunk-reasons'

/**
 * Lists the findings in the lines that a write would add, and says if they could not be scanned in
 * time.
 */
export async function waitingReasons(
  t: Texts,
  changes: readonly MemoryChange<MemoryText>[],
): Promise<HunkReason[]> {
  const ranks = new Map<HunkReason['words'], number>()
  const note = (words: string, rank: number) =>
    ranks.set(words, Math.max(ranks.get(words) ?? 0, rank))
  for (const outcome of await scanWrite(changes)) {
    if (outcome.state === 'unscanned') {
      note(t('Review.reason_unscanned'), rankOf(levelOf('unscanned')))
    }
    for (const { rule, severity } of findingsIn(outcome)) {
      note(t(`Review.reason_${reasonOf(rule)}`), rankOf(severity))
    }
  }
  return [...ranks].map(([words, rank]) => ({ words, rank, findings: [] }))
}
