import type { Database } from '@/lib/db/database'
import { bucketStep, type TimeBucket, timeBuckets } from './model/time-buckets'

export interface ChangeTimesInput {
  storeIds: readonly string[]
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

/**
 * How many changes these stores had over time, in buckets of equal length; none if there is no
 * change. Costs the changes of that time, read from the index of their times and counted by the
 * database.
 */
export async function changeTimes(
  db: Database,
  { storeIds, from, to, buckets: most }: ChangeTimesInput,
): Promise<CountedBucket[]> {
  const ends = await endsOf(db, storeIds)
  if (!ends) return []
  const span = { from: from ?? ends.from, to: to ?? ends.to }
  if (span.to < span.from) return []
  const step = bucketStep(span, most)
  const buckets = timeBuckets(span.to, step, most)
  const rows = await db.bulk.all<{ bucket: number; count: number }>(
    `WITH shown AS (
       SELECT key FROM memory_stores
       WHERE id IN (?${', ?'.repeat(storeIds.length - 1)}) AND deleted_at IS NULL
     )
     SELECT e.created_at / ${step} AS bucket, count(*) AS count
     FROM shown s CROSS JOIN store_events e
     WHERE e.store_key = s.key AND e.created_at >= ? AND e.created_at <= ? GROUP BY 1`,
    [...storeIds, Math.max(span.from, buckets[0]?.from ?? 0), span.to],
  )
  const counts = new Map(rows.map(({ bucket, count }) => [bucket, count]))
  return buckets.map((bucket) => ({ ...bucket, count: counts.get(bucket.from / step) ?? 0 }))
}

/** When the first and the last change of these stores was made; null: there is none. */
async function endsOf(db: Database, storeIds: readonly string[]): Promise<TimeBucket | null> {
  if (storeIds.length === 0) return null
  // Each end is one look into the index; both in one SELECT would read all of it.
  const rows = await db.bulk.all<{ first: number | null; last: number | null }>(
    `SELECT (SELECT min(e.created_at) FROM store_events e WHERE e.store_key = s.key) AS first,
       (SELECT max(e.created_at) FROM store_events e WHERE e.store_key = s.key) AS last
     FROM memory_stores s
     WHERE s.id IN (?${', ?'.repeat(storeIds.length - 1)}) AND s.deleted_at IS NULL`,
    storeIds,
  )
  const firsts = rows.flatMap(({ first }) => first ?? [])
  const lasts = rows.flatMap(({ last }) => last ?? [])
  return firsts.length === 0 ? null : { from: Math.min(...firsts), to: Math.max(...lasts) }
}
