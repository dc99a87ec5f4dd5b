import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { Sql } from '@/lib/db/sql'

/**
 * Versions as the process at work on a folder and an agent's hooks ask for them; and what pages list
 * of many folders, by one statement for each of them.
 */

/** Returns whether a version of a path has this content: by the index of the path's versions. */
export async function holdsVersion(
  sql: Sql,
  { nodeKey, storeKey, sha256 }: { nodeKey: number; storeKey: number; sha256: string },
): Promise<boolean> {
  const row = await sql.get(
    `SELECT 1 AS found FROM memory_versions
     WHERE node_key = ? AND store_key = ? AND sha256 = ? LIMIT 1`,
    [nodeKey, storeKey, sha256],
  )
  return row !== undefined
}

const ID = columns('v', 'memoryVersion', ['id'])

export function versionOfChange(
  sql: Sql,
  storeKey: number,
  sequence: number,
): Promise<RowOf<typeof ID> | undefined> {
  return sql.get<RowOf<typeof ID>>(
    `SELECT ${ID.list} FROM memory_versions v WHERE v.store_key = ? AND v.sequence = ?`,
    [storeKey, sequence],
  )
}

const MEMORY = columns('m', 'memory', ['id'])
const CHANGE = columns('v', 'memoryVersion', ['sequence'])

/**
 * Returns the version that stood at a path at a time: by the index of the path's versions, the
 * newest first.
 */
export function versionThen(
  sql: Sql,
  { storeKey, path, at }: { storeKey: number; path: string; at: number },
): Promise<(RowOf<typeof MEMORY> & RowOf<typeof CHANGE>) | undefined> {
  return sql.get<RowOf<typeof MEMORY> & RowOf<typeof CHANGE>>(
    `SELECT ${MEMORY.list}, ${CHANGE.list} FROM path_nodes n
     JOIN memory_versions v ON v.node_key = n.key
     JOIN memories m ON m.key = v.memory_key
     WHERE n.store_key = ? AND n.path = ? AND v.operation <> 'deleted' AND v.created_at <= ?
     ORDER BY v.sequence DESC LIMIT 1`,
    [storeKey, path, at],
  )
}

const WRITTEN = columns('v', 'memoryVersion', ['storeKey', 'sequence', 'sessionId'])

/**
 * Lists the writes of a key by a call, in no session or in this one of another program: looks at
 * the newest changes of each store that changed since.
 */
export function writtenByCall(
  sql: Sql,
  asked: { toolUseId: string; outerId: string; since: number; perStore: number },
): Promise<RowOf<typeof WRITTEN>[]> {
  return sql.all<RowOf<typeof WRITTEN>>(
    `SELECT ${WRITTEN.list} FROM memory_stores s
     JOIN memory_versions v ON v.store_key = s.key AND v.sequence > s.last_sequence - ?
     WHERE s.last_changed_at >= ? AND s.deleted_at IS NULL AND v.tool_use_id = ?
       AND v.actor_type = 'api_key' AND (v.session_id IS NULL
         OR v.session_id IN (SELECT id FROM observed_sessions WHERE outer_id = ?))`,
    [asked.perStore, asked.since, asked.toolUseId, asked.outerId],
  )
}

const LATELY = columns('v', 'memoryVersion', ['id', 'operation', 'createdAt'])
const WRITER = columns('a', 'attribution', ['confidence', 'source', 'tool'])

/** A change; its path is null once it is redacted, and its writer where nobody is known. */
export type LatelyRow = RowOf<typeof LATELY> & {
  [F in keyof RowOf<typeof WRITER>]: RowOf<typeof WRITER>[F] | null
} & { memoryId: string; path: string | null }

/**
 * Of a store's newest changes those of these actors, newest first. `inspected`: how many are looked
 * at, whoever made them.
 */
export function newestBy(
  sql: Sql,
  asked: {
    storeKey: number
    actorIds: readonly string[]
    inspected: number
    limit: number
  },
): Promise<LatelyRow[]> {
  return sql.all<LatelyRow>(
    `SELECT ${LATELY.list}, ${WRITER.list}, m.id AS "memoryId", n.path
     FROM (SELECT * FROM memory_versions WHERE store_key = ? ORDER BY sequence DESC LIMIT ?) v
     JOIN memories m ON m.key = v.memory_key
     LEFT JOIN path_nodes n ON n.key = v.node_key
     LEFT JOIN attributions a ON a.store_key = v.store_key AND a.sequence = v.sequence
     WHERE v.actor_id IN ${oneOf(asked.actorIds)} ORDER BY v.sequence DESC LIMIT ?`,
    [asked.storeKey, asked.inspected, ...asked.actorIds, asked.limit],
  )
}
