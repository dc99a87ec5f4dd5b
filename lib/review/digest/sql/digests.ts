import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { BulkSql, Sql } from '@/lib/db/sql'
import { DAY_MS } from '@/lib/text/day-ms'
import { type ChangesetRow, SELECT_CHANGESETS } from '../../changesets/sql/changesets'
import { IS_DELETED, LAST_PATH } from '../../changesets/sql/last-path'
import { type MetricsScope, ofStores } from '../../metrics/metrics-scope'

/** Queries of the digest, which a timer posts: everything of a day or a week. */

const CHANGESET = columns('c', 'changeset', ['actorType', 'actorId'])
const PROPOSAL = columns('p', 'proposal', ['actorType', 'actorId'])

/** An actor's change of a memory. */
export type ListedRow = RowOf<typeof CHANGESET> & {
  changesetId: string
  storeId: string
  path: string | null
  isDeleted: number
}

/** The newest rejections. */
export function newestRejected(
  sql: BulkSql,
  scope: MetricsScope,
  limit: number,
): Promise<(ListedRow & { at: number })[]> {
  const [stores, keys] = ofStores('c.store_key', scope)
  return sql.all<ListedRow & { at: number }>(
    `SELECT ${CHANGESET.list}, c.id AS "changesetId", s.id AS "storeId",
       ${LAST_PATH} AS path, ${IS_DELETED} AS "isDeleted", d.decided_at AS at
     FROM hunk_decisions d CROSS JOIN changesets c CROSS JOIN memory_stores s CROSS JOIN memories m
     WHERE d.decided_at >= ? AND d.decided_at < ? AND d.decision = 'rejected'
       AND c.key = d.changeset_key AND s.key = c.store_key AND m.key = d.memory_key${stores}
     ORDER BY d.decided_at DESC, d.key LIMIT ?`,
    [scope.from, scope.to, ...keys, limit],
  )
}

/** The newest held writes that lapsed. */
export function newestLapsed(
  sql: BulkSql,
  scope: MetricsScope,
  limit: number,
): Promise<(ListedRow & { at: number })[]> {
  const [stores, keys] = ofStores('p.store_key', scope)
  return sql.all<ListedRow & { at: number }>(
    `SELECT ${PROPOSAL.list}, c.id AS "changesetId", s.id AS "storeId", p.path,
       0 AS "isDeleted", p.decided_at AS at
     FROM proposals p CROSS JOIN changesets c CROSS JOIN memory_stores s
     WHERE p.state = 'lapsed' AND p.decided_at >= ? AND p.decided_at < ?
       AND c.key = p.changeset_key AND s.key = p.store_key${stores}
     ORDER BY p.decided_at DESC, p.key LIMIT ?`,
    [scope.from, scope.to, ...keys, limit],
  )
}

const changedIn = (stores: string) => `changesets c CROSS JOIN changeset_memories k
  WHERE c.last_changed_at >= ? AND c.last_changed_at < ? AND k.changeset_key = c.key${stores}`

/** The lines that changesets removed and lost, and in how many memories. */
export function sumOfLines(
  sql: BulkSql,
  scope: MetricsScope,
): Promise<{ lines: number | null; removed: number | null; memories: number } | undefined> {
  const [stores, keys] = ofStores('c.store_key', scope)
  return sql.get<{ lines: number | null; removed: number | null; memories: number }>(
    `SELECT CAST(sum(k.lost_lines) AS BIGINT) AS lines,
       CAST(sum(k.removed_lines) AS BIGINT) AS removed,
       count(CASE WHEN k.lost_lines > 0 THEN 1 END) AS memories FROM ${changedIn(stores)}`,
    [scope.from, scope.to, ...keys],
  )
}

/** The memories that lost most lines. */
export function mostLost(
  sql: BulkSql,
  scope: MetricsScope,
  limit: number,
): Promise<(ListedRow & { memoryId: string; lines: number })[]> {
  const [stores, keys] = ofStores('c.store_key', scope)
  return sql.all<ListedRow & { memoryId: string; lines: number }>(
    `SELECT most.actor_type AS "actorType", most.actor_id AS "actorId",
       most.id AS "changesetId", s.id AS "storeId", m.id AS "memoryId",
       most.lost_lines AS lines, ${LAST_PATH} AS path, ${IS_DELETED} AS "isDeleted" FROM (
       SELECT c.id, c.store_key, c.actor_type, c.actor_id, k.memory_key, k.lost_lines
       FROM ${changedIn(stores)} AND k.lost_lines > 0
       ORDER BY k.lost_lines DESC, c.key, k.memory_key LIMIT ?) most
     CROSS JOIN memory_stores s CROSS JOIN memories m
     WHERE s.key = most.store_key AND m.key = most.memory_key ORDER BY most.lost_lines DESC`,
    [scope.from, scope.to, ...keys, limit],
  )
}

