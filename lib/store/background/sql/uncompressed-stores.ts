import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { Sql } from '@/lib/db/sql'

/** Stores with changes left to compress: a timer asks after changes. */

const KEY = columns('s', 'memoryStore', ['key'])

/** A store, and how many of its changes are not compressed, at most. */
export type UncompressedRow = RowOf<typeof KEY> & { pending: number }

const UNCOMPRESSED = `SELECT ${KEY.list}, s.last_sequence - c.compressed_sequence AS pending
  FROM memory_stores s
  JOIN store_compressions c ON c.store_key = s.key
  WHERE c.compressed_sequence < s.last_sequence AND s.deleted_at IS NULL`

/** All stores with changes that are not compressed; a look at each store's row. */
export function uncompressedStores(sql: Sql): Promise<UncompressedRow[]> {
  return sql.all<UncompressedRow>(UNCOMPRESSED)
}

/** Those of these stores. */
export function uncompressedOf(sql: Sql, storeKeys: readonly number[]): Promise<UncompressedRow[]> {
  return sql.all<UncompressedRow>(`${UNCOMPRESSED} AND s.key IN ${oneOf(storeKeys)}`, storeKeys)
}
