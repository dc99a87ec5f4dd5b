import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { BulkSql } from '@/lib/db/sql'
import { IS_DELETED, LAST_PATH } from '../../changesets/sql/last-path'
import { AGE_SPANS, WAIT_SPANS } from '../../model/metrics'
import { type MetricsScope, ofStores, spanOf } from '../metrics-scope'

/** Sums over all that was decided in a period: for the threads that read for long work. */

const STORE = columns('s', 'memoryStore', ['key'])

/** The stores among these that were not deleted. */
export function keysOfStores(sql: BulkSql, ids: readonly string[]): Promise<RowOf<typeof STORE>[]> {
  return sql.all<RowOf<typeof STORE>>(
    `SELECT ${STORE.list} FROM memory_stores s WHERE s.id IN ${oneOf(ids)} AND s.deleted_at IS NULL`,
    ids,
  )
}

/** Time from a change to its decision. */
const WAIT = 'd.decided_at - d.changed_at'

const AUTHOR = columns('c', 'changeset', ['actorType', 'actorId'])

/** Decisions about what an author wrote, in one span of time after it. */
export type DecidedRow = RowOf<typeof AUTHOR> & {
  /** −1: not known */
  span: number
  decided: number
  rejected: number
  edited: number
  seen: number
  keptSeen: number
}

export function countedDecisions(sql: BulkSql, scope: MetricsScope): Promise<DecidedRow[]> {
  const [stores, keys] = ofStores('c.store_key', scope)
  return sql.all<DecidedRow>(
    `SELECT ${AUTHOR.list},
       CASE WHEN d.changed_at IS NULL THEN -1 ELSE ${spanOf(WAIT, WAIT_SPANS)} END AS span,
       count(*) AS decided,
       CAST(sum(CASE WHEN d.decision = 'rejected' THEN 1 ELSE 0 END) AS BIGINT) AS rejected,
       CAST(sum(CASE WHEN d.decision = 'edited' THEN 1 ELSE 0 END) AS BIGINT) AS edited,
       CAST(sum(d.seen) AS BIGINT) AS seen,
       CAST(sum(CASE WHEN d.decision <> 'rejected' THEN d.seen ELSE 0 END) AS BIGINT) AS "keptSeen"
     FROM hunk_decisions d CROSS JOIN changesets c
     WHERE d.decided_at >= ? AND d.decided_at < ? AND c.key = d.changeset_key${stores}
     GROUP BY 1, 2, 3`,
    [scope.from, scope.to, ...keys],
  )
}

interface RejectedRow {
  storeId: string
  memoryId: string
  path: string | null
  isDeleted: number
  decided: number
  rejected: number
}

/** The memories of which most was rejected. */
export function mostRejected(
  sql: BulkSql,
  scope: MetricsScope,
  limit: number,
): Promise<RejectedRow[]> {
  const [stores, keys] = ofStores('m.store_key', scope)
  return sql.all<RejectedRow>(
    `WITH counts AS (
       SELECT d.memory_key, count(*) AS decided,
         CAST(sum(CASE WHEN d.decision = 'rejected' THEN 1 ELSE 0 END) AS BIGINT) AS rejected
       FROM hunk_decisions d WHERE d.decided_at >= ? AND d.decided_at < ? GROUP BY d.memory_key
     )
     SELECT s.id AS "storeId", m.id AS "memoryId", ${LAST_PATH} AS path,
       ${IS_DELETED} AS "isDeleted", counts.decided, counts.rejected
     FROM counts CROSS JOIN memories m CROSS JOIN memory_stores s
     WHERE counts.rejected > 0 AND m.key = counts.memory_key AND s.key = m.store_key${stores}
     ORDER BY counts.rejected DESC, counts.decided DESC, m.key LIMIT ?`,
    [scope.from, scope.to, ...keys, limit],
  )
}

/** The time to a decision in the middle; null: nothing was decided. */
export function medianWait(sql: BulkSql, scope: MetricsScope): Promise<number | null> {
  return waitAt(sql, scope, { order: 'ASC', place: '(count(*) - 1) / 2' })
}

/** The shortest time to a decision among the slowest tenth; null: nothing was decided. */
export function slowWait(sql: BulkSql, scope: MetricsScope): Promise<number | null> {
  return waitAt(sql, scope, { order: 'DESC', place: 'count(*) - (count(*) * 9 + 9) / 10' })
}

