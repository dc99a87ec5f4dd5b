import { createHash } from 'node:crypto'
import type { ProposedChange } from '@/lib/store/proposals/propose-changes'
import type { StoreStanding, TriedChanges } from '@/lib/store/proposals/tried-changes'
import { sha256Hex, utf8Bytes } from '@/lib/text/content'
import { comparePaths } from '@/lib/text/memory-path'

/** A memory that something would write. */
export interface LaidMemory {
  readonly memoryId: string
  readonly content: string
}

/** The state of a store that would come about: the present one with changes laid over. */
export interface ComingState extends StoreStanding {
  /** by path; null: nothing would stand there */
  readonly laid: ReadonlyMap<string, LaidMemory | null>
  /** the same of the same state, and of no other */
  readonly hash: string
}

/** The state that these changes of a store would bring about; those of other stores are left out. */
export function comingState({ storeId, sequence, changes }: TriedChanges): ComingState {
  const laid = new Map<string, LaidMemory | null>()
  const memories = netChanges(changes.filter((change) => change.storeId === storeId))
  // What leaves a path first, so that memories may swap theirs.
  for (const { before } of memories) if (before) laid.set(before.path, null)
  for (const { memoryId, after } of memories) {
    if (after) laid.set(after.path, { memoryId, content: after.content })
  }
  const sorted = [...laid].sort(([one], [other]) => comparePaths(one, other))
  const named = sorted.map(([path, memory]) => [
    path,
    memory && sha256Hex(utf8Bytes(memory.content)),
  ])
  const hash = createHash('sha256')
    .update(JSON.stringify([storeId, sequence, named]))
    .digest('hex')
  return { storeId, sequence, laid: new Map(sorted), hash }
}

/** One change a memory, however often it is written. */
function netChanges(changes: readonly ProposedChange[]): ProposedChange[] {
  const net = new Map<string, ProposedChange>()
  for (const change of changes) {
    const first = net.get(change.memoryId) ?? change
    net.set(change.memoryId, { ...change, before: first.before })
  }
  return [...net.values()]
}
