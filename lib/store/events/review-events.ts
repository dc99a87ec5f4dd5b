import type { Database } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import { sharedRead } from '@/lib/live/shared-read'
import { wakeUpOn } from '@/lib/live/wake-up'
import type { ReviewEventType, ReviewEvent } from '../model/review-event'
import { findStore } from '../write/store-transaction'
import {
  addEvent,
  type AddedRow,
  addEventOfChangeset,
  hasStore,
  keepNewest,
  newestReviewEvent,
  type ReviewEventRow,
  reviewEventsAfter,
  reviewEventsFrom,
} from './sql/review-events'

/** Events kept per store: a listener that is further behind reads the present state instead. */
const KEPT = 500

/** Additions of events between two deletions of the oldest. */
const SOME = 100

/** Tells those who follow the store; `subject`: the id of what it is about. */
export async function addReviewEvent(
  tx: WriteSql,
  event: { storeKey: number; type: ReviewEventType; subject: string },
): Promise<void> {
  await keepSome(tx, await addEvent(tx, { ...event, createdAt: Date.now() }))
}

/** Tells those who follow its store that a changeset is not as it was. */
export async function addChangesetUpdated(tx: WriteSql, changesetKey: number): Promise<void> {
  const event = { changesetKey, type: 'changeset.updated', createdAt: Date.now() } as const
  await keepSome(tx, await addEventOfChangeset(tx, event))
}

async function keepSome(tx: WriteSql, added: AddedRow | undefined): Promise<void> {
  if (added && added.key % SOME === 0) await keepNewest(tx, added.storeKey, KEPT)
}

/**
 * Transactions that write at the same time may commit in another order than they took their keys
 * (PostgreSQL): so many keys are looked at again.
 */
const AGAIN = 100

/** Events read at once. */
const PAGE = 500

/**
 * Yields the events of a store's review from now on, those found at each look together, until the
 * signal is aborted or the store is deleted. Nothing is replayed: who begins to listen, or falls
 * far behind, reads the present state. Refuses `store_not_found`.
 */
export async function* followReviewEvents(
  db: Database,
  { storeId, signal }: { storeId: string; signal: AbortSignal },
): AsyncGenerator<ReviewEvent[]> {
  const { key: storeKey } = await findStore(db.read, storeId)
  // Subscribed before the first read, so that nothing is missed between reading and waiting.
  const wakeUp = wakeUpOn(db.changes, storeKey, signal)
  try {
    const newestBefore = (await newestReviewEvent(db.read, storeKey)) ?? 0
    const before = await eventsAfter(db, storeKey, newestBefore - AGAIN)
    const told = new Set(before.map(({ key }) => key))
    let newest = before.at(-1)?.key ?? 0
    while (await wakeUp.next()) {
      if (!(await hasStore(db.read, storeKey))) return
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

/**
 * Lists the events of a store's review since a time, in milliseconds since 1970; the oldest first,
 * at most 500. Older ones than the last few hundred are not kept.
 */
export async function reviewEventsSince(
  db: Database,
  { storeId, since }: { storeId: string; since: number },
): Promise<ReviewEvent[]> {
  const rows = await reviewEventsFrom(db.read, { storeId, since, limit: PAGE })
  return rows.map((row) => eventOf(storeId, row))
}

function eventOf(storeId: string, row: ReviewEventRow): ReviewEvent {
  return { type: row.type, storeId, subject: row.subject, createdAt: row.createdAt }
}

function eventsAfter(db: Database, storeKey: number, after: number): Promise<ReviewEventRow[]> {
  return sharedRead(db, `review ${storeKey} ${after}`, () =>
    reviewEventsAfter(db.read, { storeKey, after, limit: PAGE }),
  )
}
