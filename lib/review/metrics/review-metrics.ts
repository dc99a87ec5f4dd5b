import type { Database } from '@/lib/db/database'
import type { BulkSql } from '@/lib/db/sql'
import { refuse } from '@/lib/store/model/problems'
import { DAY_MS } from '@/lib/text/day-ms'
import { decisionMetrics, rejectedPaths, waitQuantiles, findingMetrics } from './decision-metrics'
import type { MetricsScope } from './metrics-scope'
import { AGE_SPANS, type ReviewMetrics } from '../model/metrics'
import {
  attentionFrom,
  countedProposals,
  countOfLanded,
  keysOfStores,
  openBySpan,
} from './sql/metrics'

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
 * Measures reviewing in a period (review page, Metrics). Costs the decisions, findings and outcomes
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
    countOfLanded(sql, scope),
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
  sql: BulkSql,
  { storeId, onlyStoreIds }: Pick<ReviewMetricsInput, 'storeId' | 'onlyStoreIds'>,
): Promise<number[] | null> {
  const ids = storeId === undefined ? onlyStoreIds : [storeId]
  if (ids === undefined) return null
  const rows = await keysOfStores(sql, ids)
  if (storeId !== undefined && rows.length === 0) refuse({ kind: 'store_not_found', storeId })
  return rows.map(({ key }) => key)
}

async function completedProposals(
  sql: BulkSql,
  scope: MetricsScope,
): Promise<ReviewMetrics['proposals']> {
  const rows = await countedProposals(sql, scope)
  const of = (state: string) => rows.find((row) => row.state === state)?.count ?? 0
  return { allowed: of('allowed'), denied: of('denied'), lapsed: of('lapsed') }
}

async function attention(sql: BulkSql, scope: MetricsScope): Promise<ReviewMetrics['attention']> {
  // Counted by the day: the first one counts whole.
  const row = await attentionFrom(sql, scope, scope.from - (scope.from % DAY_MS))
  const [changesets, total] = [row?.changesets ?? 0, row?.total ?? 0]
  return { changesets, total, mean: changesets === 0 ? null : Math.round(total / changesets) }
}

async function openByAge(sql: BulkSql, scope: MetricsScope): Promise<ReviewMetrics['open']> {
  const rows = await openBySpan(sql, scope)
  return [...AGE_SPANS, null].map((upTo, index) => ({
    upTo,
    count: rows.find((row) => row.span === index)?.count ?? 0,
  }))
}
