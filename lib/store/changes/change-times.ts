import type { Database } from '@/lib/db/database'
import type { SqlValue, Sql } from '@/lib/db/sql'
import { chunked } from '@/lib/text/chunked'
import { bucketOf, type ChangeBucket, bucketSpans } from '../model/change-buckets'
import type { ListedMoment } from '../model/named-moment'
import { bucketStep, type TimeBucket, timeBuckets } from '../model/time-buckets'
import { namedMomentsOf } from '../time/named-moments'
import { findStore } from '../write/store-transaction'

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

export interface ChangeDensityInput {
  storeId: string
  /** how many buckets; at most 240, and no more than the store has changes */
  buckets: number
  /** for a caller that leaves: aborts the work with the signal's reason */
  signal?: AbortSignal | undefined
}

/** A store's changes from the first to the last, in buckets with equally many. */
export interface ChangeDensity {
  /** every number up to the last change of a memory is in one of them */
  buckets: ChangeBucket[]
  /** the named moments, the latest first, each with the index of its bucket */
  moments: (ListedMoment & { bucket: number })[]
  /** the store's last change of a memory, up to which this is the density */
  lastSequence: number
}

/** Changes of a bucket whose versions are looked at. */
const SAMPLE = 8

/**
 * When a store's changes happened, and how large they were. Looks up the ends of each bucket and
 * eight changes within it by their numbers, so that a million changes cost as much as two thousand.
 * Refuses `store_not_found`.
 */
export async function changeDensity(
  db: Database,
  { storeId, buckets: count, signal }: ChangeDensityInput,
): Promise<ChangeDensity> {
  const sql = db.bulk.until(signal)
  const store = await findStore(sql, storeId)
  const storeKey = store.key
  const lastSequence = await lastChange(sql, storeKey)
  const spans = bucketSpans(lastSequence, count)
  const times = await timesOf(
    sql,
    storeKey,
    spans.flatMap((span) => [span.firstSequence, span.lastSequence]),
  )
  const samples = spans.map(sampleOf)
  const sizes = await sizesChanged(sql, storeKey, samples.flat())
  const buckets = spans.map((span, index) => {
    const sample = samples[index] ?? []
    const bytes = sample.reduce((sum, sequence) => sum + (sizes.get(sequence) ?? 0), 0)
    const changes = span.lastSequence - span.firstSequence + 1
    return {
      ...span,
      firstAt: times.get(span.firstSequence) ?? 0,
      lastAt: times.get(span.lastSequence) ?? 0,
      bytesChanged: Math.round((bytes * changes) / sample.length),
      changesMemories: sample.some((sequence) => sizes.has(sequence)),
    }
  })
  const named = await namedMomentsOf(db.prisma, store)
  const moments = named.map((moment) => ({ ...moment, bucket: bucketOf(spans, moment.sequence) }))
  return { buckets, moments, lastSequence }
}

/** The number of the last change of a memory: what redactions log after it is none. */
async function lastChange(sql: Sql, storeKey: number): Promise<number> {
  const row = await sql.get<{ last: number | null }>(
    'SELECT max(sequence) AS last FROM memory_versions WHERE store_key = ?',
    [storeKey],
  )
  return row?.last ?? 0
}

/** Evenly spread changes of a span; all of them if they are few. */
function sampleOf(span: { firstSequence: number; lastSequence: number }): number[] {
  const changes = span.lastSequence - span.firstSequence + 1
  const count = Math.min(changes, SAMPLE)
  return Array.from(
    { length: count },
    (_, index) => span.firstSequence + Math.floor((changes * index) / count),
  )
}

/** Numbers of a statement, so that all statements are one to the database. */
const NUMBERS_PER_QUERY = 480

const ASKED = `WITH asked(sequence) AS (
  VALUES ${Array<string>(NUMBERS_PER_QUERY).fill('(CAST(? AS BIGINT))').join(', ')})`

const filled = (numbers: readonly number[]) => [
  ...numbers,
  ...Array<number>(NUMBERS_PER_QUERY - numbers.length).fill(0),
]

async function timesOf(
  sql: Sql,
  storeKey: number,
  sequences: readonly number[],
): Promise<Map<number, number>> {
  const times = new Map<number, number>()
  for (const some of chunked([...new Set(sequences)], NUMBERS_PER_QUERY)) {
    const rows = await sql.all<{ sequence: number; created_at: number }>(
      `${ASKED} SELECT e.sequence, e.created_at FROM asked CROSS JOIN store_events e
       WHERE e.store_key = ? AND e.sequence = asked.sequence`,
      [...filled(some), storeKey],
    )
    for (const { sequence, created_at } of rows) times.set(sequence, created_at)
  }
  return times
}

/** By how many bytes each of these versions differs in size from the one before it. */
async function sizesChanged(
  sql: Sql,
  storeKey: number,
  sequences: readonly number[],
): Promise<Map<number, number>> {
  const sizes = new Map<number, number>()
  for (const some of chunked(sequences, NUMBERS_PER_QUERY)) {
    const rows = await sql.all<{ sequence: number; size: number; before: number }>(
      `${ASKED} SELECT v.sequence, coalesce(v.size, 0) AS size, coalesce((
         SELECT w.size FROM memory_versions w
         WHERE w.memory_key = v.memory_key AND w.sequence < v.sequence
         ORDER BY w.sequence DESC LIMIT 1), 0) AS before
       FROM asked CROSS JOIN memory_versions v
       WHERE v.store_key = ? AND v.sequence = asked.sequence`,
      [...filled(some), storeKey],
    )
    for (const { sequence, size, before } of rows) sizes.set(sequence, Math.abs(size - before))
  }
  return sizes
}
