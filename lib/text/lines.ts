/*
 * What a line is (memory tool page, "Commands"): a text is split at `\n`, a final newline ends the last line and
 * opens no further one, and an empty text has one empty line to be viewed but none to insert before. A `\r` is a
 * character like others.
 */

/** Columns that the memory tool gives a line's number. */
const NUMBER_COLUMNS = 6

/** The lines of a text as they are viewed, without their newlines; one empty line for an empty text. */
export function splitLines(text: string): string[] {
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')
}

/** How many lines a text has for `insert` (`n_lines`): none when it is empty. */
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

/** The 1-based line on which the UTF-16 unit at `offset` stands; a newline stands on the line that it ends. */
export function lineOfOffset(text: string, offset: number): number {
  return linesOfOffsets(text, [offset])[0] ?? 1
}

/** As `lineOfOffset` for many offsets, which ascend, in one walk through the text. */
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
