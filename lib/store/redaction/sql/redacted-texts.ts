import { columns, type RowOf } from '@/lib/db/columns'
import type { Sql, WriteSql } from '@/lib/db/sql'

/**
 * Fingerprints of texts redacted in stores with a folder: the timer that reads folders asks, too.
 */

const CONNECTION = columns('c', 'connection', ['storeKey'])

export function storesWithFolders(sql: Sql): Promise<RowOf<typeof CONNECTION>[]> {
  return sql.all<RowOf<typeof CONNECTION>>(`SELECT DISTINCT ${CONNECTION.list} FROM connections c`)
}

const PRINT = columns('r', 'redactedText', ['length', 'sum', 'mac'])

/** The length, sum and MAC of a redacted text. */
export type Fingerprint = RowOf<typeof PRINT>

interface Made {
  storeKey: number
  print: Fingerprint
  /** of the key by which it was made */
  keyId: string
  now: number
}

/** One that is there already becomes the newest. */
export async function putRedactedText(
  tx: WriteSql,
  { storeKey, print, keyId, now }: Made,
): Promise<void> {
  const { length, sum, mac } = print
  await tx.run('DELETE FROM redacted_texts WHERE store_key = ? AND mac = ?', [storeKey, mac])
  await tx.run(
    `INSERT INTO redacted_texts (store_key, length, sum, mac, key_id, created_at)
     VALUES (?, ?, ?, ?, ?, ?)`,
    [storeKey, length, sum, mac, keyId, now],
  )
}

/** Deletes all of a store but so many of the newest. */
export async function keepNewest(tx: WriteSql, storeKey: number, count: number): Promise<void> {
  await tx.run(
    `DELETE FROM redacted_texts WHERE store_key = ? AND key <= coalesce((
       SELECT key FROM redacted_texts WHERE store_key = ? ORDER BY key DESC LIMIT 1 OFFSET ?), 0)`,
    [storeKey, storeKey, count],
  )
}

const STORE = columns('s', 'memoryStore', ['key'])

export function storeKeyOf(sql: Sql, id: string): Promise<RowOf<typeof STORE> | undefined> {
  return sql.get<RowOf<typeof STORE>>(`SELECT ${STORE.list} FROM memory_stores s WHERE s.id = ?`, [
    id,
  ])
}

const KEYED = columns('r', 'redactedText', ['key', 'length', 'sum', 'mac', 'createdAt'])

/**
 * Those that were made by this key, or before that was noted; the oldest first. `storeKey` null: of
 * all stores.
 */
export function redactedTexts(
  sql: Sql,
  { storeKey, keyId }: { storeKey: number | null; keyId: string },
): Promise<RowOf<typeof KEYED>[]> {
  return sql.all<RowOf<typeof KEYED>>(
    `SELECT ${KEYED.list} FROM redacted_texts r
     WHERE r.key_id IN ('', ?) ${storeKey === null ? '' : 'AND r.store_key = ?'} ORDER BY r.key`,
    storeKey === null ? [keyId] : [keyId, storeKey],
  )
}

/** Counts those that were made by another key. `keyId` '': there is no key. */
export async function madeByOtherKeys(sql: Sql, keyId: string): Promise<number> {
  const row = await sql.get<{ count: number }>(
    "SELECT count(*) AS count FROM redacted_texts WHERE key_id NOT IN ('', ?)",
    [keyId],
  )
  return row?.count ?? 0
}
