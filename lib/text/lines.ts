/**
 * Lines as the memory tool counts them: the text split at `\n`; a final newline ends the last line
 * and opens no further one; an empty text has one empty line when it is viewed.
 */
export function splitLines(text: string): string[] {
  const lines = text.split('\n')
  if (lines.length > 1 && lines.at(-1) === '') lines.pop()
  return lines
}

/** As `splitLines` counts them, but an empty text has none: where a line can be inserted after. */
export function countLines(text: string): number {
  return text === '' ? 0 : splitLines(text).length
}

const NUMBER_COLUMNS = 6

/** The lines with their numbers, right-aligned in six columns, and a tab before each. */
export function numberLines(lines: readonly string[], firstNumber: number): string {
  return lines
    .map((line, index) => `${String(firstNumber + index).padStart(NUMBER_COLUMNS)}\t${line}`)
    .join('\n')
}

/** The 1-based number of the line that an offset lies on. */
export function lineOfOffset(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++
  return line
}