/** Counts the open changesets and their open hunks. */
export function sumOfOpen(
  sql: BulkSql,
  scope: MetricsScope,
): Promise<{ changesets: number; hunks: number | null } | undefined> {
  const [stores, keys] = ofStores('c.store_key', scope)
  return sql.get<{ changesets: number; hunks: number | null }>(
    `SELECT count(*) AS changesets, CAST(sum(c.open_hunks) AS BIGINT) AS hunks
     FROM changesets c WHERE c.state = 'open'${stores}`,
    keys,
  )
}

/** The changesets that are open for longest. */
export function longestOpen(
  sql: BulkSql,
  scope: MetricsScope,
  limit: number,
): Promise<ChangesetRow[]> {
  const [stores, keys] = ofStores('c.store_key', scope)
  return sql.all<ChangesetRow>(
    `${SELECT_CHANGESETS} AND c.key IN (SELECT c.key FROM changesets c WHERE c.state = 'open'${stores}
       ORDER BY c.last_changed_at, c.key LIMIT ?) ORDER BY c.last_changed_at, c.key`,
    [...keys, limit],
  )
}

const VERSION = columns('v', 'memoryVersion', ['actorId'])

type WritesRow = RowOf<typeof VERSION> & { actorType: string; day: number; writes: number }

/**
 * True if an agent wrote a version `v`, as the log names its author. Changesets alone do not tell:
 * what landed by a rule, and what a person left of a write that they edited, is in none.
 */
const IS_AGENTS = `(v.changeset_key IS NOT NULL OR (v.actor_type IN ('session', 'api_key')
  AND NOT EXISTS (SELECT 1 FROM batches taken WHERE taken.key = v.batch_key
    AND taken.kind IN ('seed', 'history'))
  AND NOT EXISTS (SELECT 1 FROM api_keys k WHERE k.id = v.actor_id AND k.purpose = 'script')))`

/**
 * Agents' writes by days since 1970; read through the index on the times of each store's changes.
 */
export function writesByDay(sql: BulkSql, scope: MetricsScope): Promise<WritesRow[]> {
  const [stores, keys] = ofStores('s.key', scope)
  return sql.all<WritesRow>(
    `SELECT v.actor_type AS "actorType", ${VERSION.list}, e.created_at / ${DAY_MS} AS day,
       count(*) AS writes
     FROM ${written(stores)} AND ${IS_AGENTS} GROUP BY 1, 2, 3`,
    [...keys, scope.from, scope.to],
  )
}

/** Selects the changes of the scope's time, as versions `v` of stores `s`, by the index of their times. */
const written = (stores: string) => `memory_stores s CROSS JOIN store_events e
       CROSS JOIN memory_versions v
     WHERE s.deleted_at IS NULL${stores} AND e.store_key = s.key
       AND e.created_at >= ? AND e.created_at < ?
       AND v.store_key = e.store_key AND v.sequence = e.sequence`

/** The agents that wrote, each with how many memories all of them changed. */
export function agentsThatWrote(
  sql: BulkSql,
  scope: MetricsScope,
): Promise<(RowOf<typeof VERSION> & { actorType: string; memories: number })[]> {
  const [stores, keys] = ofStores('s.key', scope)
  return sql.all<RowOf<typeof VERSION> & { actorType: string; memories: number }>(
    `WITH changed AS (
       SELECT DISTINCT v.actor_type, v.actor_id, v.memory_key FROM ${written(stores)} AND ${IS_AGENTS}
     )
     SELECT v.actor_type AS "actorType", ${VERSION.list},
       (SELECT count(DISTINCT memory_key) FROM changed) AS memories
     FROM changed v GROUP BY 1, 2`,
    [...keys, scope.from, scope.to],
  )
}

/** Counts the memories that an actor undid, restored, or wrote by applying a review. */
export async function correctedBy(
  sql: BulkSql,
  scope: MetricsScope,
  actorId: string,
): Promise<number> {
  const [stores, keys] = ofStores('s.key', scope)
  const row = await sql.get<{ count: number }>(
    `SELECT count(DISTINCT v.memory_key) AS count FROM ${written(stores)} AND v.actor_id = ?
       AND EXISTS (SELECT 1 FROM batches b WHERE b.key = v.batch_key
         AND b.kind IN ('restore', 'undo', 'review'))`,
    [...keys, scope.from, scope.to, actorId],
  )
  return row?.count ?? 0
}

