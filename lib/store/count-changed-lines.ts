import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '@/lib/db/database'
import { countLines, type LineCounts } from '@/lib/text/text-diff'
import { findStore } from './core/ledger'
import { readText } from './core/stored-content'
import type { NetChange, NetState } from './net-changes'

export interface CountChangedLinesInput {
  storeId: string
  changes: readonly NetChange[]
  /** contents that are read for it, at most; bytes */
  mostBytes: number
}

/** Memories that are compared before others have their turn: on SQLite nothing else gives them one. */
const MEMORIES_A_TURN = 16

/**
 * How many lines each of these changes added and removed, by memory. What would have to be read for
 * it is known beforehand: null where that is too much. Refuses `store_not_found`.
 */
export async function countChangedLines(
  db: Database,
  { storeId, changes, mostBytes }: CountChangedLinesInput,
): Promise<Map<string, LineCounts> | null> {
  const store = await findStore(db.read, storeId)
  const differing = changes.filter(({ before, after }) => before?.sha256 !== after?.sha256)
  const bytes = differing.reduce(
    (sum, { before, after }) => sum + sizeOf(before) + sizeOf(after),
    0,
  )
  if (bytes > mostBytes) return null
  const textOf = async (state: NetState | null) =>
    (state && (await readText(db.read, store.key, state.sequence))) ?? ''
  // A memory that only got another path.
  const counts = new Map(changes.map(({ memoryId }) => [memoryId, { added: 0, removed: 0 }]))
  for (let from = 0; from < differing.length; from += MEMORIES_A_TURN) {
    const some = differing.slice(from, from + MEMORIES_A_TURN)
    const counted = await Promise.all(
      some.map(async ({ memoryId, before, after }) => {
        const texts = await Promise.all([textOf(before), textOf(after)])
        return [memoryId, countLines(...texts)] as const
      }),
    )
    for (const [memoryId, lines] of counted) counts.set(memoryId, lines)
    await nextTurn()
  }
  return counts
}

function sizeOf(state: NetState | null): number {
  return state?.size ?? 0
}
