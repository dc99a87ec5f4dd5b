import { columns, type RowOf } from '@/lib/db/columns'
import type { Sql, WriteSql } from '@/lib/db/sql'
import type { ReviewEventType } from '../../model/review-event'

/** Events in the review of a store: agents' writes lead to them, and programs follow them. */

const ADDED = columns('review_events', 'reviewEvent', ['key', 'storeKey'])

/** An event that was added. */
export type AddedRow = RowOf<typeof ADDED>

interface NewEvent {
  type: ReviewEventType
  createdAt: number
}

/** `subject`: the id of what it is about. */
export function addEvent(
  tx: WriteSql,
  { storeKey, type, subject, createdAt }: NewEvent & { storeKey: number; subject: string },
): Promise<AddedRow | undefined> {
  return tx.get<AddedRow>(
    `INSERT INTO review_events (store_key, type, subject, created_at) VALUES (?, ?, ?, ?)
     RETURNING ${ADDED.list}`,
    [storeKey, type, subject, createdAt],
  )
}

/** Of a changeset, in its store. */
export function addEventOfChangeset(
  tx: WriteSql,
  { changesetKey, type, createdAt }: NewEvent & { changesetKey: number },
): Promise<AddedRow | undefined> {
  return tx.get<AddedRow>(
    `INSERT INTO review_events (store_key, type, subject, created_at)
     SELECT store_key, CAST(? AS TEXT), id, ? FROM changesets WHERE key = ?
     RETURNING ${ADDED.list}`,
    [type, createdAt, changesetKey],
  )
}

/** Deletes all of a store but the newest. */
export async function keepNewest(tx: WriteSql, storeKey: number, kept: number): Promise<void> {
  await tx.run(
    `DELETE FROM review_events WHERE store_key = ? AND key <= coalesce((
       SELECT key FROM review_events WHERE store_key = ? ORDER BY key DESC LIMIT 1 OFFSET ?), 0)`,
    [storeKey, storeKey, kept],
  )
}

const EVENT = columns('e', 'reviewEvent', ['key', 'subject', 'createdAt'])

export type ReviewEventRow = RowOf<typeof EVENT> & { type: ReviewEventType }

/** Lists a store's events since a time, the oldest first. */
export function reviewEventsFrom(
  sql: Sql,
  { storeId, since, limit }: { storeId: string; since: number; limit: number },
): Promise<ReviewEventRow[]> {
  return sql.all<ReviewEventRow>(
    `SELECT ${EVENT.list}, e.type
     FROM review_events e JOIN memory_stores s ON s.key = e.store_key
     WHERE s.id = ? AND s.deleted_at IS NULL AND e.created_at >= ? ORDER BY e.key LIMIT ?`,
    [storeId, since, limit],
  )
}

/** Lists a store's events after one, the oldest first. */
export function reviewEventsAfter(
  sql: Sql,
  { storeKey, after, limit }: { storeKey: number; after: number; limit: number },
): Promise<ReviewEventRow[]> {
  return sql.all<ReviewEventRow>(
    `SELECT ${EVENT.list}, e.type FROM review_events e
     WHERE e.store_key = ? AND e.key > ? ORDER BY e.key LIMIT ?`,
    [storeKey, after, limit],
  )
}

/** The last event so far; null: there is none. */
export async function newestReviewEvent(sql: Sql, storeKey: number): Promise<number | null> {
  const row = await sql.get<{ newest: number | null }>(
    'SELECT max(key) AS newest FROM review_events WHERE store_key = ?',
    [storeKey],
  )
  return row?.newest ?? null
}

/** Returns whether a store exists and is not deleted. */
export async function hasStore(sql: Sql, storeKey: number): Promise<boolean> {
  const store = await sql.get(
    'SELECT 1 AS one FROM memory_stores WHERE key = ? AND deleted_at IS NULL',
    [storeKey],
  )
  return store !== undefined
}
