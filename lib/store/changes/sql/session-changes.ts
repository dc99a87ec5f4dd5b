import { columns, type RowOf } from '@/lib/db/columns'
import type { Sql } from '@/lib/db/sql'
import type { VersionCondition } from '../../write/find'

/** Writes of sessions, as their runs, imports and programs over the API ask for them. */

/** Returns whether a session has a store attached. */
export async function isAttached(
  sql: Sql,
  { storeId, sessionId }: { storeId: string; sessionId: string },
): Promise<boolean> {
  const row = await sql.get(
    `SELECT 1 AS found FROM session_stores a JOIN sessions s ON s.key = a.session_key
     WHERE s.id = ? AND a.store_id = ?`,
    [sessionId, storeId],
  )
  return row !== undefined
}

/** Returns whether a session's run wrote to a store. */
export async function hasRunWritten(
  sql: Sql,
  { storeKey, sessionId }: { storeKey: number; sessionId: string },
): Promise<boolean> {
  const row = await sql.get(
    `SELECT 1 AS found FROM memory_versions
     WHERE store_key = ? AND session_id = ? AND actor_type = 'session' LIMIT 1`,
    [storeKey, sessionId],
  )
  return row !== undefined
}

const MEMORY = columns('m', 'memory', ['id'])

type TouchedRow = RowOf<typeof MEMORY> & { path: string; lastAt: number }

/** The live memories that a session read or wrote, the latest first; `written`: what it wrote. */
export function touchedMemories(
  sql: Sql,
  asked: { storeKey: number; sessionId: string; written: VersionCondition; limit: number },
): Promise<TouchedRow[]> {
  const { storeKey, sessionId, written, limit } = asked
  return sql.all<TouchedRow>(
    `SELECT ${MEMORY.list}, m.path, MAX(t.at) AS "lastAt" FROM (
       SELECT r.memory_key, r.last_read_at AS at FROM memory_reads r
         WHERE r.store_key = ? AND r.session_id = ?
       UNION ALL
       SELECT v.memory_key, v.created_at AS at FROM memory_versions v
         WHERE v.store_key = ? AND ${written.condition}
     ) t JOIN memories m ON m.key = t.memory_key
     WHERE m.path IS NOT NULL
     GROUP BY m.id, m.path ORDER BY "lastAt" DESC, m.id LIMIT ?`,
    [storeKey, sessionId, storeKey, ...written.params, limit],
  )
}

const VERSION = columns('v', 'memoryVersion', ['id'])

type VersionInStoreRow = RowOf<typeof VERSION> & { storeId: string }

/** Lists the versions that one tool use wrote in a store, the oldest first. */
export function writtenByToolUse(
  sql: Sql,
  { storeId, sessionId, toolUseId }: { storeId: string; sessionId: string; toolUseId: string },
): Promise<VersionInStoreRow[]> {
  return sql.all<VersionInStoreRow>(
    `SELECT ${VERSION.list}, s.id AS "storeId" FROM memory_stores s
     JOIN memory_versions v ON v.store_key = s.key
     WHERE s.id = ? AND v.session_id = ? AND v.tool_use_id = ? ORDER BY v.sequence`,
    [storeId, sessionId, toolUseId],
  )
}

export function storeOfVersion(
  sql: Sql,
  versionId: string,
): Promise<VersionInStoreRow | undefined> {
  return sql.get<VersionInStoreRow>(
    `SELECT ${VERSION.list}, s.id AS "storeId" FROM memory_versions v
     JOIN memory_stores s ON s.key = v.store_key WHERE v.id = ?`,
    [versionId],
  )
}
