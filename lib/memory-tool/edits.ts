import { countLines, lineOfOffset, linesOfOffsets, numberLines, splitLines } from '@/lib/text/lines'
import { occurrences } from '@/lib/text/occurrences'
import { refuseCall } from './refusal'

/** The result of `str_replace`: the new text, and the edited passage with its line numbers. */
export interface Replacement {
  content: string
  snippet: string
}

/** Lines shown before and after the edited passage. */
const CONTEXT_LINES = 2

/**
 * Replaces the only occurrence of `oldText`. Occurrences are counted in the whole text, so one may
 * span lines, and two on one line are two. Refuses when there is none, or more than one.
 */
export function replaceOnce(
  path: string,
  content: string,
  oldText: string,
  newText: string,
): Replacement {
  // A lone surrogate is not text and must not match half of a character.
  const [offset, ...others] = oldText.isWellFormed() ? occurrences(content, oldText) : []
  if (offset === undefined) {
    return refuseCall(
      `No replacement was performed, old_str \`${oldText}\` did not appear verbatim in ${path}.`,
    )
  }
  if (others.length > 0) {
    const lines = linesOfOffsets(content, [offset, ...others]).join(', ')
    return refuseCall(
      `No replacement was performed. Multiple occurrences of old_str \`${oldText}\` in lines: ${lines}. Please ensure it is unique`,
    )
  }
  const replaced = content.slice(0, offset) + newText + content.slice(offset + oldText.length)
  const first = lineOfOffset(replaced, offset)
  const last = lineOfOffset(replaced, offset + newText.length)
  return { content: replaced, snippet: snippetOf(replaced, first, last) }
}

function snippetOf(content: string, first: number, last: number): string {
  const from = Math.max(1, first - CONTEXT_LINES)
  const start = offsetAfterLine(content, from - 1)
  const end = offsetAfterLine(content, last + CONTEXT_LINES)
  return numberLines(splitLines(content.slice(start, end)), from)
}

/**
 * Inserts a text as lines of its own after a line (0: before the first). What precedes and follows
 * is kept to the byte. Refuses a line that the file does not have.
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
