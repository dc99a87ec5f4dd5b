import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import { refuse } from '@/lib/store/model/problems'
import { decisionMetrics, rejectedPaths, waitQuantiles, findingMetrics } from './decision-metrics'
import { type MetricsScope, ofStores, spanOf } from './metrics-scope'
import { AGE_SPANS, type ReviewMetrics } from '../model/metrics'

const DAY_MS = 86_400_000

export interface ReviewMetricsInput {
  /** milliseconds since 1970 */
  from: number
  /** exclusive */
  to: number
  storeId?: string | undefined
  /** only of these stores, for a caller who sees no others */
  onlyStoreIds?: readonly string[] | undefined
  /** milliseconds since 1970: the age of what is open is counted to here */
  now: number
  /** aborts for a caller who has left */
  signal?: AbortSignal | undefined
}

/**
 * How reviewing went in a period (review page, Metrics). Costs the decisions, findings and outcomes
 * of the period, on connections for long reads. Refuses `store_not_found`.
 */
export async function reviewMetrics(
  db: Database,
  input: ReviewMetricsInput,
): Promise<ReviewMetrics> {
  const sql = db.bulk.until(input.signal)
  const { from, to } = input
  const scope = { from, to, now: input.now, storeKeys: await storeKeysOf(sql, input) }
  const [{ decisions, spans, byAgent }, quantiles, byPath, ...rest] = await Promise.all([
    decisionMetrics(sql, scope),
    waitQuantiles(sql, scope),
    rejectedPaths(sql, scope),
    findingMetrics(sql, scope),
    landedByRule(sql, scope),
    completedProposals(sql, scope),
    attention(sql, scope),
    openByAge(sql, scope),
  ])
  const [findings, byRule, proposals, seconds, open] = rest
  return {
    from,
    to,
    decisions: { ...decisions, byRule },
    proposals,
    wait: { ...quantiles, spans },
    attention: seconds,
    byAgent,
    byPath,
    findings,
    open,
  }
}

/** The keys of the stores that are asked for; null: all. */
export async function storeKeysOf(
  sql: Sql,
  { storeId, onlyStoreIds }: Pick<ReviewMetricsInput, 'storeId' | 'onlyStoreIds'>,
): Promise<number[] | null> {
  const ids = storeId === undefined ? onlyStoreIds : [storeId]
  if (ids === undefined) return null
  const rows = await sql.all<{ key: number }>(
    `SELECT key FROM memory_stores
     WHERE id IN (${ids.map(() => '?').join(', ') || 'NULL'}) AND deleted_at IS NULL`,
    ids,
  )
  if (storeId !== undefined && rows.length === 0) refuse({ kind: 'store_not_found', storeId })
  return rows.map(({ key }) => key)
}

async function landedByRule(sql: Sql, scope: MetricsScope): Promise<number> {
  const [stores, keys] = ofStores('o.store_key', scope)
  const row = await sql.get<{ count: number }>(
    `SELECT count(*) AS count FROM policy_outcomes o
     WHERE o.action = 'land' AND o.decided_at >= ? AND o.decided_at < ?${stores}`,
    [scope.from, scope.to, ...keys],
  )
  return row?.count ?? 0
}

async function completedProposals(
  sql: Sql,
  scope: MetricsScope,
): Promise<ReviewMetrics['proposals']> {
  const [stores, keys] = ofStores('p.store_key', scope)
  const rows = await sql.all<{ state: string; count: number }>(
    `SELECT p.state, count(*) AS count FROM proposals p
     WHERE p.state IN ('allowed', 'denied', 'lapsed')
       AND p.decided_at >= ? AND p.decided_at < ?${stores} GROUP BY p.state`,
    [scope.from, scope.to, ...keys],
  )
  const of = (state: string) => rows.find((row) => row.state === state)?.count ?? 0
  return { allowed: of('allowed'), denied: of('denied'), lapsed: of('lapsed') }
}

async function attention(sql: Sql, scope: MetricsScope): Promise<ReviewMetrics['attention']> {
  const [stores, keys] = ofStores('c.store_key', scope)
  const row = await sql.get<{ changesets: number; total: number | null }>(
    `SELECT count(DISTINCT a.changeset_key) AS changesets,
       CAST(sum(a.visible_ms) AS BIGINT) AS total
     FROM review_attention a CROSS JOIN changesets c
     WHERE a.day >= ? AND a.day < ? AND c.key = a.changeset_key${stores}`,
    // Counted by the day: the first one counts whole.
    [scope.from - (scope.from % DAY_MS), scope.to, ...keys],
  )
  const [changesets, total] = [row?.changesets ?? 0, row?.total ?? 0]
  return { changesets, total, mean: changesets === 0 ? null : Math.round(total / changesets) }
}

async function openByAge(sql: Sql, scope: MetricsScope): Promise<ReviewMetrics['open']> {
  const [stores, keys] = ofStores('c.store_key', scope)
  const span = spanOf('CAST(? AS BIGINT) - c.last_changed_at', AGE_SPANS)
  const rows = await sql.all<{ span: number; count: number }>(
    `SELECT ${span} AS span, count(*) AS count FROM changesets c
     WHERE c.state = 'open'${stores} GROUP BY 1`,
    [...AGE_SPANS.map(() => scope.now), ...keys],
  )
  return [...AGE_SPANS, null].map((upTo, index) => ({
    upTo,
    count: rows.find((row) => row.span === index)?.count ?? 0,
  }))
}
