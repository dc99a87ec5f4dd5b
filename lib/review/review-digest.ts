import type { Database } from '@/lib/db/database'
import { lapsedWrites, lostLines, openChangesets, rejectedHunks } from './core/digest-lists'
import { digestRules } from './core/digest-rules'
import { agentsWrites } from './core/digest-writes'
import { type DigestPeriod, periodAt, type ReviewDigest } from './model/digest'
import { reviewMetrics, storeKeysOf } from './review-metrics'

export interface ReviewDigestInput {
  period: DigestPeriod
  /** a time in the day or the week, milliseconds since 1970 */
  at: number
  /** only of these stores, for a caller who sees no others */
  onlyStoreIds?: readonly string[] | undefined
  /** milliseconds since 1970 */
  now: number
  /** aborts for a caller who has left */
  signal?: AbortSignal | undefined
}

/**
 * What agents wrote in a day or a week, who or which rule decided it, and what is open (review page,
 * Digest). Costs what was written and decided then, on connections for long reads.
 */
export async function reviewDigest(db: Database, input: ReviewDigestInput): Promise<ReviewDigest> {
  const { period, at, now, onlyStoreIds, signal } = input
  const sql = db.bulk.until(signal)
  const { from, to } = periodAt(period, at)
  const scope = { from, to, now, storeKeys: await storeKeysOf(sql, { onlyStoreIds }) }
  // Not all at once: there are two connections for long reads, and others wait for them too.
  const metrics = await reviewMetrics(db, { from, to, now, onlyStoreIds, signal })
  const [writes, rules, rejected, lapsed, lost, open] = await Promise.all([
    agentsWrites(sql, scope),
    digestRules(sql, scope),
    rejectedHunks(sql, scope),
    lapsedWrites(sql, scope),
    lostLines(sql, scope),
    openChangesets(sql, scope),
  ])
  return { period, from, to, metrics, writes, ...rules, rejected, lapsed, lost, open }
}
