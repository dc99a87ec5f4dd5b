import { columns, type RowOf } from '@/lib/db/columns'
import type { Sql, WriteSql } from '@/lib/db/sql'
import { SELECT_VERSIONS, type VersionRow } from '../../versions/sql/version-rows'

/** Progress of compressing stores, for the background work that agents' writes leave behind. */

const PROGRESS = columns('s', 'memoryStore', ['lastSequence', 'compressedSequence'])

/** Of a store that is not deleted; its row is locked. */
export function lockedProgress(
  tx: WriteSql,
  storeKey: number,
): Promise<RowOf<typeof PROGRESS> | undefined> {
  return tx.get<RowOf<typeof PROGRESS>>(
    `SELECT ${PROGRESS.list} FROM memory_stores s
     WHERE s.key = ? AND s.deleted_at IS NULL ${tx.forUpdate}`,
    [storeKey],
  )
}

export function versionsAfter(
  sql: Sql,
  { storeKey, after, limit }: { storeKey: number; after: number; limit: number },
): Promise<VersionRow[]> {
  return sql.all<VersionRow>(
    `${SELECT_VERSIONS} WHERE v.store_key = ? AND v.sequence > ? ORDER BY v.sequence LIMIT ?`,
    [storeKey, after, limit],
  )
}

export async function setCompressed(
  tx: WriteSql,
  storeKey: number,
  sequence: number,
): Promise<void> {
  await tx.run('UPDATE memory_stores SET compressed_sequence = ? WHERE key = ?', [
    sequence,
    storeKey,
  ])
}
