import { countLines, lineOfOffset, linesOfOffsets, numberLines, splitLines } from '@/lib/text/lines'
import { wholeStart } from '@/lib/text/long-text'
import { occurrences } from '@/lib/text/occurrences'
import { withoutMiddle } from './view'
import { refuseCall } from './words'

/** Lines shown before and after the edited place. */
const CONTEXT_LINES = 2
const MAX_SNIPPET = 4_000
/** Of a text that is repeated in an error, in characters, and of the lines where it stands. */
const MAX_REPEATED = 1_000
const MAX_LINES_NAMED = 50

/**
 * Replaces the only occurrence of `oldText`. Occurrences are counted in the whole text, so one may
 * span lines, and two on one line are two. Returns the edited place with its lines numbered, too. Refuses
 * where there is none, or more than one. `most`: characters of an answer.
 */
export function replaceOnce(
  path: string,
  content: string,
  oldText: string,
  newText: string,
  most = Infinity,
): { content: string; snippet: string } {
  const [offset, ...others] = placesOf(content, oldText)
  if (offset === undefined) {
    const hint = otherLineEnds(content, oldText)
    return refuseRepeating(
      oldText,
      most,
      (shown) =>
        `No replacement was performed, old_str \`${shown}\` did not appear verbatim in ${path}.${hint}`,
    )
  }
  if (others.length > 0) {
    const lines = linesOfOffsets(content, [offset, ...others])
    return refuseRepeating(
      oldText,
      most,
      (shown) =>
        `No replacement was performed. Multiple occurrences of old_str \`${shown}\` in lines: ${named(lines)}. Please ensure it is unique`,
    )
  }
  const replaced = content.slice(0, offset) + newText + content.slice(offset + oldText.length)
  const first = lineOfOffset(replaced, offset)
  const last = lineOfOffset(replaced, offset + newText.length)
  return {
    content: replaced,
    snippet: snippetOf(replaced, first, last, Math.min(most, MAX_SNIPPET)),
  }
}

/** Where a text stands. A lone surrogate is no text, and does not match half of a character. */
export function placesOf(content: string, text: string): number[] {
  return text.isWellFormed() ? occurrences(content, text) : []
}

function otherLineEnds(content: string, text: string): string {
  const inLf = text.replaceAll('\r\n', '\n')
  const inCrlf = inLf.replaceAll('\n', '\r\n')
  const hint = (ends: string) =>
    ` It would appear with the line ends of this file: its lines end in ${ends}.`
  if (inCrlf !== text && placesOf(content, inCrlf).length > 0) return hint('CRLF')
  return inLf !== text && placesOf(content, inLf).length > 0 ? hint('LF') : ''
}

/** Refuses with as much of a text as an answer has room for. */
function refuseRepeating(text: string, most: number, words: (shown: string) => string): never {
  const room = most - words(`[… ${text.length} characters more]`).length
  return refuseCall(words(repeated(text, Math.min(MAX_REPEATED, Math.max(room, 0)))))
}

function repeated(text: string, most: number): string {
  const shown = wholeStart(text, most)
  return text === shown ? text : `${shown}[… ${text.length - shown.length} characters more]`
}

function named(lines: readonly number[]): string {
  const shown = lines.slice(0, MAX_LINES_NAMED).join(', ')
  return lines.length > MAX_LINES_NAMED ? `${shown}, … (${lines.length} in all)` : shown
}

function snippetOf(content: string, first: number, last: number, most: number): string {
  const from = Math.max(1, first - CONTEXT_LINES)
  const start = offsetAfterLine(content, from - 1)
  const end = offsetAfterLine(content, last + CONTEXT_LINES)
  return withoutMiddle(numberLines(splitLines(content.slice(start, end)), from), most)
}

/**
 * Inserts a text as lines of its own after a line (0: before the first). What precedes and follows
 * stays to the byte. Refuses a line that the file does not have.
 */
export function insertLines(content: string, afterLine: number, text: string): string {
  const count = countLines(content)
  if (afterLine < 0 || afterLine > count) {
    refuseCall(
      `Error: Invalid \`insert_line\` parameter: ${afterLine}. It should be within the range of lines of the file: [0, ${count}]`,
    )
  }
  const inserted = text.endsWith('\n') ? text.slice(0, -1) : text
  const offset = offsetAfterLine(content, afterLine)
  const before = content.slice(0, offset)
  if (before !== '' && !before.endsWith('\n')) return `${before}\n${inserted}`
  return `${before}${inserted}\n${content.slice(offset)}`
}

function offsetAfterLine(content: string, line: number): number {
  let offset = 0
  for (let passed = 0; passed < line; passed++) {
    const end = content.indexOf('\n', offset)
    if (end < 0) return content.length
    offset = end + 1
  }
  return offset
}
