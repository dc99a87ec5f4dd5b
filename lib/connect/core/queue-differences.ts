import type { WriteSql } from '@/lib/db/sql'
import type { ConnectionRow } from '../sql/connections'

/**
 * From now on the changes of the store are queued for the folder; what already differs from what both
 * sides last agreed about is queued at once: live memories that are not so there, and files whose
 * memories are gone.
 */
export async function queueDifferences(tx: WriteSql, row: ConnectionRow): Promise<void> {
  const { key, storeKey } = row
  await tx.run('UPDATE memory_stores SET carried_out_by = ? WHERE key = ?', [key, storeKey])
  await tx.run(
    `INSERT INTO outbox (connection_key, store_key, node_key, sequence, created_at)
     SELECT CAST(? AS INTEGER), n.store_key, n.key, m.head_sequence, CAST(? AS BIGINT)
     FROM path_nodes n JOIN memories m ON m.key = n.memory_key
     LEFT JOIN connection_entries e ON e.node_key = n.key AND e.connection_key = ?
     WHERE n.store_key = ? AND (e.sha256 IS NULL OR e.sha256 <> m.sha256)`,
    [key, Date.now(), key, storeKey],
  )
  await tx.run(
    `INSERT INTO outbox (connection_key, store_key, node_key, sequence, created_at)
     SELECT e.connection_key, e.store_key, e.node_key, e.sequence, CAST(? AS BIGINT)
     FROM connection_entries e JOIN path_nodes n ON n.key = e.node_key
     WHERE e.connection_key = ? AND n.memory_key IS NULL`,
    [Date.now(), key],
  )
}
