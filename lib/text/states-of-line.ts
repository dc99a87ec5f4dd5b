import { splitLines } from './lines'

/** Values that are longer are no values, but other sentences. */
const MAX_WORDS = 6
const MAX_LINE = 500
const MAX_LINES = 5_000

/** Of a line at least this much stays the same where it is the same line. */
const MIN_SHARED = 0.5

/**
 * The values that a line went through in the states of a text, from the first to the last, each
 * once in a row. Null: none came back, so that nothing went to and fro. `line`: as it stands in the
 * last of them.
 */
export function statesOfLine(texts: readonly string[], line: string): string[] | null {
  if (line.length > MAX_LINE) return null
  const last = wordsIn(line)
  const lines = texts.map((text) => likestLine(text, last)).filter((words) => words !== null)
  if (lines.length < 3) return null
  const start = Math.min(...lines.map((words) => sharedStart(words, last)))
  const end = Math.min(...lines.map((words) => sharedEnd(words, last, start)))
  if (start + end === 0) return null
  const values = lines.map((words) => words.slice(start, words.length - end))
  if (values.some(({ length }) => length === 0 || length > MAX_WORDS)) return null
  const states = values
    .map((words) => words.join(' '))
    .filter((value, index, all) => value !== all[index - 1])
  return new Set(states).size < states.length ? states : null
}

const wordsIn = (line: string) => line.trim().split(/\s+/)

function sharedStart(one: readonly string[], other: readonly string[]): number {
  let count = 0
  while (count < Math.min(one.length, other.length) && one[count] === other[count]) count++
  return count
}

function sharedEnd(one: readonly string[], other: readonly string[], start: number): number {
  const most = Math.min(one.length, other.length) - start
  let count = 0
  while (count < most && one.at(-1 - count) === other.at(-1 - count)) count++
  return count
}

/** The words of the line of a text that shares most with another; null: none is like it. */
function likestLine(text: string, words: readonly string[]): string[] | null {
  let best: string[] | null = null
  let most = 0
  for (const line of splitLines(text).slice(0, MAX_LINES)) {
    if (line.length > MAX_LINE) continue
    const other = wordsIn(line)
    const start = sharedStart(other, words)
    const shared = start + sharedEnd(other, words, start)
    if (shared < MIN_SHARED * Math.max(other.length, words.length) || shared <= most) continue
    most = shared
    best = other
  }
  return best
}
