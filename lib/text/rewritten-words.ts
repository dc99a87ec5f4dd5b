import { textDiff } from './text-diff'
import type { Mark } from './word-marks'

/**
 * For each of the lines that took the place of others, the words that were not in the line it
 * rewrites; none for a line that is new as a whole, or the same. Lines with their ends.
 */
export function rewrittenWords(
  before: readonly string[],
  after: readonly string[],
): (readonly Mark[])[] {
  const marks: (readonly Mark[])[] = after.map(() => [])
  for (const { lines } of textDiff(before.join(''), after.join('')).hunks) {
    for (const line of lines) if (line.kind === 'added') marks[line.after - 1] = line.marks
  }
  return marks
}
