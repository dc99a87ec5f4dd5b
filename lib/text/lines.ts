/*
 * What a line is (memory tool page, "Commands"): a text is split at `\n`, a final newline ends the
 * last line and starts no further one, and an empty text has one empty line to view but none to
 * insert before. `\r` is an ordinary character.
 */

/** Width of the memory tool's line numbers, in columns. */
const NUMBER_COLUMNS = 6

/** The lines of a text for viewing, without their newlines; one empty line for an empty text. */
export function splitLines(text: string): string[] {
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')
}

/** Every line with its newline, so that joining them gives the text again, to the byte. */
export function linesWithEnds(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+/g) ?? []
}

/** The number of lines of a text for `insert` (`n_lines`): 0 when it is empty. */
export function countLines(text: string): number {
  if (text === '') return 0
  let lines = text.endsWith('\n') ? 0 : 1
  for (let feed = text.indexOf('\n'); feed !== -1; feed = text.indexOf('\n', feed + 1)) lines++
  return lines
}

/** Lines as the memory tool shows them: the number right-aligned in 6 columns, a tab, the line. */
export function numberLines(lines: readonly string[], firstNumber: number): string {
  return lines
    .map((line, index) => `${String(firstNumber + index).padStart(NUMBER_COLUMNS)}\t${line}`)
    .join('\n')
}

/** The 1-based line of the UTF-16 unit at `offset`; a newline belongs to the line that it ends. */
export function lineOfOffset(text: string, offset: number): number {
  return linesOfOffsets(text, [offset])[0] ?? 1
}

/** Like `lineOfOffset` for many ascending offsets, in one pass over the text. */
export function linesOfOffsets(text: string, ascending: readonly number[]): number[] {
  let line = 1
  let feed = text.indexOf('\n')
  return ascending.map((offset) => {
    while (feed !== -1 && feed < offset) {
      line++
      feed = text.indexOf('\n', feed + 1)
    }
    return line
  })
}

/** Lines of a text, from 1, both ends inclusive. */
export interface LineRange {
  from: number
  to: number
}

/** The lines that a URL's fragment names: `#L7`, or `#L10-L20` in either order; null: none. */
export function lineRange(hash: string): LineRange | null {
  const [, first, last = first] = /^#L(\d{1,7})(?:-L?(\d{1,7}))?$/.exec(hash) ?? []
  if (first === undefined || last === undefined) return null
  const [from, to] = [Number(first), Number(last)].toSorted((one, other) => one - other)
  return from && to ? { from, to } : null
}

/** The URL fragment that names these lines; a single line when both are equal. */
export function lineHash(one: number, other: number): string {
  const from = Math.min(one, other)
  const to = Math.max(one, other)
  return from === to ? `#L${from}` : `#L${from}-L${to}`
}
