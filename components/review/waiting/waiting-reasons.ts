import 'server-only'
import type { Texts } from '@/components/i18n/texts'
import { addedLinesOf, newPathOf } from '@/lib/review/examining/examine-memory'
import { levelOf, rankOf, reasonOf } from '@/lib/review/model/attention'
import { scan } from '@/lib/scan/scanner'
import type { MemoryChange, MemoryText } from '@/lib/store/model/memory-change'
import type { HunkReason } from '../hunks/hunk-reasons'

/** Limit on the wait for the scanner, as a person is opening the page; milliseconds. */
const WAITING = { caller: 'previews', deadlineMs: 5_000 }

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
  // Each may wait for the scanner: that is waited for together.
  const outcomes = await Promise.all(
    changes.map(async (change) =>
      scan({ path: newPathOf(change), lines: await addedLinesOf(change) }, WAITING),
    ),
  )
  for (const outcome of outcomes) {
    const isScanned = outcome.state === 'scanned'
    if (!isScanned) note(t('Review.reason_unscanned'), rankOf(levelOf('unscanned')))
    const found = isScanned || outcome.reason === 'too_much' ? outcome.findings : []
    for (const { rule, severity } of found) {
      note(t(`Review.reason_${reasonOf(rule)}`), rankOf(severity))
    }
  }
  return [...ranks].map(([words, rank]) => ({ words, rank, findings: [] }))
}
