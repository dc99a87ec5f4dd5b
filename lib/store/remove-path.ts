import type { Database } from '@/lib/db/database'
import type { Cause } from './actor'
import { beginBatch, changeStore } from './core/ledger'
import { memoriesWithin } from './core/subtree'
import { end } from './core/write-memory'
import { refuse } from './problems'

export interface RemovePathInput {
  storeId: string
  /** of a memory, or of a directory, without a trailing slash */
  path: string
  cause: Cause
}

/**
 * Deletes the memory at a path, or everything below the directory there, in one transaction; a
 * directory's versions share a batch. Refuses `memory_not_found` where nothing is. Returns the ids
 * of the versions written.
 */
export async function removePath(db: Database, input: RemovePathInput): Promise<string[]> {
  const { storeId, path } = input
  return changeStore(db, storeId, input.cause, async (ledger) => {
    const memories = await memoriesWithin(ledger.tx, ledger.storeKey, path)
    if (memories.length === 0) {
      refuse({ kind: 'memory_not_found', storeId, memoryId: null, path })
    }
    if (memories.length > 1) await beginBatch(ledger, 'remove')
    const versionIds: string[] = []
    for (const memory of memories) versionIds.push((await end(ledger, memory)).versionId)
    return versionIds
  })
}
