import { insertOutboxEntry } from './sql/notes'
import { nodeOfVersion } from './sql/versions'
import type { StoreTransaction } from './store-transaction'

/** What queueing needs of a version. */
interface Queued {
  sequence: number
  nodeKey: number | null
  /** the sequence of the version that it supersedes; null: it is the first, or restored */
  superseded: number | null
}

/**
 * Queues a version to be carried out in the folder that its store is connected to, at its path and
 * at the one that its memory left. Costs nothing in other stores.
 */
export async function queueForFolder(
  { row, sql, storeKey, cause, now }: StoreTransaction,
  { sequence, nodeKey, superseded }: Queued,
): Promise<void> {
  if (row.carriedOutBy === null || cause.isOnDisk) return
  const former = superseded === null ? null : await nodeOfVersion(sql, storeKey, superseded)
  for (const node of new Set([nodeKey, former])) {
    if (node === null) continue
    await insertOutboxEntry(sql, {
      connectionKey: row.carriedOutBy,
      storeKey,
      nodeKey: node,
      sequence,
      createdAt: now,
    })
  }
}
