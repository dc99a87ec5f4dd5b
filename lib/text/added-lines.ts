import { splitLines } from './lines'

/**
 * The lines of `after`, in order, whose text occurs on no line of `before`; all of them when there
 * is no `before`. Lines are split as by `splitLines`; an empty text has none here.
 */
export function addedLines(before: string | null, after: string): string[] {
  if (after === '') return []
  const lines = splitLines(after)
  if (!before) return lines
  const known = new Set(splitLines(before))
  return lines.filter((line) => !known.has(line))
}
