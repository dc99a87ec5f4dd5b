import { columns, type RowOf } from '@/lib/db/columns'
import type { Sql } from '@/lib/db/sql'

const VERSION = columns('v', 'memoryVersion', ['id', 'sequence'])

export type ChangedRow = RowOf<typeof VERSION>

/** The first changes of a store after one and up to another, in order, by the primary key. */
export function changesBetween(
  sql: Sql,
  { storeId, after, upTo, limit }: { storeId: string; after: number; upTo: number; limit: number },
): Promise<ChangedRow[]> {
  return sql.all<ChangedRow>(
    `SELECT ${VERSION.list} FROM memory_versions v JOIN memory_stores s ON s.key = v.store_key
     WHERE s.id = ? AND v.sequence > ? AND v.sequence <= ? ORDER BY v.sequence LIMIT ?`,
    [storeId, after, upTo, limit],
  )
}