/** Counts the decisions of one reviewer, and those of all. */
export async function decisionsOf(
  sql: BulkSql,
  scope: MetricsScope,
  actorId: string,
): Promise<{ own: number; all: number }> {
  const row = await sql.get<{ own: number; all: number }>(
    `SELECT count(CASE WHEN d.actor_id = ? THEN 1 END) AS own, count(*) AS "all"
     FROM hunk_decisions d WHERE d.decided_at >= ? AND d.decided_at < ?`,
    [actorId, scope.from, scope.to],
  )
  return row ?? { own: 0, all: 0 }
}

/** Counts the held writes that somebody denied, and those that lapsed. */
export async function endedProposals(
  sql: BulkSql,
  scope: MetricsScope,
  deniedBy: string,
): Promise<{ denied: number; lapsed: number }> {
  const row = await sql.get<{ denied: number; lapsed: number }>(
    `SELECT count(CASE WHEN p.state = 'denied' AND p.decider_id = ? THEN 1 END) AS denied,
       count(CASE WHEN p.state = 'lapsed' THEN 1 END) AS lapsed
     FROM proposals p WHERE p.state IN ('denied', 'lapsed')
       AND p.decided_at >= ? AND p.decided_at < ?`,
    [deniedBy, scope.from, scope.to],
  )
  return row ?? { denied: 0, lapsed: 0 }
}

const NAMED = columns('a', 'actor', ['id'])

/** Returns those of these actors that got their name, and so came, after a time. */
export function namedSince(
  sql: BulkSql,
  ids: readonly string[],
  since: number,
): Promise<RowOf<typeof NAMED>[]> {
  return sql.all<RowOf<typeof NAMED>>(
    `SELECT ${NAMED.list} FROM actors a WHERE a.id IN ${oneOf(ids)} AND a.created_at >= ?`,
    [...ids, since],
  )
}

/** Returns whether a session with a model was begun before a time. */
export async function hasSessionBefore(
  sql: BulkSql,
  model: string,
  time: number,
): Promise<boolean> {
  const row = await sql.get<{ key: number }>(
    `SELECT s.key FROM sessions s WHERE s.created_at < ? AND s.settings LIKE ? LIMIT 1`,
    [time, `%"model":${JSON.stringify(model)}%`],
  )
  return row !== undefined
}

interface LandedRow {
  storeId: string
  ruleId: string
  count: number
}

/** The rules by which most writes landed. */
export function mostLanded(sql: BulkSql, scope: MetricsScope, limit: number): Promise<LandedRow[]> {
  const [stores, keys] = ofStores('o.store_key', scope)
  return sql.all<LandedRow>(
    `SELECT s.id AS "storeId", o.rule_id AS "ruleId", count(*) AS count
     FROM policy_outcomes o CROSS JOIN memory_stores s
     WHERE o.action = 'land' AND o.decided_at >= ? AND o.decided_at < ? AND o.rule_id IS NOT NULL
       AND s.key = o.store_key${stores}
     GROUP BY s.id, o.rule_id ORDER BY count DESC, o.rule_id LIMIT ?`,
    [scope.from, scope.to, ...keys, limit],
  )
}

const STORE = columns('s', 'memoryStore', ['key', 'id', 'policyRevision'])

export function storesWithPolicy(
  sql: BulkSql,
  scope: MetricsScope,
): Promise<RowOf<typeof STORE>[]> {
  const [stores, keys] = ofStores('s.key', scope)
  return sql.all<RowOf<typeof STORE>>(
    `SELECT ${STORE.list} FROM memory_stores s
     WHERE s.policy_revision > 0 AND s.deleted_at IS NULL${stores} ORDER BY s.key`,
    keys,
  )
}

const POST = columns('p', 'digestPost', ['startsAt', 'postedAt', 'tries', 'nextTryAt', 'fault'])

/** The newest digest that was to be posted. */
export function newestPost(sql: Sql): Promise<RowOf<typeof POST> | undefined> {
  return sql.get<RowOf<typeof POST>>(
    `SELECT ${POST.list} FROM digest_posts p ORDER BY p.starts_at DESC LIMIT 1`,
  )
}
