import type { Database } from '@/lib/db/database'
import type { Actor } from './actor'
import { listEvents } from './events'
import type { MemoryStore } from './memory-store'

/** What happened to a store lately. */
export interface StoreActivity {
  /** changes on each day, the oldest first, the last one today (UTC) */
  days: number[]
  /** who made the last change; null: nobody yet, or nobody known */
  lastActor: Actor | null
}

const DAY_MS = 86_400_000

interface DayRow {
  day: number
  changes: number
}

/**
 * How busy a store was on each of the last days, and who changed it last. Costs the changes of these
 * days, by the index of their times. Refuses `store_not_found`.
 */
export async function storeActivity(
  db: Database,
  store: MemoryStore,
  { days, now }: { days: number; now: number },
): Promise<StoreActivity> {
  const first = Math.floor(now / DAY_MS) - days + 1
  const rows = await db.read.all<DayRow>(
    `SELECT e.created_at / ${DAY_MS} AS day, count(*) AS changes
     FROM memory_stores s JOIN store_events e ON e.store_key = s.key AND e.created_at >= ?
     WHERE s.id = ? GROUP BY 1`,
    [first * DAY_MS, store.id],
  )
  const counts = new Map(rows.map((row) => [Number(row.day), row.changes]))
  const [last] = await listEvents(db, {
    storeId: store.id,
    after: store.lastSequence - 1,
    limit: 1,
  })
  return {
    days: Array.from({ length: days }, (_, index) => counts.get(first + index) ?? 0),
    lastActor: last?.actor ?? null,
  }
}
