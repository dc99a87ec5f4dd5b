/** In what a line differs from one that says the same otherwise. */
export type Difference = 'negation' | 'date' | 'number'

/** An added line that is like another one but for a number, a date or a negation. */
export interface LikeLine {
  /** its place among the added lines */
  added: number
  /** the place of the other among those that it was compared with */
  existing: number
  differsIn: Difference
}

const MONTHS =
  '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}|январ[яь]|феврал[яь]|марта?|апрел[яь]|мая|июн[яь]|июл[яь]|августа?|сентябр[яь]|октябр[яь]|ноябр[яь]|декабр[яь]'

const DATE = new RegExp(
  [
    String.raw`\d{4}-\d{1,2}-\d{1,2}(?:[t ]\d{1,2}:\d{2}(?::\d{2})?)?`,
    String.raw`\d{1,2}[./]\d{1,2}[./]\d{2,4}`,
    String.raw`(?:\d{1,2}(?:st|nd|rd|th|\.)?\s{1,2})?(?<!\p{L})(?:${MONTHS})(?!\p{L})(?:\.?\s{1,2}\d{1,2}(?:st|nd|rd|th)?)?(?:,?\s{1,2}\d{4})?`,
    String.raw`\d{4}\s?년\s?\d{1,2}\s?월\s?\d{1,2}\s?일`,
  ].join('|'),
  'gu',
)

const NUMBER = /\d+(?:[.,]\d+)*/gu

/** In the languages of the interface, and those of most other memories. */
const NEGATION =
  /(?<!\p{L})(?:not|no|never|none|cannot|without|nicht|kein(?:e[nmrs]?)?|nie|niemals|ohne|nunca|jamás|sin|não|sem|ne|pas|jamais|sans|non|mai|не|нет|никогда|без)(?!\p{L})|n['’]t(?!\p{L})|不|没有|没|未|ません|않|없|못/gu

/** Says only that there is no exception: `always` against `never`. */
const NEUTRAL =
  /(?<!\p{L})(?:always|do|does|did|can|immer|siempre|sempre|toujours|всегда)(?!\p{L})/gu

/** Less than this is a heading or a cell that many lines share. */
const MIN_WORDS = 3
const MIN_LETTERS = 12

/** A heading says what follows, often of which day: nothing that another makes untrue. */
const HEADING = /^\s{0,3}#/

/** More lines that are alike are a series: steps, versions, entries of a log. */
const MAX_ALIKE = 2

interface Parsed {
  /** the rest without dates, numbers and negations */
  key: string
  negations: number
  dates: string
  numbers: string
}

/**
 * The added lines that are like an existing one but for a number, a date or a negation: one of the
 * two is no longer true, most likely. `existing` are the lines that stand beside them after the
 * change. Lines that are the same are none, nor are those of a series.
 */
export function likeLines(added: readonly string[], existing: readonly string[]): LikeLine[] {
  const parsed = added.map(parsedLine)
  const wanted = new Set(parsed.flatMap((line) => (line ? [line.key] : [])))
  const others = new Map<string, { place: number; line: Parsed }[]>()
  for (const [place, text] of existing.entries()) {
    const line = parsedLine(text)
    if (!line || !wanted.has(line.key)) continue
    others.set(line.key, [...(others.get(line.key) ?? []), { place, line }].slice(0, MAX_ALIKE + 1))
  }
  return parsed.flatMap((line, place) => {
    const alike = (line && others.get(line.key)) ?? []
    if (!line || alike.length > MAX_ALIKE) return []
    for (const other of alike) {
      const differsIn = difference(line, other.line)
      if (differsIn) return [{ added: place, existing: other.place, differsIn }]
    }
    return []
  })
}

function parsedLine(text: string): Parsed | null {
  if (HEADING.test(text)) return null
  const dates: string[] = []
  const numbers: string[] = []
  let negations = 0
  const key = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(DATE, (date) => ` ${(dates.push(date.trim()), '')}`)
    .replaceAll(NUMBER, (number) => ` ${(numbers.push(number), '')}`)
    .replaceAll(NEGATION, () => ` ${(negations++, '')}`)
    .replaceAll(NEUTRAL, ' ')
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim()
  const isTelling = key.length >= MIN_LETTERS && key.split(' ').length >= MIN_WORDS
  return isTelling ? { key, negations, dates: dates.join(), numbers: numbers.join() } : null
}

function difference(one: Parsed, other: Parsed): Difference | null {
  if (one.negations % 2 !== other.negations % 2) return 'negation'
  if (one.dates !== other.dates) return 'date'
  return one.numbers === other.numbers ? null : 'number'
}
