import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import type { Actor } from '@/lib/store/model/actor'
import { changesetOf } from '../changesets/list-changesets'
import { type ChangesetRow, SELECT_CHANGESETS } from '../changesets/sql/changesets'
import { type MetricsScope, ofStores } from '../metrics/metrics-scope'
import { reviewMetrics, storeKeysOf } from '../metrics/review-metrics'
import {
  type DigestPeriod,
  periodAt,
  type ReviewDigest,
  type LapsedWrite,
  type RejectedHunk,
} from '../model/digest'
import { agentsOfSessions } from '../policy/evaluate-policy'
import { IS_DELETED, LAST_PATH } from '../changesets/sql/last-path'
import { digestRules } from './digest-rules'

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

/** Entries of a list. */
const MAX = 6

interface ListedRow {
  changeset_id: string
  store_id: string
  actor_type: Actor['type']
  actor_id: string
  path: string | null
  is_deleted: number
}

const listed = (row: ListedRow) => ({
  changesetId: row.changeset_id,
  storeId: row.store_id,
  actor: { type: row.actor_type, id: row.actor_id },
  path: row.path,
  isDeleted: row.is_deleted === 1,
})

/** The newest rejections of a period. */
async function rejectedHunks(sql: Sql, scope: MetricsScope): Promise<RejectedHunk[]> {
  const [stores, keys] = ofStores('c.store_key', scope)
  const rows = await sql.all<ListedRow & { at: number }>(
    `SELECT c.id AS changeset_id, s.id AS store_id, c.actor_type, c.actor_id,
       ${LAST_PATH} AS path, ${IS_DELETED} AS is_deleted, d.decided_at AS at
     FROM hunk_decisions d CROSS JOIN changesets c CROSS JOIN memory_stores s CROSS JOIN memories m
     WHERE d.decided_at >= ? AND d.decided_at < ? AND d.decision = 'rejected'
       AND c.key = d.changeset_key AND s.key = c.store_key AND m.key = d.memory_key${stores}
     ORDER BY d.decided_at DESC, d.key LIMIT ?`,
    [scope.from, scope.to, ...keys, MAX],
  )
  return rows.map((row) => ({ ...listed(row), at: row.at }))
}

/** The newest held writes that lapsed in a period. */
async function lapsedWrites(sql: Sql, scope: MetricsScope): Promise<LapsedWrite[]> {
  const [stores, keys] = ofStores('p.store_key', scope)
  const rows = await sql.all<ListedRow & { at: number }>(
    `SELECT c.id AS changeset_id, s.id AS store_id, p.actor_type, p.actor_id, p.path,
       0 AS is_deleted, p.decided_at AS at
     FROM proposals p CROSS JOIN changesets c CROSS JOIN memory_stores s
     WHERE p.state = 'lapsed' AND p.decided_at >= ? AND p.decided_at < ?
       AND c.key = p.changeset_key AND s.key = p.store_key${stores}
     ORDER BY p.decided_at DESC, p.key LIMIT ?`,
    [scope.from, scope.to, ...keys, MAX],
  )
  return rows.map((row) => ({ ...listed(row), at: row.at }))
}

/** The lines that changesets of a period lost, and where most. */
async function lostLines(sql: Sql, scope: MetricsScope): Promise<ReviewDigest['lost']> {
  const [stores, keys] = ofStores('c.store_key', scope)
  const changed = `changesets c CROSS JOIN changeset_memories k
     WHERE c.last_changed_at >= ? AND c.last_changed_at < ? AND k.changeset_key = c.key${stores}`
  const sum = await sql.get<{ lines: number | null; removed: number | null; memories: number }>(
    `SELECT CAST(sum(k.lost_lines) AS BIGINT) AS lines,
       CAST(sum(k.removed_lines) AS BIGINT) AS removed,
       count(CASE WHEN k.lost_lines > 0 THEN 1 END) AS memories FROM ${changed}`,
    [scope.from, scope.to, ...keys],
  )
  const rows = await sql.all<ListedRow & { memory_id: string; lost_lines: number }>(
    `SELECT most.*, s.id AS store_id, m.id AS memory_id, ${LAST_PATH} AS path,
       ${IS_DELETED} AS is_deleted FROM (
       SELECT c.id AS changeset_id, c.store_key, c.actor_type, c.actor_id, k.memory_key,
         k.lost_lines FROM ${changed} AND k.lost_lines > 0
       ORDER BY k.lost_lines DESC, c.key, k.memory_key LIMIT ?) most
     CROSS JOIN memory_stores s CROSS JOIN memories m
     WHERE s.key = most.store_key AND m.key = most.memory_key ORDER BY most.lost_lines DESC`,
    [scope.from, scope.to, ...keys, MAX],
  )
  return {
    lines: sum?.lines ?? 0,
    removed: sum?.removed ?? 0,
    memories: sum?.memories ?? 0,
    most: rows.map((row) => ({
      ...listed(row),
      memoryId: row.memory_id,
      lines: row.lost_lines,
    })),
  }
}

/** What is open now, the longest first. */
async function openChangesets(sql: Sql, scope: MetricsScope): Promise<ReviewDigest['open']> {
  const [stores, keys] = ofStores('c.store_key', scope)
  const sum = await sql.get<{ changesets: number; hunks: number | null }>(
    `SELECT count(*) AS changesets, CAST(sum(c.open_hunks) AS BIGINT) AS hunks
     FROM changesets c WHERE c.state = 'open'${stores}`,
    keys,
  )
  const rows = await sql.all<ChangesetRow>(
    `${SELECT_CHANGESETS} AND c.key IN (SELECT c.key FROM changesets c WHERE c.state = 'open'${stores}
       ORDER BY c.last_changed_at, c.key LIMIT ?) ORDER BY c.last_changed_at, c.key`,
    [...keys, MAX],
  )
  return {
    changesets: sum?.changesets ?? 0,
    hunks: sum?.hunks ?? 0,
    oldest: rows.map(changesetOf),
  }
}

const DAY_MS = 86_400_000

/** What agents wrote in a period, by the index of the times of each store's changes. */
async function agentsWrites(sql: Sql, scope: MetricsScope): Promise<ReviewDigest['writes']> {
  const [stores, keys] = ofStores('s.key', scope)
  const rows = await sql.all<{
    actor_type: Actor['type']
    actor_id: string
    day: number
    writes: number
  }>(
    `SELECT v.actor_type, v.actor_id, e.created_at / ${DAY_MS} AS day, count(*) AS writes
     FROM memory_stores s CROSS JOIN store_events e CROSS JOIN memory_versions v
     WHERE s.deleted_at IS NULL${stores} AND e.store_key = s.key
       AND e.created_at >= ? AND e.created_at < ?
       AND v.store_key = e.store_key AND v.sequence = e.sequence AND v.changeset_key IS NOT NULL
     GROUP BY 1, 2, 3`,
    [...keys, scope.from, scope.to],
  )
  const sessions = rows.flatMap((row) => (row.actor_type === 'session' ? [row.actor_id] : []))
  const names = await agentsOfSessions(sql, [...new Set(sessions)])
  const agents = new Set(rows.map((row) => names.get(row.actor_id) ?? row.actor_id))
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
