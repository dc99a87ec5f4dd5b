import { columns, type RowOf } from '@/lib/db/columns'
import type { WriteSql } from '@/lib/db/sql'

/** The batches of writes: programs over the API begin some, imports and folders many. */

const NEW_BATCH = columns('b', 'batch', [
  'id',
  'storeKey',
  'kind',
  'message',
  'reference',
  'createdAt',
])

const KEY = columns('batches', 'batch', ['key'])

export function insertBatch(
  tx: WriteSql,
  row: RowOf<typeof NEW_BATCH>,
): Promise<RowOf<typeof KEY> | undefined> {
  return tx.get<RowOf<typeof KEY>>(
    `INSERT INTO batches (id, store_key, kind, message, reference, created_at)
     VALUES (?, ?, ?, ?, ?, ?) RETURNING ${KEY.list}`,
    [row.id, row.storeKey, row.kind, row.message, row.reference, row.createdAt],
  )
}

export async function deleteBatch(tx: WriteSql, key: number | null): Promise<void> {
  await tx.run('DELETE FROM batches WHERE key = ?', [key])
}
