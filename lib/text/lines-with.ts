import { occurrences } from './occurrences'

/** A line with a text in it, cut at each place where the text stands. */
export interface LineWith {
  /** its number, from 1 */
  line: number
  /** the text before, between and after the hits; never the hits themselves */
  pieces: string[]
}

/** Characters kept before the first place, and after each. */
const KEPT_BEFORE = 30
const KEPT_AFTER = 160

/**
 * The lines in which a text stands: the first `most` of them, and how many there are. A text of
 * several lines counts where it begins. Long lines are shortened.
 */
export function linesWith(
  content: string,
  text: string,
  most: number,
): { lines: LineWith[]; count: number } {
  const lines: LineWith[] = []
  let count = 0
  let number = 1
  let counted = 0
  let done = 0
  let end = -1
  for (const at of occurrences(content, text)) {
    const isSameLine = at <= end
    if (!isSameLine) {
      done = at === 0 ? 0 : content.lastIndexOf('\n', at - 1) + 1
      number += content.slice(counted, done).split('\n').length - 1
      counted = done
      count++
      if (count <= most) lines.push({ line: number, pieces: [''] })
    }
    const next = at + text.length
    end = content.indexOf('\n', next)
    if (end === -1) end = content.length
    if (count <= most) {
      const pieces = lines.at(-1)?.pieces ?? []
      pieces[pieces.length - 1] = content.slice(done, at)
      pieces.push(content.slice(next, end))
    }
    done = next
  }
  return {
    lines: lines.map(({ line, pieces }) => ({ line, pieces: pieces.map(shortened) })),
    count,
  }
}

function shortened(piece: string, index: number): string {
  const characters = [...piece]
  if (index === 0) {
    return characters.length > KEPT_BEFORE ? `…${characters.slice(-KEPT_BEFORE).join('')}` : piece
  }
  return characters.length > KEPT_AFTER ? `${characters.slice(0, KEPT_AFTER).join('')}…` : piece
}
