import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import { chunked } from '@/lib/text/chunked'
import { bucketOf, type ChangeBucket, bucketSpans } from '../model/change-buckets'
import type { ListedMoment } from '../model/named-moment'
import { bucketStep, type TimeBucket, timeBuckets } from '../model/time-buckets'
import { namedMomentsOf } from '../time/named-moments'
import { findStore } from '../write/store-transaction'
import {
  countsFrom,
  endsOfChanges,
  endsInNumbers,
  NUMBERS_PER_QUERY,
  sizesOfChanges,
  timesOfChanges,
} from './sql/change-times'

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

/**
 * Counts the changes of a store, or of all stores, over time in buckets of equal length; returns
 * none if there is no change. A bucket's changes are numbered one after the other, so the database
 * counts a store's few changes, or looks up the numbers at the ends of the buckets.
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
  const rows = await countsFrom(db.bulk, { storeId, times })
  const counts = Array<number>(times.length).fill(0)
  const begun = Array<number>(times.length).fill(0)
  for (const { bucket, count, before: sequence } of rows) {
    counts[bucket] = (counts[bucket] ?? 0) + count
    begun[bucket] = (begun[bucket] ?? 0) + sequence
  }
  return counts.map((count, index) => count + (begun[index + 1] ?? 0) - (begun[index] ?? 0))
}

/** Returns the times of the first and the last change; null: there is none. */
async function endsOf(db: Database, storeId: string | undefined): Promise<TimeBucket | null> {
  const row = await endsOfChanges(db.bulk, storeId)
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
  /** every number up to the last change of a memory is in one of them; of a branch from its start on */
  buckets: ChangeBucket[]
  /** the named moments, the latest first, each with the index of its bucket */
  moments: (ListedMoment & { bucket: number })[]
  /** where it begins: 0, before the first change; of a branch the change that it starts from */
  from: number
  /** the store's last change of a memory, up to which this is the density */
  lastSequence: number
}

/** Changes of a bucket whose versions are looked at. */
const SAMPLE = 8

/**
 * Returns when a store's changes happened, and how large they were. Looks up the ends of each
 * bucket and eight changes within it by their numbers, so that a million changes cost as much as
 * two thousand. Refuses `store_not_found`.
 */
export async function changeDensity(
  db: Database,
  { storeId, buckets: count, signal }: ChangeDensityInput,
): Promise<ChangeDensity> {
  const sql = db.bulk.until(signal)
  const store = await findStore(sql, storeId)
  const storeKey = store.key
  // What redactions log after it is no change of a memory.
  const ends = await endsInNumbers(sql, storeKey)
  const lastSequence = ends.last ?? 0
  const first = ends.first ?? 1
  const spans = bucketSpans(lastSequence, count, first)
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
  return { buckets, moments, from: first === 1 ? 0 : first, lastSequence }
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

async function timesOf(
  sql: Sql,
  storeKey: number,
  sequences: readonly number[],
): Promise<Map<number, number>> {
  const times = new Map<number, number>()
  for (const some of chunked([...new Set(sequences)], NUMBERS_PER_QUERY)) {
    const rows = await timesOfChanges(sql, storeKey, some)
    for (const { sequence, createdAt } of rows) times.set(sequence, createdAt)
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
    const rows = await sizesOfChanges(sql, storeKey, some)
    for (const { sequence, size, before } of rows) sizes.set(sequence, Math.abs(size - before))
  }
  return sizes
}
