import type { MemoryChange, MemoryText } from '@/lib/store/model/memory-change'
import { lineHunks, linesWithEnds, survivingHunks } from '@/lib/text/line-hunks'
import type { Hunk } from './model/hunk'

type Compared = Pick<MemoryChange<MemoryText>, 'before' | 'after'>

/**
 * The hunks of one memory's change, a change of its path first. Creating and deleting a memory is
 * one hunk; renaming it is one besides those of its lines.
 */
export function hunksOf({ before, after }: Compared): Hunk[] {
  if (!before && !after) return []
  if (!before || !after) {
    const [beforeCount, afterCount] = [before, after].map((side) =>
      side ? linesWithEnds(side.content).length : 0,
    )
    const lines = { beforeCount: beforeCount ?? 0, afterCount: afterCount ?? 0 }
    return [{ kind: before ? 'deleted' : 'created', beforeFrom: 0, afterFrom: 0, ...lines }]
  }
  const lines = lineHunks(before.content, after.content).map((hunk): Hunk => ({
    kind: 'lines',
    ...hunk,
  }))
  return before.path === after.path ? lines : [RENAMED, ...lines]
}

const RENAMED: Hunk = {
  kind: 'renamed',
  beforeFrom: 0,
  beforeCount: 0,
  afterFrom: 0,
  afterCount: 0,
}

/**
 * Which hunk of the present change each hunk of an earlier state of the same change still is, by
 * their positions in the two lists of hunks. A rename survives if the new path is still the same,
 * creating and deleting if the content is.
 */
export function survivors(earlier: Compared, present: Compared): Map<number, number> {
  const [before, now] = [hunksOf(earlier), hunksOf(present)]
  const found = new Map<number, number>()
  const lines = (all: readonly Hunk[]) => all.filter(({ kind }) => kind === 'lines')
  const survivingLines = survivingHunks(
    { ...textsOf(earlier), hunks: lines(before) },
    { ...textsOf(present), hunks: lines(now) },
  )
  for (const [index, hunk] of before.entries()) {
    const same = now.findIndex(({ kind }) => kind === hunk.kind)
    if (hunk.kind !== 'lines') {
      if (same !== -1 && isSamePathChange(earlier, present)) found.set(index, same)
      continue
    }
    const survivor = survivingLines.get(lines(before).indexOf(hunk))
    const surviving = survivor === undefined ? undefined : lines(now)[survivor]
    if (surviving) found.set(index, now.indexOf(surviving))
  }
  return found
}

function textsOf({ before, after }: Compared): { before: string; after: string } {
  return { before: before?.content ?? '', after: after?.content ?? '' }
}

function isSamePathChange(earlier: Compared, present: Compared): boolean {
  if (earlier.before?.path !== present.before?.path) return false
  if (earlier.after?.path !== present.after?.path) return false
  const isRename = earlier.before !== null && earlier.after !== null
  if (isRename) return present.before !== null && present.after !== null
  return (
    earlier.before?.content === present.before?.content &&
    earlier.after?.content === present.after?.content
  )
}
