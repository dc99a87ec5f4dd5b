import type { WriteSql } from '@/lib/db/sql'
import type { ConnectionRow } from './connections'

/**
 * Queues changes for a folder besides those that writes queue themselves: each is one statement
 * over rows of the store, which the client would have to read first.
 */

/** From now on the changes of a store are queued for its folder. */
export async function carryOutBy(tx: WriteSql, { key, storeKey }: ConnectionRow): Promise<void> {
  await tx.run('UPDATE memory_stores SET carried_out_by = ? WHERE key = ?', [key, storeKey])
}

/** Live memories that are not so in the folder: costs a look at each of the store's memories. */
export async function queueChanged(
  tx: WriteSql,
  { key, storeKey }: ConnectionRow,
  now: number,
): Promise<void> {
  await tx.run(
    `INSERT INTO outbox (connection_key, store_key, node_key, sequence, created_at)
     SELECT CAST(? AS INTEGER), n.store_key, n.key, m.head_sequence, CAST(? AS BIGINT)
     FROM path_nodes n JOIN memories m ON m.key = n.memory_key
     LEFT JOIN connection_entries e ON e.node_key = n.key AND e.connection_key = ?
     WHERE n.store_key = ? AND (e.sha256 IS NULL OR e.sha256 <> m.sha256)`,
    [key, now, key, storeKey],
  )
}

/** Files whose memories are gone. */
export async function queueGone(tx: WriteSql, { key }: ConnectionRow, now: number): Promise<void> {
  await tx.run(
    `INSERT INTO outbox (connection_key, store_key, node_key, sequence, created_at)
     SELECT e.connection_key, e.store_key, e.node_key, e.sequence, CAST(? AS BIGINT)
     FROM connection_entries e JOIN path_nodes n ON n.key = e.node_key
     WHERE e.connection_key = ? AND n.memory_key IS NULL`,
    [now, key],
  )
}

/** Queues what a path holds since a change. */
export async function queueChange(
  tx: WriteSql,
  { key, storeKey }: ConnectionRow,
  { path, sequence, now }: { path: string; sequence: number; now: number },
): Promise<void> {
  await tx.run(
    `INSERT INTO outbox (connection_key, store_key, node_key, sequence, created_at)
     SELECT CAST(? AS INTEGER), store_key, key, CAST(? AS BIGINT), CAST(? AS BIGINT)
     FROM path_nodes WHERE store_key = ? AND path = ?`,
    [key, sequence, now, storeKey, path],
  )
}

/** The files that an attempt left beside another one are looked at again then. */
export async function queueSettling(
  tx: WriteSql,
  outboxKey: number,
  { now, settlesAt }: { now: number; settlesAt: number },
): Promise<void> {
  await tx.run(
    `INSERT INTO outbox (connection_key, store_key, node_key, sequence, state, token, base_sha256,
       created_at, settles_at)
     SELECT connection_key, store_key, node_key, sequence, 'settling', token, base_sha256,
       CAST(? AS BIGINT), CAST(? AS BIGINT) FROM outbox WHERE key = ?`,
    [now, settlesAt, outboxKey],
  )
}

/** Queues a conflict with a change, as somebody wrote while it was carried out. */
export async function queueConflict(
  tx: WriteSql,
  outboxKey: number,
  { sequence, now }: { sequence: number; now: number },
): Promise<void> {
  await tx.run(
    `INSERT INTO outbox (connection_key, store_key, node_key, sequence, state, base_sha256,
       wanted_sha256, created_at)
     SELECT connection_key, store_key, node_key, CAST(? AS BIGINT), 'conflict', base_sha256,
       wanted_sha256, CAST(? AS BIGINT) FROM outbox WHERE key = ?`,
    [sequence, now, outboxKey],
  )
}
