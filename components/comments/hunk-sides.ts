import { parseHunkId } from '@/lib/review/model/hunk'
import type { ChangeSide } from '@/lib/review/comments/changeset-comments'
import type { ChosenLines } from '@/lib/text/chosen-lines'
import type { LineRange } from '@/lib/text/line-range'

/** The lines of a hunk that can be commented on; null: it has none of that kind. */
export interface HunkSides {
  before: LineRange | null
  after: LineRange | null
}

/**
 * Returns the lines of a hunk that can be commented on; null if there are none, as in a mere
 * rename.
 */
export function hunkSides(hunkId: string): HunkSides | null {
  const hunk = parseHunkId(hunkId)
  if (!hunk) return null
  const before = rangeOf(hunk.beforeFrom, hunk.beforeCount)
  const after = rangeOf(hunk.afterFrom, hunk.afterCount)
  return before || after ? { before, after } : null
}

/** Lines of one of the two texts. */
export interface SideLines {
  side: ChangeSide
  lines: LineRange
}

/**
 * The lines that were chosen in a hunk: of added and removed ones the added. Null: none, or none of
 * this hunk.
 */
export function chosenSide(hunkId: string, { removed, added }: ChosenLines): SideLines | null {
  const hunk = parseHunkId(hunkId)
  if (!hunk) return null
  const [side, from, chosen] =
    added.length > 0
      ? (['after', hunk.afterFrom, added] as const)
      : (['before', hunk.beforeFrom, removed] as const)
  if (chosen.length === 0) return null
  return {
    side,
    lines: { from: from + Math.min(...chosen) + 1, to: from + Math.max(...chosen) + 1 },
  }
}

const rangeOf = (from: number, count: number): LineRange | null =>
  count === 0 ? null : { from: from + 1, to: from + count }
