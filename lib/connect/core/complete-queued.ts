import type { WriteSql } from '@/lib/db/sql'
import type { WatchedFolder } from './watched-folder'

/** Whether nothing waits at a path but that a redaction is carried out, which it is all the same. */
export async function isOnlyRedaction(
  tx: WriteSql,
  { row }: WatchedFolder,
  path: string,
): Promise<boolean> {
  const waiting = await tx.all<{ kind: string | null }>(
    `SELECT b.kind FROM outbox o
     JOIN path_nodes n ON n.key = o.node_key
     JOIN memory_versions v ON v.store_key = o.store_key AND v.sequence = o.sequence
     LEFT JOIN batches b ON b.key = v.batch_key
     WHERE o.connection_key = ? AND o.state IN ('waiting', 'failed') AND n.store_key = ? AND n.path = ?`,
    [row.key, row.storeKey, path],
  )
  return waiting.length === 1 && waiting[0]?.kind === 'redact'
}

/** Has the head of a path carried out, of which its file holds something else. */
export async function queueHead(
  tx: WriteSql,
  { row }: WatchedFolder,
  path: string,
  sequence: number,
): Promise<void> {
  await tx.run(
    `INSERT INTO outbox (connection_key, store_key, node_key, sequence, created_at)
     SELECT CAST(? AS INTEGER), store_key, key, CAST(? AS BIGINT), CAST(? AS BIGINT)
     FROM path_nodes WHERE store_key = ? AND path = ?`,
    [row.key, sequence, Date.now(), row.storeKey, path],
  )
}

/**
 * What waits to be carried out, or tried again, at a path whose file was taken in. The file is the
 * head: a change that it overtook stays in the history, and is shown as a conflict.
 */
export async function completeQueued(
  tx: WriteSql,
  { row, known }: WatchedFolder,
  path: string,
  isOvertaken: boolean,
): Promise<void> {
  const ofPath = `connection_key = ? AND state IN ('waiting', 'failed') AND node_key =
    (SELECT key FROM path_nodes WHERE store_key = ? AND path = ?)`
  const params = [row.key, row.storeKey, path]
  if (isOvertaken) {
    await tx.run(
      `UPDATE outbox SET state = 'conflict', problem = NULL, base_sha256 = ? WHERE ${ofPath}
         AND key = (SELECT max(key) FROM outbox WHERE ${ofPath})`,
      // What both sides agreed about last is what a merge begins from.
      [known.get(path)?.sha256 ?? null, ...params, ...params],
    )
  }
  await tx.run(`DELETE FROM outbox WHERE ${ofPath}`, params)
}
