import type { LineCounts } from '@/lib/text/text-diff'

/** Differences that are open at first, at most. */
const MOST_OPEN = 10

/** Changed lines that these have, at most; the first one is open whatever it has. */
const MOST_LINES = 300

/**
 * How many of the first changes are shown with their differences; those of the others are asked for
 * when they are opened, so that a page costs what is looked at. `lines` of each change in their
 * order; null: not counted, so that nobody knows what opening would cost.
 */
export function openAtFirst(lines: readonly LineCounts[] | null): number {
  if (lines === null) return 0
  let sum = 0
  const first = lines.slice(0, MOST_OPEN)
  const end = first.findIndex(({ added, removed }, index) => {
    sum += added + removed
    return index > 0 && sum > MOST_LINES
  })
  return end < 0 ? first.length : end
}
