import { columns, type RowOf } from '@/lib/db/columns'
import type { Sql } from '@/lib/db/sql'

/**
 * Comments that ask an agent for a fix. Each call of an agent asks for those of the memory that it
 * works with, most often in vain: the client would take five times as long.
 */

const OPEN = columns('c', 'comment', ['id', 'revision'])
const LINES = columns('c', 'comment', ['fromLine', 'toLine'])
const MEMORY = columns('m', 'memory', ['path'])

type OpenRequest = RowOf<typeof OPEN>

/** A request that nobody resolved and no agent answered, on a memory that is not in quarantine. */
const IS_OPEN = `c.disposition = 'fix' AND c.status = 'open' AND c.answered_sequence IS NULL
  AND NOT EXISTS (SELECT 1 FROM quarantines q WHERE q.memory_key = c.memory_key)`

/** All open requests of a store, the oldest first. */
export function openRequestsOfStore(sql: Sql, storeId: string): Promise<OpenRequest[]> {
  return sql.all<OpenRequest>(
    `SELECT ${OPEN.list} FROM comments c
     WHERE c.store_key = (SELECT key FROM memory_stores WHERE id = ?) AND ${IS_OPEN} ORDER BY c.key`,
    [storeId],
  )
}

/** The oldest open requests on one memory. */
export function openRequestsOn(
  sql: Sql,
  { storeId, path, limit }: { storeId: string; path: string; limit: number },
): Promise<OpenRequest[]> {
  return sql.all<OpenRequest>(
    `SELECT ${OPEN.list} FROM memory_stores s CROSS JOIN memories m CROSS JOIN comments c
     WHERE s.id = ? AND m.store_key = s.key AND m.path = ? AND c.memory_key = m.key AND ${IS_OPEN}
     ORDER BY c.key LIMIT ?`,
    [storeId, path, limit],
  )
}

/** A request with its text and the lines that it is about. */
export type RequestRow = OpenRequest &
  RowOf<typeof LINES> &
  RowOf<typeof MEMORY> & {
    storeId: string
    memoryId: string
    versionId: string
    text: string
    /** the last; null: there is none */
    reply: string | null
  }

export function requestById(sql: Sql, id: string): Promise<RequestRow | undefined> {
  return sql.get<RequestRow>(
    `SELECT ${OPEN.list}, ${LINES.list}, ${MEMORY.list}, s.id AS "storeId", m.id AS "memoryId",
       v.id AS "versionId", first.text,
       (SELECT r.text FROM comment_remarks r WHERE r.comment_key = c.key AND r.key > first.key
        ORDER BY r.key DESC LIMIT 1) AS reply
     FROM comments c CROSS JOIN memory_stores s CROSS JOIN memories m CROSS JOIN memory_versions v
       CROSS JOIN comment_remarks first
     WHERE c.id = ? AND s.key = c.store_key AND s.deleted_at IS NULL AND m.key = c.memory_key
       AND v.store_key = c.store_key AND v.sequence = c.version_sequence
       AND first.key = (SELECT min(key) FROM comment_remarks WHERE comment_key = c.key)`,
    [id],
  )
}
