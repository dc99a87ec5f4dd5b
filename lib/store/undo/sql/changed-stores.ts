import { columns, type RowOf } from '@/lib/db/columns'
import type { Sql } from '@/lib/db/sql'

/** Stores by who changed something in them: programs ask for the reach of a version over the API. */

const STORE = columns('s', 'memoryStore', ['key', 'id', 'quarantinedCount'])

/** A store in which somebody changed something. */
export type ChangedStore = RowOf<typeof STORE>

/** The caller adds the condition on changesets `c`. */
const SELECT = `SELECT DISTINCT ${STORE.list} FROM changesets c
  JOIN memory_stores s ON s.key = c.store_key WHERE s.deleted_at IS NULL`

/** A deleted store has no changesets. */
export function storesChangedInSession(sql: Sql, sessionId: string): Promise<ChangedStore[]> {
  return sql.all<ChangedStore>(`${SELECT} AND c.session_id = ? ORDER BY s.key`, [sessionId])
}

/** Lists the stores that an actor changed outside of sessions. */
export function storesChangedByActor(sql: Sql, actorId: string): Promise<ChangedStore[]> {
  return sql.all<ChangedStore>(
    `${SELECT} AND c.actor_id = ? AND c.session_id IS NULL ORDER BY s.key`,
    [actorId],
  )
}
