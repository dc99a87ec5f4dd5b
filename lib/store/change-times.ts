import type { Database } from '@/lib/db/database'
import type { SqlValue } from '@/lib/db/sql'
import { bucketStep, type TimeBucket, timeBuckets } from './model/time-buckets'

export interface ChangeTimesInput {
  /** only of this store */
  storeId?: string | undefined
  /** milliseconds since 1970, inclusive; left out: from the first change, to the last */
  from?: number | undefined
  to?: number | undefined
  /** how many buckets */
  buckets: number
}

/** A stretch of time and how many changes were made in it. */
export interface CountedBucket extends TimeBucket {
  count: number
}

/** Of a store with no more changes than these in that time, each is looked at. */
const FEW_CHANGES = 200

/**
 * How many changes a store, or all of them, had over time, in buckets of equal length; none if there
 * is no change. What was changed in a bucket is numbered one after the other, so that of each store
 * the few changes are counted, or the numbers at the ends of the buckets are looked up; by the
 * database.
 */
export async function changeTimes(
  db: Database,
  { storeId, from, to, buckets: most }: ChangeTimesInput,
): Promise<CountedBucket[]> {
  const ends = await endsOf(db, storeId)
  if (!ends) return []
  const span = { from: from ?? ends.from, to: to ?? ends.to }
  if (span.to < span.from) return []
  const step = bucketStep(span, most)
  const buckets = timeBuckets(span.to, step, most)
  const starts = buckets.map((bucket, index) =>
    index === 0 ? Math.max(span.from, bucket.from) : bucket.from,
  )
  const counts = await countsBetween(db, storeId, [...starts, span.to + 1])
  return buckets.map((bucket, index) => ({ ...bucket, count: counts[index] ?? 0 }))
}

/** The changes from each of these times until the next. */
async function countsBetween(
  db: Database,
  storeId: string | undefined,
  times: readonly number[],
): Promise<number[]> {
  const [first = 0, end = 0] = [times[0], times.at(-1)]
  const { where, params } = storesOf(storeId)
  const limits = times.map((time, index) => [index, time])
  const before = (time: string) => `coalesce((SELECT e.sequence FROM store_events e
    WHERE e.store_key = s.key AND e.created_at < ${time}
    ORDER BY e.created_at DESC, e.sequence DESC LIMIT 1), 0)`
  const rows = await db.bulk.all<{ bucket: number; count: number; before: number }>(
    `WITH limits(bucket, starts_at) AS (
       VALUES ${limits.map(() => '(CAST(? AS INTEGER), CAST(? AS BIGINT))').join(', ')}
     ), shown AS (
       SELECT s.key, ${before('?')} AS before, ${before('?')} AS through
       FROM memory_stores s WHERE ${where} AND s.last_changed_at >= ?
     ), few AS (
       SELECT (SELECT max(l.bucket) FROM limits l WHERE l.starts_at <= e.created_at) AS bucket
       FROM shown s CROSS JOIN store_events e
       WHERE s.through - s.before <= ${FEW_CHANGES} AND e.store_key = s.key
         AND e.sequence > s.before AND e.sequence <= s.through
     )
     SELECT bucket, count(*) AS count, CAST(0 AS BIGINT) AS before FROM few GROUP BY bucket
     UNION ALL
     SELECT l.bucket, 0, CAST(sum(${before('l.starts_at')}) AS BIGINT)
     FROM shown s CROSS JOIN limits l WHERE s.through - s.before > ${FEW_CHANGES} GROUP BY l.bucket`,
    [...limits.flat(), first, end, ...params, first],
  )
  const counts = Array<number>(times.length).fill(0)
  const begun = Array<number>(times.length).fill(0)
  for (const { bucket, count, before: sequence } of rows) {
    counts[bucket] = (counts[bucket] ?? 0) + count
    begun[bucket] = (begun[bucket] ?? 0) + sequence
  }
  return counts.map((count, index) => count + (begun[index + 1] ?? 0) - (begun[index] ?? 0))
}

/** The stores in question, as `memory_stores s`. */
function storesOf(storeId: string | undefined): { where: string; params: SqlValue[] } {
  const where = 's.deleted_at IS NULL AND s.last_sequence > 0'
  return storeId === undefined
    ? { where, params: [] }
    : { where: `${where} AND s.id = ?`, params: [storeId] }
}

/** When the first and the last change was made; null: there is none. */
async function endsOf(db: Database, storeId: string | undefined): Promise<TimeBucket | null> {
  const { where, params } = storesOf(storeId)
  // Each end is one look into the index; both in one SELECT would read all of it.
  const row = await db.bulk.get<{ first: number | null; last: number | null }>(
    `SELECT min((SELECT min(e.created_at) FROM store_events e WHERE e.store_key = s.key)) AS first,
       max((SELECT max(e.created_at) FROM store_events e WHERE e.store_key = s.key)) AS last
     FROM memory_stores s WHERE ${where}`,
    params,
  )
  return row?.first == null || row.last === null ? null : { from: row.first, to: row.last }
}
