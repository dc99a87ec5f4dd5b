import type { Mark } from './word-marks'

/** The kinds of words that turn a line round: a negation, or another number or date. */
export type OneWordKind = 'negation' | 'number' | 'date'

/** The one word in which an added line differs from a removed one. */
export interface OneWord {
  kind: OneWordKind
  /** positions among the removed and the added lines */
  removed: number
  added: number
  /** the line that has the word: a negation that was taken away stands in the removed one */
  side: 'removed' | 'added'
  /** the word's columns in that line */
  mark: Mark
}

/** Of a larger rewriting nobody says that it differs by a word. */
const MAX_LINES = 40
const MAX_CHARS = 2_000

/** Dates and numbers as one each, words with their apostrophes, and every other character. */
const WORDS = /\d{4}-\d{2}-\d{2}|\d+(?:[.,:]\d+)*|[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*|[^\s]/gu

const NEGATIONS = new Set(
  (
    'not no never cannot none nicht nie niemals kein keine keinen keinem keiner nichts ' +
    'não nunca jamais nem nenhum nenhuma 안 못 не нет никогда'
  ).split(' '),
)

const NUMBER = /^\d+(?:[.,:]\d+)*$/
const DATE = /^\d{4}-\d{2}-\d{2}$/

/** Names of days and months in the languages of the interface. */
const DAYS_AND_MONTHS = new Set(
  ['en', 'de', 'pt', 'ko'].flatMap((locale) => [
    ...namesOf(locale, { weekday: 'long' }),
    ...namesOf(locale, { month: 'long' }),
  ]),
)

function namesOf(locale: string, shown: Intl.DateTimeFormatOptions): string[] {
  const format = new Intl.DateTimeFormat(locale, { ...shown, timeZone: 'UTC' })
  // Every twentieth day of 2024: all weekdays, and all months.
  const days = Array.from({ length: 19 }, (_, index) => Date.UTC(2024, 0, 1 + index * 20))
  return days.map((day) => format.format(day).toLowerCase())
}

interface Word {
  text: string
  from: number
}

const wordsOf = (line: string): Word[] =>
  [...line.matchAll(WORDS)].map((found) => ({ text: found[0], from: found.index }))

/**
 * The pairs of a removed and an added line that are equal but for one word which turns the line
 * round: not, never, no, a number or a date. Each line is in one pair at most.
 */
export function oneWordPairs(removed: readonly string[], added: readonly string[]): OneWord[] {
  if (Math.max(removed.length, added.length) > MAX_LINES) return []
  const paired = new Set<number>()
  const earlier = removed.map(wordsOf)
  return added.flatMap((line, at) => {
    if (line.length > MAX_CHARS) return []
    const words = wordsOf(line)
    for (const [index, before] of earlier.entries()) {
      const word = paired.has(index) ? null : differingWord(before, words)
      if (!word) continue
      paired.add(index)
      return [{ ...word, removed: index, added: at }]
    }
    return []
  })
}

/** Null: they are equal, or differ by more than a word. */
function differingWord(
  before: readonly Word[],
  after: readonly Word[],
): Pick<OneWord, 'kind' | 'side' | 'mark'> | null {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && isSame(before[start], after[start])) start++
  let end = 0
  while (end < shorter - start && isSame(before.at(-1 - end), after.at(-1 - end))) end++
  // One word alone says nothing of what stays.
  if (start + end === 0) return null
  const was = before.slice(start, before.length - end)
  const is = after.slice(start, after.length - end)
  if (was.length > 1 || is.length > 1) return null
  const kind = kindOf(was[0]?.text ?? '', is[0]?.text ?? '')
  if (kind === null) return null
  const isTaken = kind === 'negation' && !isNegation(is[0]?.text ?? '', was[0]?.text ?? '')
  const word = isTaken ? was[0] : is[0]
  if (!word) return null
  const mark = [word.from, word.from + word.text.length] as const
  return { kind, side: isTaken ? 'removed' : 'added', mark }
}

const isSame = (one: Word | undefined, other: Word | undefined) =>
  one?.text.toLowerCase() === other?.text.toLowerCase()

function kindOf(was: string, is: string): OneWordKind | null {
  if (isNegation(is, was) || isNegation(was, is)) return 'negation'
  if (NUMBER.test(was) && NUMBER.test(is)) return 'number'
  return isDate(was) && isDate(is) ? 'date' : null
}

/** Returns whether a word denies what stands there with another, or with none: `can`, `can't`. */
function isNegation(word: string, other: string): boolean {
  const [lower, otherLower] = [word.toLowerCase().replace('’', "'"), other.toLowerCase()]
  if (NEGATIONS.has(lower)) return !NEGATIONS.has(otherLower)
  return (
    lower !== '' && lower.endsWith("n't") && lower.slice(0, -3).startsWith(otherLower.slice(0, 2))
  )
}

const isDate = (word: string) => DATE.test(word) || DAYS_AND_MONTHS.has(word.toLowerCase())
