import { kindOf, type MemoryChange, type MemoryText } from '@/lib/store/model/memory-change'
import { countLines } from '@/lib/text/lines'
import { linesWithEnds } from '@/lib/text/line-hunks'
import { hunksOf } from './hunks-of'
import { highest, levelOfReasons, type Reason } from './model/attention'
import type { ExaminedHunk, ExaminedMemory } from './model/changeset'
import type { Hunk } from './model/hunk'

/** From this size on, one read does not show a memory whole. */
const LARGEST_LINES = 400
const LARGEST_BYTES = 40_000

/** A memory that had this many lines and now has so few words was emptied. */
const EMPTIED_LINES = 10
const EMPTIED_WORDS = 5

/** How much an edit must remove, and how little add, to count as a collapse. */
const COLLAPSE_LINES = 20
const COLLAPSE_SHARE = 0.3

type Examined = Omit<ExaminedMemory, 'memoryKey' | 'through'>

/** What is to be said of a changeset's change of one memory: counts, hunks, reasons. */
export function examineMemory(change: MemoryChange<MemoryText>): Examined {
  const hunks = hunksOf(change)
  const ofMemory = reasonsOfMemory(change, hunks)
  const examined = hunks.map((hunk): ExaminedHunk => {
    const reasons = hunk === largestOf(hunks) ? ofMemory : []
    return { ...hunk, reasons, routine: null, lostLines: 0 }
  })
  return {
    kind: kindOf(change),
    level: highest(examined.map(({ reasons }) => levelOfReasons(reasons))),
    addedLines: total(hunks, 'afterCount'),
    removedLines: total(hunks, 'beforeCount'),
    lostLines: 0,
    hunks: examined,
  }
}

const total = (hunks: readonly Hunk[], count: 'beforeCount' | 'afterCount') =>
  hunks.reduce((sum, hunk) => sum + hunk[count], 0)

/** The hunk that a reason about the whole memory is told of: the one that removes most. */
function largestOf(hunks: readonly Hunk[]): Hunk | undefined {
  return hunks.toSorted(
    (one, other) => other.beforeCount - one.beforeCount || other.afterCount - one.afterCount,
  )[0]
}

function reasonsOfMemory(
  { before, after }: MemoryChange<MemoryText>,
  hunks: readonly Hunk[],
): Reason[] {
  const reasons: Reason[] = []
  const linesBefore = before ? linesWithEnds(before.content).length : 0
  const removed = total(hunks, 'beforeCount')
  const added = total(hunks, 'afterCount')
  if (after && linesBefore >= EMPTIED_LINES && isAlmostEmpty(after.content)) reasons.push('emptied')
  const isCollapse =
    removed >= COLLAPSE_LINES && removed >= COLLAPSE_SHARE * linesBefore && added < removed / 2
  if (after && isCollapse) reasons.push('collapse')
  if (after && added > 0 && isTooLarge(after.content)) reasons.push('too_large')
  return reasons
}

function isAlmostEmpty(content: string): boolean {
  return (content.match(/\S+/g) ?? []).length <= EMPTIED_WORDS
}

function isTooLarge(content: string): boolean {
  return countLines(content) > LARGEST_LINES || Buffer.byteLength(content) > LARGEST_BYTES
}
