import { columns, type RowOf } from '@/lib/db/columns'
import type { Sql } from '@/lib/db/sql'
import { SELECT_VERSIONS, type VersionRow } from '../../versions/sql/version-rows'

/**
 * Versions of a write that is rolled back again, to show it before it is made: read within its
 * transaction, for agents' calls too.
 */

/** Lists the versions that one tool use of a session wrote in a store, the oldest first. */
export function versionsOfCall(
  sql: Sql,
  storeKey: number,
  { sessionId, toolUseId }: { sessionId: string; toolUseId: string },
): Promise<VersionRow[]> {
  return sql.all<VersionRow>(
    `${SELECT_VERSIONS} WHERE v.store_key = ? AND v.session_id = ? AND v.tool_use_id = ?
     ORDER BY v.sequence`,
    [storeKey, sessionId, toolUseId],
  )
}

/** Lists the versions that a tool use outside of sessions wrote in a store after a sequence. */
export function versionsOfToolUse(
  sql: Sql,
  storeKey: number,
  { sinceSequence, toolUseId }: { sinceSequence: number; toolUseId: string },
): Promise<VersionRow[]> {
  return sql.all<VersionRow>(
    `${SELECT_VERSIONS} WHERE v.store_key = ? AND v.sequence > ? AND v.tool_use_id = ?
     ORDER BY v.sequence`,
    [storeKey, sinceSequence, toolUseId],
  )
}

const STORE = columns('s', 'memoryStore', ['id'])

export function storeByKey(sql: Sql, key: number): Promise<RowOf<typeof STORE> | undefined> {
  return sql.get<RowOf<typeof STORE>>(`SELECT ${STORE.list} FROM memory_stores s WHERE s.key = ?`, [
    key,
  ])
}
