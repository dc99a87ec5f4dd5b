import type { Sql } from '@/lib/db/sql'
import type { ScanRule } from '@/lib/scan/rules'
import type { Actor } from '@/lib/store/model/actor'
import {
  type Rejections,
  type ReviewMetrics,
  type SpanCount,
  WAIT_SPANS,
  type RulePrecision,
} from '../model/metrics'
import { agentsOfSessions } from '../policy/evaluate-policy'
import { precisionOf } from '../policy/policy-health'
import { IS_DELETED, LAST_PATH } from '../changesets/sql/last-path'
import { type MetricsScope, ofStores, spanOf } from './metrics-scope'

const MAX_LISTED = 20

/** How long after its change a decision was made. */
const WAIT = 'd.decided_at - d.changed_at'

interface Row {
  actor_type: Actor['type']
  actor_id: string
  /** −1: not known */
  span: number
  decided: number
  rejected: number
  edited: number
  seen: number
  kept_seen: number
}

export interface DecisionMetrics {
  decisions: Omit<ReviewMetrics['decisions'], 'byRule'>
  spans: SpanCount[]
  byAgent: ReviewMetrics['byAgent']
}

/** Counts the decisions of a period in one pass over them. */
export async function decisionMetrics(sql: Sql, scope: MetricsScope): Promise<DecisionMetrics> {
  const [stores, keys] = ofStores('c.store_key', scope)
  const rows = await sql.all<Row>(
    `SELECT c.actor_type, c.actor_id,
       CASE WHEN d.changed_at IS NULL THEN -1 ELSE ${spanOf(WAIT, WAIT_SPANS)} END AS span,
       count(*) AS decided,
       CAST(sum(CASE WHEN d.decision = 'rejected' THEN 1 ELSE 0 END) AS BIGINT) AS rejected,
       CAST(sum(CASE WHEN d.decision = 'edited' THEN 1 ELSE 0 END) AS BIGINT) AS edited,
       CAST(sum(d.seen) AS BIGINT) AS seen,
       CAST(sum(CASE WHEN d.decision <> 'rejected' THEN d.seen ELSE 0 END) AS BIGINT) AS kept_seen
     FROM hunk_decisions d CROSS JOIN changesets c
     WHERE d.decided_at >= ? AND d.decided_at < ? AND c.key = d.changeset_key${stores}
     GROUP BY 1, 2, 3`,
    [scope.from, scope.to, ...keys],
  )
  const sum = (count: (row: Row) => number) => rows.reduce((all, row) => all + count(row), 0)
  const [decided, rejected] = [sum((row) => row.decided), sum((row) => row.rejected)]
  const [edited, seen] = [sum((row) => row.edited), sum((row) => row.seen)]
  const accepted = decided - rejected - edited
  return {
    decisions: {
      accepted,
      rejected,
      edited,
      seen,
      unread: decided - seen,
      keptSeen: sum((row) => row.kept_seen),
    },
    spans: [...WAIT_SPANS, null].map((upTo, index) => ({
      upTo,
      count: sum((row) => (row.span === index ? row.decided : 0)),
    })),
    byAgent: await byAgent(sql, rows),
  }
}

async function byAgent(sql: Sql, rows: readonly Row[]): Promise<ReviewMetrics['byAgent']> {
  const sessions = rows.flatMap((row) => (row.actor_type === 'session' ? [row.actor_id] : []))
  const agents = await agentsOfSessions(sql, [...new Set(sessions)])
  const counts = new Map<string, Rejections>()
  for (const { actor_id, decided, rejected } of rows) {
    const agent = agents.get(actor_id) ?? actor_id
    const known = counts.get(agent) ?? { decided: 0, rejected: 0 }
    counts.set(agent, { decided: known.decided + decided, rejected: known.rejected + rejected })
  }
  return [...counts]
    .map(([agent, each]) => ({ agent, ...each }))
    .toSorted((one, other) => other.rejected - one.rejected || other.decided - one.decided)
    .slice(0, MAX_LISTED)
}

