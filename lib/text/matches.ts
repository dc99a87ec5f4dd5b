import { foldForSearch } from './fold'

/** An occurrence of a query in a text, ignoring case. */
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
export const SNIPPET_UNITS = 200

/** A snippet grows by at most this much at either end to keep a character whole. */
const MAX_GROWTH = 32

/** Characters that attach to the one before: combining marks, skin tones, joiners, tags. */
const CONTINUES = /^[\p{M}\p{Emoji_Modifier}\u200d\u{e0020}-\u{e007f}]/u

const ZERO_WIDTH_JOINER = '\u200d'

/** The first `limit` non-overlapping occurrences of a folded query in `text`. */
export function findMatches(text: string, foldedQuery: string, limit: number): Match[] {
  if (foldedQuery === '') return []
  const folded = foldForSearch(text)
  const length = foldedQuery.length
  const matches: Match[] = []
  let line = 1
  let lineStart = 0
  let lineEnd = endOfLine(text, lineStart)
  let at = folded.indexOf(foldedQuery)
  while (at !== -1 && matches.length < limit) {
    while (lineEnd < at) {
      line++
      lineStart = lineEnd + 1
      lineEnd = endOfLine(text, lineStart)
    }
    const column = at - lineStart
    const { start, end } = snippetOf(text.slice(lineStart, lineEnd), column, length)
    matches.push({
      line,
      column: column + 1,
      length,
      snippet: text.slice(lineStart + start, lineStart + end),
      snippetStart: start,
    })
    at = folded.indexOf(foldedQuery, at + length)
  }
  return matches
}

/** Returns whether `text` contains a folded query, ignoring case. */
export function containsFolded(text: string, foldedQuery: string): boolean {
  return foldForSearch(text).includes(foldedQuery)
}

function endOfLine(text: string, from: number): number {
  const feed = text.indexOf('\n', from)
  return feed === -1 ? text.length : feed
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

function splitsPair(line: string, at: number): boolean {
  return isIn(line.charCodeAt(at - 1), 0xd800, 0xdbff) && isIn(line.charCodeAt(at), 0xdc00, 0xdfff)
}

function isIn(unit: number, first: number, last: number): boolean {
  return unit >= first && unit <= last
}