/** Two short sorts cost half of one window over all. */
async function waitAt(
  sql: BulkSql,
  scope: MetricsScope,
  { order, place }: { order: 'ASC' | 'DESC'; place: string },
): Promise<number | null> {
  const [stores, keys] = ofStores('c.store_key', scope)
  const from =
    scope.storeKeys === null
      ? 'hunk_decisions d WHERE 1 = 1'
      : `hunk_decisions d CROSS JOIN changesets c WHERE c.key = d.changeset_key${stores}`
  const period = 'AND d.decided_at >= ? AND d.decided_at < ? AND d.changed_at IS NOT NULL'
  const params = [...keys, scope.from, scope.to]
  const row = await sql.get<{ wait: number }>(
    `SELECT ${WAIT} AS wait FROM ${from} ${period} ORDER BY wait ${order} LIMIT 1
     OFFSET (SELECT ${place} FROM ${from} ${period})`,
    [...params, ...params],
  )
  return row?.wait ?? null
}

const FINDING = columns('f', 'finding', ['rule'])

/** Counts the outcomes of a period's findings by rule, the most raised first. */
export function countedFindings(
  sql: BulkSql,
  scope: MetricsScope,
): Promise<(RowOf<typeof FINDING> & { raised: number; right: number; wrong: number })[]> {
  const [stores, keys] = ofStores('f.store_key', scope)
  return sql.all<RowOf<typeof FINDING> & { raised: number; right: number; wrong: number }>(
    `SELECT ${FINDING.list}, count(*) AS raised,
       CAST(sum(CASE WHEN f.status IN ('fixed', 'accepted_risk') THEN 1 ELSE 0 END) AS BIGINT)
         AS "right",
       CAST(sum(CASE WHEN f.status = 'false_positive' THEN 1 ELSE 0 END) AS BIGINT) AS wrong
     FROM findings f WHERE f.found_at >= ? AND f.found_at < ?${stores}
     GROUP BY f.rule ORDER BY raised DESC, f.rule`,
    [scope.from, scope.to, ...keys],
  )
}

/** Counts the writes that a rule let land. */
export async function countOfLanded(sql: BulkSql, scope: MetricsScope): Promise<number> {
  const [stores, keys] = ofStores('o.store_key', scope)
  const row = await sql.get<{ count: number }>(
    `SELECT count(*) AS count FROM policy_outcomes o
     WHERE o.action = 'land' AND o.decided_at >= ? AND o.decided_at < ?${stores}`,
    [scope.from, scope.to, ...keys],
  )
  return row?.count ?? 0
}

const PROPOSAL = columns('p', 'proposal', ['state'])

/** Counts the outcomes of held writes. */
export function countedProposals(
  sql: BulkSql,
  scope: MetricsScope,
): Promise<(RowOf<typeof PROPOSAL> & { count: number })[]> {
  const [stores, keys] = ofStores('p.store_key', scope)
  return sql.all<RowOf<typeof PROPOSAL> & { count: number }>(
    `SELECT ${PROPOSAL.list}, count(*) AS count FROM proposals p
     WHERE p.state IN ('allowed', 'denied', 'lapsed')
       AND p.decided_at >= ? AND p.decided_at < ?${stores} GROUP BY p.state`,
    [scope.from, scope.to, ...keys],
  )
}

/** For how long reviewers looked at how many changesets, from a day on. */
export function attentionFrom(
  sql: BulkSql,
  scope: MetricsScope,
  day: number,
): Promise<{ changesets: number; total: number | null } | undefined> {
  const [stores, keys] = ofStores('c.store_key', scope)
  return sql.get<{ changesets: number; total: number | null }>(
    `SELECT count(DISTINCT a.changeset_key) AS changesets,
       CAST(sum(a.visible_ms) AS BIGINT) AS total
     FROM review_attention a CROSS JOIN changesets c
     WHERE a.day >= ? AND a.day < ? AND c.key = a.changeset_key${stores}`,
    [day, scope.to, ...keys],
  )
}

/** Counts the open changesets by age. */
export function openBySpan(
  sql: BulkSql,
  scope: MetricsScope,
): Promise<{ span: number; count: number }[]> {
  const [stores, keys] = ofStores('c.store_key', scope)
  const span = spanOf('CAST(? AS BIGINT) - c.last_changed_at', AGE_SPANS)
  return sql.all<{ span: number; count: number }>(
    `SELECT ${span} AS span, count(*) AS count FROM changesets c
     WHERE c.state = 'open'${stores} GROUP BY 1`,
    [...AGE_SPANS.map(() => scope.now), ...keys],
  )
}
