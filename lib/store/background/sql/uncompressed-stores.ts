import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { Sql } from '@/lib/db/sql'

/** Stores with changes left to compress: a timer asks after changes. */

const KEY = columns('s', 'memoryStore', ['key'])

const UNCOMPRESSED = `SELECT ${KEY.list} FROM memory_stores s
  JOIN store_compressions c ON c.store_key = s.key
  WHERE c.compressed_sequence < s.last_sequence AND s.deleted_at IS NULL`

/** All stores with changes that are not compressed; a look at each store's row. */
export function uncompressedStores(sql: Sql): Promise<RowOf<typeof KEY>[]> {
  return sql.all<RowOf<typeof KEY>>(UNCOMPRESSED)
}

/** Those of these stores. */
export function uncompressedOf(
  sql: Sql,
  storeKeys: readonly number[],
): Promise<RowOf<typeof KEY>[]> {
  return sql.all<RowOf<typeof KEY>>(`${UNCOMPRESSED} AND s.key IN ${oneOf(storeKeys)}`, storeKeys)
}
