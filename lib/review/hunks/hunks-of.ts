import { linePairsAside } from '@/lib/scan/line-pairs'
import type { ScanRule } from '@/lib/scan/rules'
import type { MemoryChange, MemoryText } from '@/lib/store/model/memory-change'
import { hunksBetween, type LineHunk, survivingHunks } from '@/lib/text/line-hunks'
import { countLines } from '@/lib/text/lines'
import type { LinePair } from '@/lib/text/matching-lines'
import { isTooLargeForOneRead } from '@/lib/text/one-read'
import { stampedLines } from '@/lib/text/stamped-lines'
import type { Hunk } from '../model/hunk'

type Compared = Pick<MemoryChange<MemoryText>, 'before' | 'after'>

const known = new WeakMap<Compared, Promise<Hunk[]>>()

/**
 * The hunks of one memory's change, a change of its path first. Creating and deleting a memory is
 * one hunk; renaming it is one besides those of its lines. What only Claude Code's stamps changed is
 * none. Compared once for a change, and in a thread if its texts are large.
 */
export function hunksOf(change: Compared): Promise<Hunk[]> {
  const hunks = known.get(change) ?? compared(change)
  known.set(change, hunks)
  return hunks
}

async function compared({ before, after }: Compared): Promise<Hunk[]> {
  if (!before && !after) return []
  if (!before || !after) {
    const [beforeCount, afterCount] = [before, after].map((side) =>
      side ? countLines(side.content) : 0,
    )
    const lines = { beforeCount: beforeCount ?? 0, afterCount: afterCount ?? 0 }
    return [{ kind: before ? 'deleted' : 'created', beforeFrom: 0, afterFrom: 0, ...lines }]
  }
  const pairs = await linePairsAside(before.content, after.content)
  const counts = { before: countLines(before.content), after: countLines(after.content) }
  const isMeant = meaningfulBetween(before.content, after.content)
  const lines = hunksBetween(pairs, counts)
    .filter(isMeant)
    .map((hunk): Hunk => ({ kind: 'lines', ...hunk }))
  return before.path === after.path ? lines : [RENAMED, ...lines]
}

/**
 * Builds a test for hunks that are more than lines which Claude Code stamps anew: nobody decides
 * about those.
 */
function meaningfulBetween(before: string, after: string): (hunk: LineHunk) => boolean {
  const [was, is] = [stampedLines(before), stampedLines(after)]
  if (was.size + is.size === 0) return () => true
  return ({ beforeFrom, beforeCount, afterFrom, afterCount }) =>
    beforeCount !== afterCount ||
    !areAll(was, beforeFrom, beforeCount) ||
    !areAll(is, afterFrom, afterCount)
}

/** `numbers` count from 1. */
function areAll(numbers: ReadonlySet<number>, from: number, count: number): boolean {
  for (let at = from; at < from + count; at++) if (!numbers.has(at + 1)) return false
  return true
}

const RENAMED: Hunk = {
  kind: 'renamed',
  beforeFrom: 0,
  beforeCount: 0,
  afterFrom: 0,
  afterCount: 0,
}

/**
 * Maps each hunk of an earlier state of a change to the hunk of the present change that it still
 * is, by their positions in the two lists. A rename survives if the new path is still the same, a
 * creation or deletion if the content is.
 */
export async function survivors(
  earlier: Compared,
  present: Compared,
): Promise<Map<number, number>> {
  const [before, now] = [await hunksOf(earlier), await hunksOf(present)]
  const found = new Map<number, number>()
  const lines = (all: readonly Hunk[]) => all.filter(({ kind }) => kind === 'lines')
  const survivingLines = survivingHunks(lines(before), lines(now), {
    before: await samePairs(earlier.before, present.before),
    after: await samePairs(earlier.after, present.after),
  })
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

async function samePairs(
  earlier: MemoryText | null,
  present: MemoryText | null,
): Promise<LinePair[] | null> {
  const [was, is] = [earlier?.content ?? '', present?.content ?? '']
  return was === is ? null : linePairsAside(was, is)
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

const OF_WHOLE_MEMORY: readonly string[] = [
  'too_large',
  'near_duplicate',
] satisfies readonly ScanRule[]

/** Returns whether a rule is about a memory as a whole, not about some of its lines. */
export function isOfWholeMemory(rule: string): boolean {
  return OF_WHOLE_MEMORY.includes(rule)
}

/** Returns whether a finding of such a rule may still hold for a text, as far as the text tells. */
export function stillHolds(rule: string, text: string): boolean {
  return rule !== 'too_large' || isTooLargeForOneRead(text)
}
