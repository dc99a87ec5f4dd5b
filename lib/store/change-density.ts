import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import { chunked } from '@/lib/text/chunked'
import { namedMomentsOf } from './core/named-moments-of'
import { findStore } from './core/store-transaction'
import { bucketOf, type ChangeBucket, bucketSpans } from './model/change-buckets'
import type { ListedMoment } from './model/named-moment'

export interface ChangeDensityInput {
  storeId: string
  /** how many buckets; at most 240, and no more than the store has changes */
  buckets: number
  /** for a caller that leaves: aborts the work with the signal's reason */
  signal?: AbortSignal | undefined
}

/** A store's changes from the first to the last, in buckets with equally many. */
export interface ChangeDensity {
  /** every change is in one of them; none before the first change */
  buckets: ChangeBucket[]
  /** the named moments, the latest first, each with the index of its bucket */
  moments: (ListedMoment & { bucket: number })[]
  /** the store's last change, of which this is the density */
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
  const { key: storeKey, last_sequence: lastSequence } = store
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
    }
  })
  const named = await namedMomentsOf(db.prisma, store)
  const moments = named.map((moment) => ({ ...moment, bucket: bucketOf(spans, moment.sequence) }))
  return { buckets, moments, lastSequence }
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
