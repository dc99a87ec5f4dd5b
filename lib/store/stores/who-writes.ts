import type { Database } from '@/lib/db/database'
import { DAY_MS } from '@/lib/text/day-ms'
import { lastBefore } from '../time/sql/past'
import { findStore } from '../write/store-transaction'
import type { Actor } from '../model/actor'
import { writersByDay } from './sql/writers'

/** One actor's recent changes to a store; authors are named as on pages. */
export interface StoreWriter {
  actor: Actor
  /** its changes on each day, the oldest first, the last one today (UTC) */
  days: number[]
  /** all of them */
  changes: number
}

export interface StoreWriters {
  /** who wrote most, first */
  writers: StoreWriter[]
  /** how many actors wrote, shown or not */
  actorCount: number
}

export interface WhoWritesInput {
  storeId: string
  /** the number of days, including today */
  days: number
  /** at most this many writers */
  limit: number
  /** milliseconds since 1970 */
  now: number
  /** for a caller that leaves: aborts the query with the signal's reason */
  signal?: AbortSignal | undefined
}

/** Changes that are looked at. */
const MAX_INSPECTED = 20_000

/**
 * Counts each writer's changes to a store on each of the last days. One statement, on a connection
 * for long reads. Of more than 20,000 changes it inspects evenly spread ones, which stand for those
 * between them, so that a million cost no more. Changes dated later than today count for today.
 * Refuses `store_not_found`.
 */
export async function whoWrites(db: Database, input: WhoWritesInput): Promise<StoreWriters> {
  const { days, limit, now, signal } = input
  const sql = db.bulk.until(signal)
  const store = await findStore(sql, input.storeId)
  const today = Math.floor(now / DAY_MS)
  const first = today - days + 1
  const before = await lastBefore(sql, store.key, first * DAY_MS)
  const step = Math.ceil((store.lastSequence - before) / MAX_INSPECTED)
  if (step === 0) return { writers: [], actorCount: 0 }
  const rows = await writersByDay(sql, {
    storeKey: store.key,
    last: store.lastSequence,
    before,
    step,
    limit,
  })
  const writers = new Map<string, StoreWriter>()
  for (const { actorType: type, actorId: id, day, changes, total } of rows) {
    const key = `${type} ${id}`
    const writer = writers.get(key) ?? {
      actor: { type, id },
      days: Array<number>(days).fill(0),
      changes: total,
    }
    const index = Math.min(day, today) - first
    writer.days[index] = (writer.days[index] ?? 0) + changes
    writers.set(key, writer)
  }
  return { writers: [...writers.values()], actorCount: rows[0]?.actorCount ?? 0 }
}
