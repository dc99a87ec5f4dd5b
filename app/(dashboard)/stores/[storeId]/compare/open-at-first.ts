import type { LineCounts } from '@/lib/text/text-diff'

/** Limit on differences open at first. */
const MOST_OPEN = 10

/** Limit on their changed lines; the first is open whatever its size. */
const MOST_LINES = 300

/**
 * How many of the first changes are shown with their differences; the others load theirs when
 * opened, so that a page costs only what is looked at. `lines` of each change in order; null: not
 * counted, so the cost of opening is unknown.
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
