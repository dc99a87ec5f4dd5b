import { columns, type RowOf } from '@/lib/db/columns'
import type { Sql, WriteSql } from '@/lib/db/sql'

/** Stores as the timers ask for them that propose what expires and end what waited too long. */

const STORE = columns('s', 'memoryStore', ['key', 'id', 'settings'])

export type ExpiringRow = RowOf<typeof STORE>

const SELECT = `SELECT ${STORE.list} FROM memory_stores s
  WHERE s.deleted_at IS NULL AND s.archived_at IS NULL`

/** The stores whose settings say since when memories expire. */
export function storesThatExpire(sql: Sql): Promise<ExpiringRow[]> {
  return sql.all<ExpiringRow>(`${SELECT} AND s.settings LIKE '%"expirySince":%'`)
}

/** A store that is in use. */
export function storeInUse(sql: Sql, id: string): Promise<ExpiringRow | undefined> {
  return sql.get<ExpiringRow>(`${SELECT} AND s.id = ?`, [id])
}

/** The same, locked until the transaction ends. */
export function lockedStoreInUse(tx: WriteSql, id: string): Promise<ExpiringRow | undefined> {
  return tx.get<ExpiringRow>(`${SELECT} AND s.id = ? ${tx.forUpdate}`, [id])
}

const POLICY = columns('s', 'memoryStore', ['key', 'policyRevision'])

/** A store's present policy. */
export function policyOfStore(sql: Sql, id: string): Promise<RowOf<typeof POLICY> | undefined> {
  return sql.get<RowOf<typeof POLICY>>(
    `SELECT ${POLICY.list} FROM memory_stores s WHERE s.id = ?`,
    [id],
  )
}
