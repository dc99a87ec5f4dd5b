import type { Database } from '@/lib/db/database'
import type { BulkSql } from '@/lib/db/sql'
import { countFailingTests } from '@/lib/sql/failing-tests'
import { DAY_MS } from '@/lib/text/day-ms'
import { changesetOf } from '../changesets/list-changesets'
import type { MetricsScope } from '../metrics/metrics-scope'
import { reviewMetrics, storeKeysOf } from '../metrics/review-metrics'
import {
  type DigestPeriod,
  periodAt,
  type ReviewDigest,
  type LapsedWrite,
  type RejectedHunk,
} from '../model/digest'
import { agentsOfSessions } from '../policy/evaluate-policy'
import { digestRules } from './digest-rules'
import {
  type ListedRow,
  longestOpen,
  mostLost,
  newestLapsed,
  newestRejected,
  sumOfLines,
  sumOfOpen,
  writesByDay,
} from './sql/digests'

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
 * Reports what agents wrote in a day or a week, who or which rule decided it, and what is open
 * (review page, Digest). Costs what was written and decided then, on connections for long reads.
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
  const failingTests = await countFailingTests(sql, scope.storeKeys ?? undefined)
  return { period, from, to, metrics, writes, ...rules, rejected, lapsed, lost, open, failingTests }
}

/** Entries of a list. */
const MAX = 6

const listed = ({ changesetId, storeId, actorType, actorId, path, isDeleted }: ListedRow) => ({
  changesetId,
  storeId,
  actor: { type: actorType, id: actorId },
  path,
  isDeleted: isDeleted === 1,
})

/** The newest rejections of a period. */
async function rejectedHunks(sql: BulkSql, scope: MetricsScope): Promise<RejectedHunk[]> {
  const rows = await newestRejected(sql, scope, MAX)
  return rows.map((row) => ({ ...listed(row), at: row.at }))
}

/** The newest held writes that lapsed in a period. */
async function lapsedWrites(sql: BulkSql, scope: MetricsScope): Promise<LapsedWrite[]> {
  const rows = await newestLapsed(sql, scope, MAX)
  return rows.map((row) => ({ ...listed(row), at: row.at }))
}

/** The lines that changesets of a period lost, and where most. */
async function lostLines(sql: BulkSql, scope: MetricsScope): Promise<ReviewDigest['lost']> {
  const sum = await sumOfLines(sql, scope)
  const rows = await mostLost(sql, scope, MAX)
  return {
    lines: sum?.lines ?? 0,
    removed: sum?.removed ?? 0,
    memories: sum?.memories ?? 0,
    most: rows.map((row) => ({
      ...listed(row),
      memoryId: row.memoryId,
      lines: row.lines,
    })),
  }
}

/** The changesets that are open now, the longest open first. */
async function openChangesets(sql: BulkSql, scope: MetricsScope): Promise<ReviewDigest['open']> {
  const sum = await sumOfOpen(sql, scope)
  const rows = await longestOpen(sql, scope, MAX)
  return {
    changesets: sum?.changesets ?? 0,
    hunks: sum?.hunks ?? 0,
    oldest: rows.map(changesetOf),
  }
}

/** Agents' writes in a period. */
async function agentsWrites(sql: BulkSql, scope: MetricsScope): Promise<ReviewDigest['writes']> {
  const rows = await writesByDay(sql, scope)
  const sessions = rows.flatMap((row) => (row.actorType === 'session' ? [row.actorId] : []))
  const names = await agentsOfSessions(sql, [...new Set(sessions)])
  const agents = new Set(rows.map((row) => names.get(row.actorId) ?? row.actorId))
  const days = Array.from({ length: (scope.to - scope.from) / DAY_MS }, (_, index) => {
    const from = scope.from + index * DAY_MS
    const ofDay = rows.filter(({ day }) => day === from / DAY_MS)
    return { from, count: ofDay.reduce((sum, { writes }) => sum + writes, 0) }
  })
  return {
    count: rows.reduce((sum, { writes }) => sum + writes, 0),
    agents: agents.size,
    days,
  }
}
