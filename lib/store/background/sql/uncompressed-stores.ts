import { columns, type RowOf } from '@/lib/db/columns'
import type { Sql } from '@/lib/db/sql'

/** Stores with changes left to compress: a timer asks after changes. */

const KEY = columns('s', 'memoryStore', ['key'])

/** Stores with changes that are not compressed; a look at each store's row. */
export function uncompressedStores(sql: Sql): Promise<RowOf<typeof KEY>[]> {
  return sql.all<RowOf<typeof KEY>>(
    `SELECT ${KEY.list} FROM memory_stores s
     WHERE s.compressed_sequence < s.last_sequence AND s.deleted_at IS NULL`,
  )
}
