import { groupedBy } from './lists'
import { matchingLines } from './matching-lines'

/** The sequences that editors treat as a line end. */
const LINE_END = /\r\n|\n|\r/g

/**
 * An edited text as it is to be stored. Editors normalise a text to one kind of line end; this
 * restores the original's for each line that it has, and gives new lines its most frequent one.
 *
 * @param edited the text with `\n` for every line end
 */
export function withLineEndsOf(original: string, edited: string): string {
  const ends = original.match(LINE_END) ?? []
  if (ends.every((end) => end === '\n')) return edited
  const lines = edited.split('\n')
  const endOf = new Map<number, string>()
  for (const { before, after } of matchingLines(original.split(LINE_END), lines)) {
    const end = ends[before]
    if (end !== undefined) endOf.set(after, end)
  }
  const usual = mostFrequent(ends)
  const last = lines.length - 1
  let text = lines[last] ?? ''
  for (let index = last - 1; index >= 0; index--) {
    const end = endOf.get(index) ?? usual
    // `\r` directly before `\n` would merge into one line end.
    text = (lines[index] ?? '') + (end === '\r' && text.startsWith('\n') ? '\n' : end) + text
  }
  return text
}

function mostFrequent(ends: readonly string[]): string {
  const kinds = [...groupedBy(ends, (end) => end).values()]
  const [most] = kinds.toSorted((one, other) => other.length - one.length)
  return most?.[0] ?? '\n'
}
