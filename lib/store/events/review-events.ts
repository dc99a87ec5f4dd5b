import type { Database } from '@/lib/db/database'
import type { SqlValue, WriteSql } from '@/lib/db/sql'
import { sharedRead } from '@/lib/live/shared-read'
import { wakeUpOn } from '@/lib/live/wake-up'
import type { ReviewEventType, ReviewEvent } from '../model/review-event'
import { findStore } from '../write/store-transaction'

/** How many events of a store are kept: a listener that is further behind reads anew. */
const KEPT = 500

/** What is too much is deleted once in so many. */
const SOME = 100

/** Tells those who follow the store; `subject`: the id of what it is about. */
export async function addReviewEvent(
  tx: WriteSql,
  { storeKey, type, subject }: { storeKey: number; type: ReviewEventType; subject: string },
): Promise<void> {
  await added(tx, 'VALUES (?, ?, ?, ?)', [storeKey, type, subject, Date.now()])
}

/** Tells those who follow its store that a changeset is not as it was. */
export async function addChangesetUpdated(tx: WriteSql, changesetKey: number): Promise<void> {
  const type: ReviewEventType = 'changeset.updated'
  await added(tx, 'SELECT store_key, CAST(? AS TEXT), id, ? FROM changesets WHERE key = ?', [
    type,
    Date.now(),
    changesetKey,
  ])
}

async function added(tx: WriteSql, row: string, values: SqlValue[]): Promise<void> {
  const event = await tx.get<{ key: number; store_key: number }>(
    `INSERT INTO review_events (store_key, type, subject, created_at) ${row}
     RETURNING key, store_key`,
    values,
  )
  if (!event || event.key % SOME !== 0) return
  await tx.run(
    `DELETE FROM review_events WHERE store_key = ? AND key <= coalesce((
       SELECT key FROM review_events WHERE store_key = ? ORDER BY key DESC LIMIT 1 OFFSET ?), 0)`,
    [event.store_key, event.store_key, KEPT],
  )
}

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
