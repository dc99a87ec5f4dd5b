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
  const former =
    superseded === null
      ? undefined
      : await sql.get<{ node_key: number | null }>(
          'SELECT node_key FROM memory_versions WHERE store_key = ? AND sequence = ?',
          [storeKey, superseded],
        )
  for (const node of new Set([nodeKey, former?.node_key ?? null])) {
    if (node === null) continue
    await sql.later(
      `INSERT INTO outbox (connection_key, store_key, node_key, sequence, created_at)
       VALUES (?, ?, ?, ?, ?)`,
      [row.carriedOutBy, storeKey, node, sequence, now],
    )
  }
}
