import { columns, type RowOf } from '@/lib/db/columns'
import type { Sql, WriteSql } from '@/lib/db/sql'

/** Rows of a watched folder's store: they are locked, or a folder at work asks. */

const KEY = columns('s', 'memoryStore', ['key'])

/** A store that is not deleted, locked until the transaction ends, as every write does first. */
export function lockStore(tx: WriteSql, id: string): Promise<RowOf<typeof KEY> | undefined> {
  return tx.get<RowOf<typeof KEY>>(
    `SELECT ${KEY.list} FROM memory_stores s
     WHERE s.id = ? AND s.deleted_at IS NULL ${tx.forUpdate}`,
    [id],
  )
}

const SEQUENCE = columns('s', 'memoryStore', ['lastSequence'])

/** The newest change of a store; 0: none, or no such store. */
export async function lastSequenceOf(sql: Sql, storeKey: number): Promise<number> {
  const row = await sql.get<RowOf<typeof SEQUENCE>>(
    `SELECT ${SEQUENCE.list} FROM memory_stores s WHERE s.key = ?`,
    [storeKey],
  )
  return row?.lastSequence ?? 0
}

/** The newest text that is known to have been redacted in a store; 0: none. */
export async function newestRedacted(sql: Sql, storeKey: number): Promise<number> {
  const row = await sql.get<{ newest: number | null }>(
    'SELECT max(key) AS newest FROM redacted_texts WHERE store_key = ?',
    [storeKey],
  )
  return row?.newest ?? 0
}