interface RejectedRow extends Rejections {
  store_id: string
  id: string
  path: string | null
  is_deleted: number
}

/** The memories of which most was rejected. */
export async function rejectedPaths(
  sql: Sql,
  scope: MetricsScope,
): Promise<ReviewMetrics['byPath']> {
  const [stores, keys] = ofStores('m.store_key', scope)
  const rows = await sql.all<RejectedRow>(
    `WITH counts AS (
       SELECT d.memory_key, count(*) AS decided,
         CAST(sum(CASE WHEN d.decision = 'rejected' THEN 1 ELSE 0 END) AS BIGINT) AS rejected
       FROM hunk_decisions d WHERE d.decided_at >= ? AND d.decided_at < ? GROUP BY d.memory_key
     )
     SELECT s.id AS store_id, m.id, ${LAST_PATH} AS path, ${IS_DELETED} AS is_deleted,
       counts.decided, counts.rejected
     FROM counts CROSS JOIN memories m CROSS JOIN memory_stores s
     WHERE counts.rejected > 0 AND m.key = counts.memory_key AND s.key = m.store_key${stores}
     ORDER BY counts.rejected DESC, counts.decided DESC, m.key LIMIT ?`,
    [scope.from, scope.to, ...keys, MAX_LISTED],
  )
  return rows.map(({ store_id: storeId, id: memoryId, path, is_deleted, decided, rejected }) => ({
    storeId,
    memoryId,
    path,
    isDeleted: is_deleted === 1,
    decided,
    rejected,
  }))
}

/** The time to a decision in the middle, and of the slowest tenth the shortest. */
export async function waitQuantiles(
  sql: Sql,
  scope: MetricsScope,
): Promise<{ median: number | null; slowest10: number | null }> {
  const [stores, keys] = ofStores('c.store_key', scope)
  const from =
    scope.storeKeys === null
      ? 'hunk_decisions d WHERE 1 = 1'
      : `hunk_decisions d CROSS JOIN changesets c WHERE c.key = d.changeset_key${stores}`
  const period = 'AND d.decided_at >= ? AND d.decided_at < ? AND d.changed_at IS NOT NULL'
  const params = [...keys, scope.from, scope.to]
  const waitAt = async (order: 'ASC' | 'DESC', place: string) => {
    // Two short sorts cost half of one window over all.
    const row = await sql.get<{ wait: number }>(
      `SELECT ${WAIT} AS wait FROM ${from} ${period} ORDER BY wait ${order} LIMIT 1
       OFFSET (SELECT ${place} FROM ${from} ${period})`,
      [...params, ...params],
    )
    return row?.wait ?? null
  }
  return {
    median: await waitAt('ASC', '(count(*) - 1) / 2'),
    slowest10: await waitAt('DESC', 'count(*) - (count(*) * 9 + 9) / 10'),
  }
}

/** What became of the findings of a period, by rule, the most raised first. */
export async function findingMetrics(sql: Sql, scope: MetricsScope): Promise<RulePrecision[]> {
  const [stores, keys] = ofStores('f.store_key', scope)
  const rows = await sql.all<{
    rule: ScanRule
    raised: number
    is_right: number
    is_wrong: number
  }>(
    `SELECT f.rule, count(*) AS raised,
       CAST(sum(CASE WHEN f.status IN ('fixed', 'accepted_risk') THEN 1 ELSE 0 END) AS BIGINT) AS is_right,
       CAST(sum(CASE WHEN f.status = 'false_positive' THEN 1 ELSE 0 END) AS BIGINT) AS is_wrong
     FROM findings f WHERE f.found_at >= ? AND f.found_at < ?${stores}
     GROUP BY f.rule ORDER BY raised DESC, f.rule`,
    [scope.from, scope.to, ...keys],
  )
  return rows.map(({ rule, raised, is_right: right, is_wrong: wrong }) => ({
    rule,
    raised,
    right,
    wrong,
    precision: precisionOf(right, wrong),
  }))
}
