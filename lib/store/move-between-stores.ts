import type { Database } from '@/lib/db/database'
import type { Cause } from './model/actor'
import { refuseQuarantined } from './core/refuse-quarantined'
import {
  beginBatch,
  closeStoreTransaction,
  type StoreTransaction,
  openStoreTransaction,
} from './core/store-transaction'
import { underPolicy } from './core/judge-version'
import { readContent } from './core/stored-content'
import { memoriesWithin } from './core/subtree'
import { insertMemory, deleteMemory } from './core/write-memory'
import { checkPath } from './core/check-input'
import { refuse } from './model/problems'

/** The path of a memory or a directory, without a trailing slash. */
interface StorePath {
  storeId: string
  path: string
}

export interface MoveBetweenStoresInput {
  from: StorePath
  to: StorePath
  cause: Cause
}

/**
 * Moves the memory at a path, or everything below that directory, to another store, in one
 * transaction: they are new memories there and deleted here, where their history stays. Refuses
 * like `movePath`. Returns the ids of the versions written in both.
 */
export async function moveBetweenStores(
  db: Database,
  input: MoveBetweenStoresInput,
): Promise<string[]> {
  const { from, to, cause } = input
  return underPolicy(db, (known) =>
    db.write(async (tx) => {
      // Locks the stores in a fixed order, so that opposite moves do not deadlock.
      const [first, second] = [from.storeId, to.storeId].sort()
      const transactions = new Map<string, StoreTransaction>()
      for (const storeId of [first, second]) {
        if (storeId)
          transactions.set(storeId, await openStoreTransaction(tx, storeId, cause, { known }))
      }
      const source = transactions.get(from.storeId)
      const target = transactions.get(to.storeId)
      if (!source || !target) throw new Error('a store was not opened')
      const versionIds = await move(source, target, from, to)
      await closeStoreTransaction(source)
      await closeStoreTransaction(target)
      return versionIds
    }),
  )
}

async function move(
  source: StoreTransaction,
  target: StoreTransaction,
  from: StorePath,
  to: StorePath,
): Promise<string[]> {
  await refuseQuarantined(source, { within: from.path })
  await refuseQuarantined(target, { within: to.path })
  const memories = await memoriesWithin(source.sql, source.storeKey, from.path)
  if (memories.length === 0) {
    refuse({ kind: 'memory_not_found', storeId: from.storeId, memoryId: null, path: from.path })
  }
  const [taken] = await memoriesWithin(target.sql, target.storeKey, to.path)
  if (taken) {
    refuse({
      kind: 'path_conflict',
      path: to.path,
      conflictingPath: taken.path,
      conflictingMemoryId: taken.id,
    })
  }
  await beginBatch(source, 'move', { reference: to.storeId })
  await beginBatch(target, 'move', { reference: from.storeId })
  const versionIds: string[] = []
  for (const memory of memories) {
    const path = to.path + memory.path.slice(from.path.length)
    checkPath(path, 'new_path')
    const bytes = await readContent(source.sql, source.storeKey, memory.head_sequence)
    const state = { path, bytes: bytes ?? Buffer.of(), sha256: memory.sha256 }
    versionIds.push((await insertMemory(target, state)).versionId)
    versionIds.push((await deleteMemory(source, memory)).versionId)
  }
  return versionIds
}
