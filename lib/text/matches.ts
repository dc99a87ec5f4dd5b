import { linesOfOffsets } from './lines'
import { occurrences } from './occurrences'

/** The only code point whose lower case is longer than itself in UTF-16; none is shorter. */
const DOTTED_CAPITAL_I = '\u0130'

/** What lower-casing leaves apart and Unicode folds together: code points of one UTF-16 unit each. */
const ALSO = new Map([...'ſςµͅϐϑϕϖϰϱϵẛι'].map((one, at) => [one, [...'sσμιβθφπκρεṡι'][at] ?? one]))
const ANY_ALSO = new RegExp(`[${[...ALSO.keys()].join('')}]`, 'g')

/**
 * Folds a text for case-insensitive search, as Unicode does by default: `ſ` is an `s`, `ß` and `ẞ` are
 * `ss`, and the letters of Turkish stay apart. Neighbours never matter: a well-formed text that occurs in
 * another also occurs in it folded.
 */
export const foldForSearch = (text: string): string => foldEvenly(text).replaceAll('ß', 'ss')

/**
 * The same but for `ß`, so that offsets in the folded text are offsets in the original: each code point is
 * lower-cased if that keeps its length in UTF-16 and left alone otherwise.
 *
 * Lower-casing a whole text at once is much faster than going by code points and differs in only
 * two ways: `İ` grows, and whether `Σ` becomes `σ` or `ς` depends on its neighbours. The first is
 * excluded, the second unified. The test checks this for every code point of Node's Unicode
 * version.
 */
export function foldEvenly(text: string): string {
  const lower = text.toLowerCase()
  const folded = lower.length === text.length ? lower : lowerAround(text, DOTTED_CAPITAL_I)
  return folded.replace(ANY_ALSO, (each) => ALSO.get(each) ?? each)
}

function lowerAround(text: string, kept: string): string {
  return text
    .split(kept)
    .map((part) => part.toLowerCase())
    .join(kept)
}

/** A place where a text stands in another one. */
export interface Match {
  /** Line where it starts, from 1. */
  line: number
  /** Column where it starts in that line, from 1, in UTF-16 units. */
  column: number
  /** In UTF-16 units; a multi-line query's match extends past its line. */
  length: number
  /** The line without its newline, or for a long line about 200 UTF-16 units around the match. */
  snippet: string
  /** Column of the snippet's first character in the line, from 0, in UTF-16 units. */
  snippetStart: number
}

/** No snippet of a longer line is shorter. */
const SNIPPET_UNITS = 200

/** A snippet grows by at most this much at either end to keep a character whole. */
const MAX_GROWTH = 32

/** Characters that attach to the one before: combining marks, skin tones, joiners, tags. */
const CONTINUES = /^[\p{M}\p{Emoji_Modifier}\u200d\u{e0020}-\u{e007f}]/u

const ZERO_WIDTH_JOINER = '\u200d'

/** The first `limit` non-overlapping occurrences of a folded query in `text`. */
export function findMatches(text: string, foldedQuery: string, limit: number): Match[] {
  if (foldedQuery === '') return []
  const { length } = foldedQuery
  const even = foldEvenly(text)
  const sharps = occurrences(even, 'ß')
  if (sharps.length === 0) return matchesAt(text, occurrences(even, foldedQuery, limit), length)
  // Both halves of one `ß` are the same place.
  const found = occurrences(even.replaceAll('ß', 'ss'), foldedQuery, 2 * limit)
  const starts = originals(found, sharps)
  const ends = originals(
    found.map((at) => at + length - 1),
    sharps,
  )
  const ranges = starts.map((at, index) => ({ at, length: (ends[index] ?? at) + 1 - at }))
  const apart = ranges.filter(({ at }, index) => index === 0 || at > (ends[index - 1] ?? -1))
  return matchesIn(text, apart.slice(0, limit))
}

/** Ascending offsets in a text in which each `ß` is two units, as offsets where it is one. */
function originals(offsets: readonly number[], sharps: readonly number[]): number[] {
  let before = 0
  return offsets.map((at) => {
    while ((sharps[before] ?? Infinity) + before + 1 < at) before++
    const isSecond = (sharps[before] ?? Infinity) + before + 1 === at
    return at - before - Number(isSecond)
  })
}

/** Returns whether `text` contains a folded query, ignoring case. */
export function containsFolded(text: string, foldedQuery: string): boolean {
  return foldForSearch(text).includes(foldedQuery)
}

/** The matches of this length at ascending offsets, such as `occurrences` finds. */
export function matchesAt(text: string, offsets: readonly number[], length: number): Match[] {
  const ranges = offsets.map((at) => ({ at, length }))
  return matchesIn(text, ranges)
}

function matchesIn(text: string, ranges: readonly { at: number; length: number }[]): Match[] {
  const offsets = ranges.map(({ at }) => at)
  const lines = linesOfOffsets(text, offsets)
  return ranges.map(({ at, length }, index) => {
    const from = at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1
    const feed = text.indexOf('\n', at)
    const line = text.slice(from, feed === -1 ? text.length : feed)
    const { start, end } = snippetOf(line, at - from, length)
    return {
      line: lines[index] ?? 1,
      column: at - from + 1,
      length,
      snippet: line.slice(start, end),
      snippetStart: start,
    }
  })
}

/** The range of a line to show for a match in it: centred on the match if it leaves room. */
function snippetOf(line: string, column: number, length: number): { start: number; end: number } {
  if (line.length <= SNIPPET_UNITS) return { start: 0, end: line.length }
  const around = Math.max(SNIPPET_UNITS - length, 0)
  const latestStart = line.length - SNIPPET_UNITS
  let start = Math.max(Math.min(column - Math.floor(around / 2), latestStart), 0)
  let end = start + SNIPPET_UNITS
  const earliest = Math.max(start - MAX_GROWTH, 0)
  const latest = Math.min(end + MAX_GROWTH, line.length)
  while (start > earliest && splitsCharacter(line, start)) start--
  while (end < latest && splitsCharacter(line, end)) end++
  if (splitsPair(line, start)) start--
  if (splitsPair(line, end)) end++
  return { start, end }
}

/**
 * Returns whether a cut at `at` would split what is displayed as one character, as far as is cheap
 * to tell.
 */
function splitsCharacter(line: string, at: number): boolean {
  return (
    splitsPair(line, at) ||
    line[at - 1] === ZERO_WIDTH_JOINER ||
    CONTINUES.test(line.slice(at, at + 2))
  )
}

const splitsPair = (line: string, at: number) =>
  /^[\ud800-\udbff][\udc00-\udfff]$/.test(line.slice(at - 1, at + 1))
