import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { BulkSql, Sql } from '@/lib/db/sql'

/** Searches whole stores for a text, on the threads of long reads. */

const STORE = columns('s', 'memoryStore', ['key', 'id'])

export function storesById(sql: Sql): Promise<RowOf<typeof STORE>[]> {
  return sql.all<RowOf<typeof STORE>>(
    `SELECT ${STORE.list} FROM memory_stores s WHERE s.deleted_at IS NULL ORDER BY s.id`,
  )
}

const OWNER = columns('v', 'memoryVersion', ['memoryKey'])

/** The memories that were once at a path with a text. */
export function memoriesNamed(
  sql: BulkSql,
  storeKey: number,
  text: string,
): Promise<RowOf<typeof OWNER>[]> {
  return sql.all<RowOf<typeof OWNER>>(
    `SELECT DISTINCT ${OWNER.list} FROM path_nodes n JOIN memory_versions v ON v.node_key = n.key
     WHERE n.store_key = ? AND replace(n.path, ?, '') <> n.path`,
    [storeKey, text],
  )
}

/** The most changes per call of `memoriesOfChanges`. */
export const MAX_CHANGES = 256

export function memoriesOfChanges(
  sql: BulkSql,
  storeKey: number,
  sequences: readonly number[],
): Promise<RowOf<typeof OWNER>[]> {
  const padded = [...sequences, ...Array<number>(MAX_CHANGES - sequences.length).fill(-1)]
  return sql.all<RowOf<typeof OWNER>>(
    `SELECT DISTINCT ${OWNER.list} FROM memory_versions v
     WHERE v.store_key = ? AND v.sequence IN ${oneOf(padded)}`,
    [storeKey, ...padded],
  )
}
