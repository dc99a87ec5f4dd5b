import type { Sql, SqlValue } from '@/lib/db/sql'
import { oneOf } from '@/lib/db/one-of'
import type { Reason } from '../../model/attention'

/** If few changesets match a filter, the list is built from those: programs list over the API. */

/** Filters that may match few changesets, at unpredictable places in the list's order. */
export interface RareMatch {
  pathPrefix?: string | undefined
  assigneeId?: string | undefined
  /** any of these; none: not asked for */
  reasons: readonly Reason[]
  isWaiting?: true | undefined
  comments?: 'open' | 'answered' | undefined
  sessionId?: string | undefined
}

/** A query that selects keys of changesets, as `key`. */
export interface KeysQuery {
  text: string
  params: SqlValue[]
}

/** If more than this match, walking the list in its order finds them soon enough. */
const MAX_NAMED = 1_000

/** The last character of all: what comes after every text with a beginning. */
const LAST = '\u{10ffff}'

/**
 * Builds queries for the keys of changesets that may match the filter. A condition that more than a
 * thousand match gets none. The caller checks the matches. Each query costs what it finds.
 */
export async function matchingChangesets(sql: Sql, filter: RareMatch): Promise<KeysQuery[]> {
  const queries = [
    ...(filter.pathPrefix === undefined ? [] : [byPath(filter.pathPrefix)]),
    ...(filter.assigneeId === undefined ? [] : [byAssignee(filter.assigneeId)]),
    ...(filter.reasons.length === 0 ? [] : [byReasons(filter.reasons)]),
    ...(filter.isWaiting ? [WAITING] : []),
    ...(filter.comments === undefined ? [] : [COMMENTED[filter.comments]]),
    ...(filter.sessionId === undefined ? [] : [ofSession(filter.sessionId)]),
  ]
  const few: KeysQuery[] = []
  for (const query of queries) if (await isFew(sql, query)) few.push(query)
  return few
}

async function isFew(sql: Sql, { text, params }: KeysQuery): Promise<boolean> {
  const row = await sql.get<{ count: number }>(
    `SELECT count(*) AS count FROM (${text} LIMIT ${MAX_NAMED + 1}) found`,
    params,
  )
  return (row?.count ?? 0) <= MAX_NAMED
}

const WAITING: KeysQuery = {
  text: `SELECT p.changeset_key AS key FROM proposals p WHERE p.state = 'waiting'`,
  params: [],
}

const OPEN_COMMENTS = `SELECT k.changeset_key AS key FROM comments k
    WHERE k.status = 'open' AND k.changeset_key IS NOT NULL`

const COMMENTED: Record<'open' | 'answered', KeysQuery> = {
  open: { text: OPEN_COMMENTS, params: [] },
  answered: { text: `${OPEN_COMMENTS} AND k.answered_sequence IS NOT NULL`, params: [] },
}

const ofSession = (id: string): KeysQuery => ({
  text: 'SELECT b.key FROM changesets b WHERE b.session_id = ?',
  params: [id],
})

const byAssignee = (id: string): KeysQuery => ({
  text: 'SELECT a.key FROM changesets a WHERE a.assignee_id = ?',
  params: [id],
})

const byReasons = (reasons: readonly Reason[]): KeysQuery => ({
  text: `SELECT r.changeset_key AS key FROM changeset_reasons r
    WHERE r.reason IN ${oneOf(reasons)}`,
  params: [...reasons],
})

/**
 * Matches memories by their present path, versions by the path they were written to, and waiting
 * writes.
 */
function byPath(prefix: string): KeysQuery {
  const range = [prefix, `${prefix}${LAST}`]
  return {
    text: `SELECT m.changeset_key AS key FROM memory_stores s CROSS JOIN memories x
        CROSS JOIN changeset_memories m
      WHERE s.deleted_at IS NULL AND x.store_key = s.key AND x.path >= ? AND x.path < ?
        AND m.memory_key = x.key
      UNION ALL
      SELECT v.changeset_key FROM memory_stores s CROSS JOIN path_nodes n
        CROSS JOIN memory_versions v
      WHERE s.deleted_at IS NULL AND n.store_key = s.key AND n.path >= ? AND n.path < ?
        AND v.node_key = n.key AND v.changeset_key IS NOT NULL
      UNION ALL
      SELECT p.changeset_key FROM proposals p
      WHERE p.state = 'waiting'
        AND substr(p.path, 1, length(CAST(? AS TEXT))) = CAST(? AS TEXT)`,
    params: [...range, ...range, prefix, prefix],
  }
}
