/** A part of a line: what was searched for, or what stands around it. */
export interface Part {
  text: string
  isMatch: boolean
}

/**
 * A snippet in parts. `column` is where the match begins in the line, from 1; `snippetStart` where
 * the snippet does, from 0; all in UTF-16 units. A match over several lines ends with the snippet.
 */
export function highlighted(match: {
  snippet: string
  column: number
  length: number
  snippetStart: number
}): Part[] {
  const from = match.column - 1 - match.snippetStart
  const to = from + match.length
  const parts = [
    { text: match.snippet.slice(0, Math.max(0, from)), isMatch: false },
    { text: match.snippet.slice(Math.max(0, from), to), isMatch: true },
    { text: match.snippet.slice(to), isMatch: false },
  ]
  return parts.filter(({ text }) => text !== '')
}
