import { createHash } from 'node:crypto'
import type { ComingChanges } from '@/lib/store/proposals/coming-changes'
import type { StoreStanding } from '@/lib/store/proposals/writing-at'
import { comparePaths } from '@/lib/text/memory-path'
import { sortInTurns } from '@/lib/text/sort-in-turns'
import { turns } from '@/lib/turns'

/** A memory that something would write. */
export interface LaidMemory {
  readonly memoryId: string
  /** bytes */
  readonly size: number
  readonly content: string
}

/** The state of a store that would come about, as agents would be served it. */
export interface ComingState extends StoreStanding {
  /** what is laid over the present one, by path and in path order; null: nothing would stand there */
  readonly laid: ReadonlyMap<string, LaidMemory | null>
  /** the same of the same state, and of no other */
  readonly hash: string
}

/** The state that these changes would bring about. */
export async function comingState({
  storeId,
  sequence,
  changes,
}: ComingChanges): Promise<ComingState> {
  const maybeYield = turns()
  const at = new Map<string, (LaidMemory & { sha256: string }) | null>()
  // What leaves a path first, so that memories may swap theirs.
  for (const { before } of changes) if (before !== null) at.set(before, null)
  for (const { memoryId, after } of changes) {
    await maybeYield()
    if (!after) continue
    const { path, sha256, size, content } = after
    at.set(path, { memoryId, size, content, sha256 })
  }
  const sorted = await sortInTurns(
    [...at],
    ([one], [other]) => comparePaths(one, other),
    maybeYield,
  )
  const hash = createHash('sha256').update(JSON.stringify([storeId, sequence]))
  const laid = new Map<string, LaidMemory | null>()
  for (const [path, memory] of sorted) {
    await maybeYield()
    hash.update(JSON.stringify([path, memory && memory.sha256]))
    laid.set(path, memory)
  }
  return { storeId, sequence, laid, hash: hash.digest('hex') }
}
