import type { Database } from '@/lib/db/database'
import { AUTHOR_ID, AUTHOR_TYPE } from '../write/rows'
import { lastBefore } from '../time/past'
import { findStore } from '../write/store-transaction'
import type { Actor } from '../model/actor'

/** How much an actor wrote to a store lately, as pages name authors. */
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

const DAY_MS = 86_400_000

interface WriterRow {
  actor_type: Actor['type']
  actor_id: string
  day: number
  changes: number
  total: number
  actor_count: number
}

/** Changes that are looked at. */
const MAX_INSPECTED = 20_000

/**
 * Who wrote to a store on the last days, and how much on each. One statement, on a connection for
 * long reads. Of more than 20,000 changes, evenly spread ones are looked at and stand for those
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
  const rows = await sql.all<WriterRow>(
    `WITH RECURSIVE looked_at(sequence) AS (
       SELECT CAST(? AS BIGINT)
       UNION ALL
       SELECT sequence - CAST(? AS BIGINT) FROM looked_at WHERE sequence - CAST(? AS BIGINT) > ?
     ), written AS (
       SELECT ${AUTHOR_TYPE} AS actor_type, ${AUTHOR_ID} AS actor_id, e.created_at / ${DAY_MS} AS day, count(*) * ? AS changes
       FROM looked_at l CROSS JOIN store_events e CROSS JOIN memory_versions v
       WHERE e.store_key = ? AND e.sequence = l.sequence
         AND v.store_key = e.store_key AND v.sequence = e.sequence
       GROUP BY 1, 2, 3
     ), writers AS (
       SELECT actor_type, actor_id, CAST(sum(changes) AS BIGINT) AS total,
         count(*) OVER () AS actor_count
       FROM written GROUP BY actor_type, actor_id ORDER BY total DESC, actor_id LIMIT ?
     )
     SELECT w.actor_type, w.actor_id, w.total, w.actor_count, d.day, d.changes
     FROM writers w JOIN written d ON d.actor_type = w.actor_type AND d.actor_id = w.actor_id
     ORDER BY w.total DESC, w.actor_id, d.day`,
    [store.lastSequence, step, step, before, step, store.key, limit],
  )
  const writers = new Map<string, StoreWriter>()
  for (const { actor_type: type, actor_id: id, day, changes, total } of rows) {
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
  return { writers: [...writers.values()], actorCount: rows[0]?.actor_count ?? 0 }
}
