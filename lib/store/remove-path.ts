import type { Database } from '@/lib/db/database'
import type { Cause } from './model/actor'
import { leaveIfLong } from './core/read-ahead'
import { refuseQuarantined } from './core/refuse-quarantined'
import { beginBatch, changeStore, type StoreTransaction } from './core/store-transaction'
import { refuseUnseen } from './core/refuse-unseen'
import type { LiveMemoryRow } from './core/rows'
import { memoriesWithin } from './core/subtree'
import { deleteMemory } from './core/write-memory'
import { refuse } from './model/problems'

export interface RemovePathInput {
  storeId: string
  /** of a memory, or of a directory, without a trailing slash */
  path: string
  cause: Cause
}

export interface RemovePathsInput {
  storeId: string
  paths: readonly string[]
  /**
   * the last change that the caller saw; refuses `changed_since_seen` if someone else changed one
   * of the memories after it
   */
  seen?: number | undefined
  cause: Cause
}

/**
 * Deletes the memory at a path, or everything below that directory, in one transaction; a
 * directory's versions share a batch. Refuses `memory_not_found` if there is nothing. Returns the
 * ids of the versions written.
 */
export async function removePath(db: Database, input: RemovePathInput): Promise<string[]> {
  const { storeId, path, cause } = input
  return removePaths(db, { storeId, paths: [path], cause })
}

/** Like `removePath`, for several: all are deleted or none. */
export async function removePaths(db: Database, input: RemovePathsInput): Promise<string[]> {
  const { storeId } = input
  const remove = async (transaction: StoreTransaction) => {
    const memories: LiveMemoryRow[] = []
    for (const path of input.paths) {
      await refuseQuarantined(transaction, { within: path })
      const found = await memoriesWithin(transaction.sql, transaction.storeKey, path)
      if (found.length === 0) refuse({ kind: 'memory_not_found', storeId, memoryId: null, path })
      memories.push(...found)
    }
    leaveIfLong(transaction.sql, memories.length)
    await refuseUnseen(transaction, memories, input.seen)
    if (memories.length > 1) await beginBatch(transaction, 'remove')
    const versionIds: string[] = []
    for (const memory of memories)
      versionIds.push((await deleteMemory(transaction, memory)).versionId)
    return versionIds
  }
  return changeStore(db, storeId, input.cause, remove, { ahead: 'nothing' })
}
