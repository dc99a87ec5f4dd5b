import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { BulkSql, Sql } from '@/lib/db/sql'

/**
 * Queries for the agents of sessions and the decisions about them: each write of an agent runs
 * them.
 */

const SESSION = columns('s', 'session', ['id', 'settings', 'actorType', 'actorId'])

export type SessionRow = RowOf<typeof SESSION>

export function sessionsByIds(sql: Sql, ids: readonly string[]): Promise<SessionRow[]> {
  return sql.all<SessionRow>(
    `SELECT ${SESSION.list} FROM sessions s WHERE s.id IN ${oneOf(ids)}`,
    ids,
  )
}

const AUTHOR = columns('c', 'changeset', ['actorType', 'actorId'])

/** The authors of a store's newest changesets. */
export function newestAuthors(
  sql: BulkSql,
  storeId: string,
  limit: number,
): Promise<RowOf<typeof AUTHOR>[]> {
  return sql.all<RowOf<typeof AUTHOR>>(
    `SELECT ${AUTHOR.list} FROM changesets c JOIN memory_stores s ON s.key = c.store_key
     WHERE s.id = ? ORDER BY c.key DESC LIMIT ?`,
    [storeId, limit],
  )
}

const DECISION = columns('d', 'hunkDecision', ['decision', 'seen', 'decidedAt'])

export type DecidedRow = RowOf<typeof DECISION> & { path: string | null }

/** The decisions in a store since a time, with the authors of what was decided. */
export function decisionsSince(
  sql: Sql,
  storeKey: number,
  since: number,
): Promise<(DecidedRow & RowOf<typeof AUTHOR>)[]> {
  return sql.all<DecidedRow & RowOf<typeof AUTHOR>>(
    `SELECT ${AUTHOR.list}, ${DECISION.list},
       coalesce(m.path, (SELECT n.path FROM memory_versions v JOIN path_nodes n ON n.key = v.node_key
         WHERE v.memory_key = d.memory_key AND v.sequence = d.through_sequence)) AS path
     FROM hunk_decisions d CROSS JOIN changesets c JOIN memories m ON m.key = d.memory_key
     WHERE d.decided_at >= ? AND c.key = d.changeset_key AND c.store_key = ?`,
    [since, storeKey],
  )
}
