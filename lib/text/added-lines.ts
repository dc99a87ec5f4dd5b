import { splitLines } from './lines'

/**
 * The lines of `after`, in their order, whose text stands on no line of `before`; all of them when there is no
 * before. What a line is, `splitLines` says; an empty text has none here.
 */
export function addedLines(before: string | null, after: string): string[] {
  if (after === '') return []
  const lines = splitLines(after)
  if (!before) return lines
  const known = new Set(splitLines(before))
  return lines.filter((line) => !known.has(line))
}
