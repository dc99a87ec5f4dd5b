import { columns, type RowOf } from '@/lib/db/columns'
import type { Sql, WriteSql } from '@/lib/db/sql'
import { SELECT_VERSIONS, type VersionRow } from '../../versions/sql/version-rows'

/** Progress of compressing stores, for the background work that agents' writes leave behind. */

const LAST = columns('s', 'memoryStore', ['lastSequence'])
const COMPRESSED = columns('c', 'storeCompression', ['compressedSequence'])

/**
 * Of a store that is not deleted. Only how far it is compressed is locked: writers lock the store's
 * own row and go on, so `lastSequence` may have grown since. With `skip` undefined if somebody else
 * compresses or redacts.
 */
export function lockedProgress(
  tx: WriteSql,
  storeKey: number,
  whenLocked: 'skip' | 'wait',
): Promise<(RowOf<typeof LAST> & RowOf<typeof COMPRESSED>) | undefined> {
  const skip = whenLocked === 'skip' ? ' SKIP LOCKED' : ''
  return tx.get<RowOf<typeof LAST> & RowOf<typeof COMPRESSED>>(
    `SELECT ${LAST.list}, ${COMPRESSED.list}
     FROM store_compressions c JOIN memory_stores s ON s.key = c.store_key
     WHERE c.store_key = ? AND s.deleted_at IS NULL ${tx.forUpdate && `FOR UPDATE OF c${skip}`}`,
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
  await tx.later('UPDATE store_compressions SET compressed_sequence = ? WHERE store_key = ?', [
    sequence,
    storeKey,
  ])
}
