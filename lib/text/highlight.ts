import { groupedBy } from './lists'
import type { Match } from './matches'

/** A part of a line: a match, or the text around it. */
export interface Part {
  text: string
  isMatch: boolean
}

/** A line with one or more matches. */
export interface HitLine {
  /** from 1 */
  line: number
  /** the shown parts, in order; '…' marks omitted text before or between */
  parts: Part[]
}

/** The lines of matches, each once with all its matches, ordered by their first match. */
export function hitLines(matches: readonly Match[]): HitLine[] {
  const lines = groupedBy(matches, ({ line }) => line)
  return [...lines].map(([line, found]) => ({ line, parts: partsOf(found) }))
}

/** A piece of a line and its start column, from 0; UTF-16 units. */
interface Stretch {
  start: number
  text: string
}

function partsOf(found: readonly Match[]): Part[] {
  const matches = found.toSorted((one, other) => one.column - other.column)
  const parts: Part[] = []
  const add = (text: string, isMatch: boolean) => {
    if (text !== '') parts.push({ text, isMatch })
  }
  for (const { start, text } of stretchesOf(matches)) {
    if (start > 0) add('…', false)
    let at = 0
    for (const { column, length } of matches) {
      const from = column - 1 - start
      if (from < at || from >= text.length) continue
      add(text.slice(at, from), false)
      // A match over several lines is cut at the end of its first snippet.
      at = Math.min(from + length, text.length)
      add(text.slice(from, at), true)
    }
    add(text.slice(at), false)
  }
  return parts
}

/** The snippets of a line; those that overlap or touch are joined. */
function stretchesOf(matches: readonly Match[]): Stretch[] {
  const stretches: Stretch[] = []
  for (const { snippet, snippetStart } of matches) {
    const last = stretches.at(-1)
    const end = last ? last.start + last.text.length : -1
    if (last && snippetStart <= end) last.text += snippet.slice(end - snippetStart)
    else stretches.push({ start: snippetStart, text: snippet })
  }
  return stretches
}
