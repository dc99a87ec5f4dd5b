/** The most characters of an answer: what clients show a model without cutting it themselves. */
export const MAX_ANSWER_CHARS = 20_000

/** Room for the delimiters around memory data, their note, and what says how to read on. */
const ROOM_FOR_WORDS = 700

/** The most characters of memory data in one answer. */
export const MAX_DATA_CHARS = MAX_ANSWER_CHARS - ROOM_FOR_WORDS

/** The beginning of a text, up to a number of UTF-16 units; never ends within a character. */
export function beginningOf(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
}

/** The first lines of a text that fit, and whether all do. */
export function fittingLines(
  lines: readonly string[],
  length: number,
): { lines: string[]; isAll: boolean } {
  let room = length
  const fitting: string[] = []
  for (const line of lines) {
    room -= line.length + 1
    if (room < 0) return { lines: fitting, isAll: false }
    fitting.push(line)
  }
  return { lines: fitting, isAll: true }
}
