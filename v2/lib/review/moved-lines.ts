import { contentOf } from '@/lib/store/plan/chains'
import { splitLines } from '@/lib/text/lines'
import { groupedBy } from '@/lib/text/lists'
import { type Change, type Hunk, pathOf } from './hunks'

/** A line of a hunk that another memory of the group has on its other side. */
export interface Moved {
  /** in the text of that side, from 1 */
  line: number
  side: 'added' | 'removed'
  /** the other memory */
  memoryId: string
  path: string
}

/** Shorter lines stand everywhere: headings, brackets, `done`. */
const MIN_CHARACTERS = 12

/** Finds the lines of a hunk that went to, or came from, another of these memories. */
export function movedAmong(changes: readonly Change[]): (change: Change, hunk: Hunk) => Moved[] {
  const all = changes.flatMap((change) => change.hunks.flatMap((hunk) => linesIn(change, hunk)))
  const byText = groupedBy(all, ({ text }) => text)
  return (change, hunk) =>
    linesIn(change, hunk).flatMap(({ text, ...line }): Moved[] => {
      const isOther = (each: Moved) => each.side !== line.side && each.memoryId !== line.memoryId
      const other = byText.get(text)?.find(isOther)
      return other ? [{ ...line, memoryId: other.memoryId, path: other.path }] : []
    })
}

function linesIn(change: Change, hunk: Hunk): (Moved & { text: string })[] {
  const { memory, left, head } = change
  const path = pathOf(change)
  const { beforeFrom, beforeCount, afterFrom, afterCount } = hunk
  const of = (side: Moved['side'], text: Change['left'], from: number, count: number) =>
    splitLines(contentOf(text) ?? '').flatMap((line, at) => {
      const isLong = line.trim().length >= MIN_CHARACTERS
      if (at < from || at >= from + count || !isLong) return []
      return { text: line.trim(), line: at + 1, side, memoryId: memory.id, path }
    })
  return [
    ...of('removed', left, beforeFrom, beforeCount),
    ...of('added', head, afterFrom, afterCount),
  ]
}
