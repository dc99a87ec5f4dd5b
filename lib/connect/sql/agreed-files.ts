import { columns, type RowOf } from '@/lib/db/columns'
import type { BulkSql, WriteSql } from '@/lib/db/sql'
import type { ConnectionRow } from './connections'

/**
 * The state that a folder and its store last agreed about, file by file. The process at work reads
 * all of it when it begins, and notes each file in the transaction that takes it in, where the
 * path's node is found by the statement itself.
 */

const FILE = columns('e', 'connectionEntry', [
  'sha256',
  'size',
  'modifiedAt',
  'changedAt',
  'fileId',
])
const NODE = columns('n', 'pathNode', ['path'])

/** The state of a path. */
export type AgreedFile = RowOf<typeof FILE>

type AgreedRow = AgreedFile & RowOf<typeof NODE> & { nodeKey: number }

/** So many files, by the nodes of their paths. */
export function agreedFiles(
  sql: BulkSql,
  { connectionKey, after, limit }: { connectionKey: number; after: number; limit: number },
): Promise<AgreedRow[]> {
  return sql.all<AgreedRow>(
    `SELECT ${FILE.list}, ${NODE.list}, n.key AS "nodeKey"
     FROM connection_entries e JOIN path_nodes n ON n.key = e.node_key
     WHERE e.connection_key = ? AND e.node_key > ? ORDER BY e.node_key LIMIT ?`,
    [connectionKey, after, limit],
  )
}

/** Notes that both sides agree about a path since a change. */
export async function noteAgreed(
  tx: WriteSql,
  { key, storeKey }: ConnectionRow,
  { path, file, sequence }: { path: string; file: AgreedFile; sequence: number },
): Promise<void> {
  await tx.run(
    `INSERT INTO connection_entries (connection_key, node_key, store_key, sha256, size, modified_at,
       changed_at, file_id, sequence)
     SELECT CAST(? AS INTEGER), key, store_key, ?, CAST(? AS BIGINT), CAST(? AS BIGINT),
       CAST(? AS BIGINT), ?, CAST(? AS BIGINT)
     FROM path_nodes WHERE store_key = ? AND path = ?
     ON CONFLICT (connection_key, node_key) DO UPDATE SET sha256 = excluded.sha256,
       size = excluded.size, modified_at = excluded.modified_at, changed_at = excluded.changed_at,
       file_id = excluded.file_id, sequence = excluded.sequence`,
    [
      key,
      file.sha256,
      file.size,
      file.modifiedAt,
      file.changedAt,
      file.fileId,
      sequence,
      storeKey,
      path,
    ],
  )
}

const AT_PATH = `connection_key = ? AND node_key =
  (SELECT key FROM path_nodes WHERE store_key = ? AND path = ?)`

/** Notes what the disk says now of a file that holds what it held. */
export async function noteSame(
  tx: WriteSql,
  { key, storeKey }: ConnectionRow,
  { path, file }: { path: string; file: AgreedFile },
): Promise<void> {
  await tx.run(
    `UPDATE connection_entries SET size = ?, modified_at = ?, changed_at = ?, file_id = ?
     WHERE ${AT_PATH}`,
    [file.size, file.modifiedAt, file.changedAt, file.fileId, key, storeKey, path],
  )
}

/** Notes that nothing stands at a path on either side. */
export async function noteGone(
  tx: WriteSql,
  { key, storeKey }: ConnectionRow,
  path: string,
): Promise<void> {
  await tx.run(`DELETE FROM connection_entries WHERE ${AT_PATH}`, [key, storeKey, path])
}
