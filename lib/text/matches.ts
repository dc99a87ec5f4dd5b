import { foldForSearch } from './fold'

/** Where a searched text stands. */
export interface Match {
  /** 1-based line that it begins on */
  line: number
  /** 1-based, in UTF-16 units */
  column: number
  /** in UTF-16 units */
  length: number
  /** the line, or the part of a long one around the match */
  snippet: string
  /** 0-based column at which the snippet begins in its line */
  snippetStart: number
}

const SNIPPET_CHARS = 200

/** The first few places where a folded query stands in a text, not overlapping. */
export function findMatches(text: string, foldedQuery: string, limit: number): Match[] {
  const folded = foldForSearch(text)
  const matches: Match[] = []
  let line = 1
  let lineStart = 0
  let from = 0
  while (matches.length < limit) {
    const at = folded.indexOf(foldedQuery, from)
    if (at < 0) break
    for (let feed = text.indexOf('\n', lineStart); feed >= 0 && feed < at;) {
      line++
      lineStart = feed + 1
      feed = text.indexOf('\n', lineStart)
    }
    const feed = text.indexOf('\n', lineStart)
    const lineEnd = feed < 0 ? text.length : feed
    matches.push({
      line,
      column: at - lineStart + 1,
      length: foldedQuery.length,
      ...snippetOf(text.slice(lineStart, lineEnd), at - lineStart, foldedQuery.length),
    })
    from = at + foldedQuery.length
  }
  return matches
}

export function containsFolded(text: string, foldedQuery: string): boolean {
  return foldForSearch(text).includes(foldedQuery)
}

function snippetOf(line: string, at: number, length: number) {
  if (line.length <= SNIPPET_CHARS) return { snippet: line, snippetStart: 0 }
  const spare = Math.max(0, SNIPPET_CHARS - length)
  let start = Math.max(0, Math.min(at - Math.floor(spare / 2), line.length - SNIPPET_CHARS))
  let end = Math.min(line.length, start + SNIPPET_CHARS)
  if (splitsPair(line, start)) start++
  if (splitsPair(line, end)) end--
  return { snippet: line.slice(start, end), snippetStart: start }
}

function splitsPair(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return at > 0 && at < text.length && unit >= 0xdc00 && unit <= 0xdfff
}
