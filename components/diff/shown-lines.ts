import type { DiffHunk, DiffLine } from '@/lib/text/text-diff'

/** A line of a difference as a page shows it: `cut` says how many of its characters are left out. */
export type ShownLine = DiffLine & { cut: number }

export interface ShownHunk extends Pick<DiffHunk, 'skipped'> {
  lines: ShownLine[]
}

/** A longer line is cut: nobody reads it as a line. UTF-16 units. */
const MAX_LINE_LENGTH = 2_000

/**
 * UTF-16 units that a page has room for, per line that it has room for: HTML takes six times the
 * text, and a hundred kilobytes may be one line.
 */
const ROOM_PER_LINE = 200

/** The first lines of a difference: at most `max` of them, and no more text than they usually have. */
export function shownLines(lines: readonly DiffLine[], max: number): ShownLine[] {
  return linesWithin(lines, { lines: max, length: max * ROOM_PER_LINE })
}

/** Returns hunks up to a limit of lines, and of the text that so many lines usually have. */
export function shownHunks(hunks: readonly DiffHunk[], max: number): ShownHunk[] {
  const room = { lines: max, length: max * ROOM_PER_LINE }
  const shown = hunks.map((hunk) => ({ ...hunk, lines: linesWithin(hunk.lines, room) }))
  return shown.filter(({ lines }) => lines.length > 0)
}

/** Lines of all hunks together. */
export const countLines = (hunks: readonly { lines: readonly DiffLine[] }[]) =>
  hunks.reduce((sum, { lines }) => sum + lines.length, 0)

/** Last line number with room for four digits; longer texts have room for six. */
const FOUR_DIGITS = 9_999

/** Returns whether the numbers of a difference's last lines need more room. */
export function isWide(lines: readonly DiffLine[]): boolean {
  return lines.some((line) => (line.kind === 'removed' ? line.before : line.after) > FOUR_DIGITS)
}

/** The room that is left; every line that is shown takes from it. */
interface Room {
  lines: number
  length: number
}

function linesWithin(lines: readonly DiffLine[], room: Room): ShownLine[] {
  const shown: ShownLine[] = []
  for (const line of lines) {
    if (room.lines <= 0 || room.length <= 0) break
    const cut = cutLine(line, Math.min(MAX_LINE_LENGTH, room.length))
    shown.push(cut)
    room.lines -= 1
    room.length -= cut.text.length
  }
  return shown
}

function cutLine(line: DiffLine, max: number): ShownLine {
  if (line.text.length <= max) return { ...line, cut: 0 }
  const text = line.text.slice(0, endOfCharacter(line.text, max))
  const cut = line.text.length - text.length
  if (line.kind === 'same') return { ...line, text, cut }
  const marks = line.marks
    .filter(([from]) => from < text.length)
    .map(([from, to]) => [from, Math.min(to, text.length)] as const)
  return { ...line, text, marks, cut }
}

/** Returns the position, or the one before it if that would part a surrogate pair. */
const endOfCharacter = (text: string, at: number) =>
  /[\uD800-\uDBFF]/.test(text.charAt(at - 1)) ? at - 1 : at
