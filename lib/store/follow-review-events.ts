import type { Database } from '@/lib/db/database'
import { sharedRead } from '@/lib/live/shared-read'
import { wakeUpOn } from '@/lib/live/wake-up'
import { findStore } from './core/store-transaction'
import type { ReviewEvent, ReviewEventType } from './model/review-event'

interface Row {
  key: number
  type: ReviewEventType
  subject: string
  created_at: number
}

/**
 * Transactions that write at the same time may commit in another order than they took their keys
 * (PostgreSQL): so many keys are looked at again.
 */
const AGAIN = 100

/** Events read at once. */
const PAGE = 500

/**
 * What happens in a store's review from now on, by what was there at each look, until the signal is
 * aborted or the store is deleted.
 * Nothing is replayed: whoever begins to listen, or falls far behind, reads what is there. Refuses
 * `store_not_found`.
 */
export async function* followReviewEvents(
  db: Database,
  { storeId, signal }: { storeId: string; signal: AbortSignal },
): AsyncGenerator<ReviewEvent[]> {
  const { key: storeKey } = await findStore(db.read, storeId)
  // Subscribed before the first read, so that nothing is missed between reading and waiting.
  const wakeUp = wakeUpOn(db.changes, storeKey, signal)
  try {
    const before = await eventsAfter(db, storeKey, (await newestOf(db, storeKey)) - AGAIN)
    const told = new Set(before.map(({ key }) => key))
    let newest = before.at(-1)?.key ?? 0
    while (await wakeUp.next()) {
      if (await isGone(db, storeKey)) return
      const rows = await eventsAfter(db, storeKey, newest - AGAIN)
      const untold = rows.filter(({ key }) => !told.has(key))
      for (const { key } of untold) told.add(key)
      newest = Math.max(newest, ...untold.map(({ key }) => key))
      if (untold.length > 0) yield untold.map((row) => eventOf(storeId, row))
      for (const key of told) if (key <= newest - AGAIN) told.delete(key)
    }
  } finally {
    wakeUp.end()
  }
}

/** What happened in a store's review since a time, in milliseconds since 1970; the last few hundred. */
export async function reviewEventsSince(
  db: Database,
  { storeId, since }: { storeId: string; since: number },
): Promise<ReviewEvent[]> {
  const rows = await db.read.all<Row>(
    `SELECT e.key, e.type, e.subject, e.created_at
     FROM review_events e JOIN memory_stores s ON s.key = e.store_key
     WHERE s.id = ? AND s.deleted_at IS NULL AND e.created_at >= ? ORDER BY e.key LIMIT ?`,
    [storeId, since, PAGE],
  )
  return rows.map((row) => eventOf(storeId, row))
}

function eventOf(storeId: string, row: Row): ReviewEvent {
  return { type: row.type, storeId, subject: row.subject, createdAt: row.created_at }
}

/** The last event so far; 0: there is none. */
async function newestOf(db: Database, storeKey: number): Promise<number> {
  const row = await db.read.get<{ newest: number | null }>(
    'SELECT max(key) AS newest FROM review_events WHERE store_key = ?',
    [storeKey],
  )
  return row?.newest ?? 0
}

function eventsAfter(db: Database, storeKey: number, after: number): Promise<Row[]> {
  return sharedRead(db, `review ${storeKey} ${after}`, () =>
    db.read.all<Row>(
      `SELECT key, type, subject, created_at FROM review_events
       WHERE store_key = ? AND key > ? ORDER BY key LIMIT ?`,
      [storeKey, after, PAGE],
    ),
  )
}

async function isGone(db: Database, storeKey: number): Promise<boolean> {
  const store = await db.read.get(
    'SELECT 1 AS one FROM memory_stores WHERE key = ? AND deleted_at IS NULL',
    [storeKey],
  )
  return store === undefined
}
