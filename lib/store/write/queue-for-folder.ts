import { insertOutboxEntry } from './sql/notes'
import { nodeOfVersion } from './sql/versions'
import type { StoreTransaction } from './store-transaction'

/** The parts of a version that queueing needs. */
interface Queued {
  sequence: number
  nodeKey: number | null
  /** the sequence of the version at the path that its memory leaves; null: it leaves none */
  left: number | null
}

/**
 * Queues a version to be carried out in the folder that its store is connected to, at its path and
 * at the one that its memory left. Costs nothing in other stores.
 */
export async function queueForFolder(
  { row, sql, storeKey, cause, now }: StoreTransaction,
  { sequence, nodeKey, left }: Queued,
): Promise<void> {
  if (row.carriedOutBy === null || cause.isOnDisk) return
  const former = left === null ? null : await nodeOfVersion(sql, storeKey, left)
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
