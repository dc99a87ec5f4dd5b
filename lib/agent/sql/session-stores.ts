import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { Sql, WriteSql } from '@/lib/db/sql'

/** The stores that are attached to sessions: runs and programs over the API ask for them. */

const ATTACHED = columns('a', 'sessionStore', [
  'sessionKey',
  'position',
  'storeId',
  'name',
  'description',
  'access',
  'instructions',
  'mountName',
])

export type AttachedRow = RowOf<typeof ATTACHED>

/** The stores of several sessions, in the order of each. */
export function storesOfSessions(sql: Sql, sessionKeys: readonly number[]): Promise<AttachedRow[]> {
  return sql.all<AttachedRow>(
    `SELECT ${ATTACHED.list} FROM session_stores a WHERE a.session_key IN ${oneOf(sessionKeys)}
     ORDER BY a.session_key, a.position`,
    sessionKeys,
  )
}

export async function attachStore(tx: WriteSql, row: AttachedRow): Promise<void> {
  await tx.run(
    `INSERT INTO session_stores (session_key, position, store_id, name, description, access,
       instructions, mount_name) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      row.sessionKey,
      row.position,
      row.storeId,
      row.name,
      row.description,
      row.access,
      row.instructions,
      row.mountName,
    ],
  )
}

/** Returns whether any of these stores has a policy for agents' writes. */
export async function haveAPolicy(sql: Sql, storeIds: readonly string[]): Promise<boolean> {
  const row = await sql.get(
    `SELECT 1 AS one FROM memory_stores
     WHERE id IN ${oneOf(storeIds)} AND policy_revision > 0 LIMIT 1`,
    storeIds,
  )
  return row !== undefined
}
