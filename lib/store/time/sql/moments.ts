import { columns, type RowOf } from '@/lib/db/columns'
import type { Sql, WriteSql } from '@/lib/db/sql'
import type { StoreEventType } from '../../model/store-event-type'

/**
 * Times of a store's changes: every read of the past asks for them, agents' too, and writes correct
 * them.
 */

const CHANGE = columns('e', 'storeEvent', ['sequence', 'createdAt'])

/** A change of a memory, and when it was made. */
export type ChangeRow = RowOf<typeof CHANGE>

/** A branch has no events of what was changed before it, only the versions. */
const MADE_AT = 'coalesce(e.created_at, v.created_at)'

const SELECT_CHANGES = `SELECT v.sequence, ${MADE_AT} AS "createdAt" FROM memory_versions v
  LEFT JOIN store_events e ON e.store_key = v.store_key AND e.sequence = v.sequence`

/** The last change of a memory up to one. */
export function lastChangeUpTo(
  sql: Sql,
  storeKey: number,
  sequence: number,
): Promise<ChangeRow | undefined> {
  return sql.get<ChangeRow>(
    `${SELECT_CHANGES} WHERE v.store_key = ? AND v.sequence <= ? ORDER BY v.sequence DESC LIMIT 1`,
    [storeKey, sequence],
  )
}

/** The last change before one that was made at another time. */
export function lastChangeBefore(
  sql: Sql,
  storeKey: number,
  { sequence, createdAt }: ChangeRow,
): Promise<ChangeRow | undefined> {
  return sql.get<ChangeRow>(
    `${SELECT_CHANGES} WHERE v.store_key = ? AND v.sequence < ? AND ${MADE_AT} <> ?
     ORDER BY v.sequence DESC LIMIT 1`,
    [storeKey, sequence, createdAt],
  )
}

/** The first change after one that was made at another time. */
export function nextChangeAfter(
  sql: Sql,
  storeKey: number,
  { sequence, createdAt }: ChangeRow,
): Promise<ChangeRow | undefined> {
  return sql.get<ChangeRow>(
    `${SELECT_CHANGES} WHERE v.store_key = ? AND v.sequence > ? AND ${MADE_AT} <> ?
     ORDER BY v.sequence LIMIT 1`,
    [storeKey, sequence, createdAt],
  )
}

export function firstChangeAfter(
  sql: Sql,
  storeKey: number,
  sequence: number,
): Promise<ChangeRow | undefined> {
  return sql.get<ChangeRow>(
    `${SELECT_CHANGES} WHERE v.store_key = ? AND v.sequence > ? ORDER BY v.sequence LIMIT 1`,
    [storeKey, sequence],
  )
}

const EVENT = columns('e', 'storeEvent', ['sequence'])

type EventRow = RowOf<typeof EVENT>

const SELECT_CHANGES_AT = `SELECT ${EVENT.list} FROM store_events e
  WHERE e.store_key = ? AND e.created_at = ? AND e.version_sequence = e.sequence`

/** Of the changes of memories that were made at a time, the first. */
export function firstChangeAt(
  sql: Sql,
  storeKey: number,
  time: number,
): Promise<EventRow | undefined> {
  return sql.get<EventRow>(`${SELECT_CHANGES_AT} ORDER BY e.created_at, e.sequence LIMIT 1`, [
    storeKey,
    time,
  ])
}

export function lastChangeAt(
  sql: Sql,
  storeKey: number,
  time: number,
): Promise<EventRow | undefined> {
  return sql.get<EventRow>(
    `${SELECT_CHANGES_AT} ORDER BY e.created_at DESC, e.sequence DESC LIMIT 1`,
    [storeKey, time],
  )
}

/** The last event up to a time. */
export function lastEventUpTo(
  sql: Sql,
  storeKey: number,
  time: number,
): Promise<EventRow | undefined> {
  return sql.get<EventRow>(
    `SELECT ${EVENT.list} FROM store_events e WHERE e.store_key = ? AND e.created_at <= ?
     ORDER BY e.created_at DESC, e.sequence DESC LIMIT 1`,
    [storeKey, time],
  )
}

/** The first event after another one. */
export function firstEventAfter(
  sql: Sql,
  storeKey: number,
  sequence: number,
): Promise<ChangeRow | undefined> {
  return sql.get<ChangeRow>(
    `SELECT ${CHANGE.list} FROM store_events e WHERE e.store_key = ? AND e.sequence > ?
     ORDER BY e.sequence LIMIT 1`,
    [storeKey, sequence],
  )
}

export function newestEvent(sql: Sql, storeKey: number): Promise<EventRow | undefined> {
  return sql.get<EventRow>(
    `SELECT ${EVENT.list} FROM store_events e WHERE e.store_key = ?
     ORDER BY e.sequence DESC LIMIT 1`,
    [storeKey],
  )
}

/** Returns whether a store has a change of a memory before one: a branch has, of its origin’s. */
export async function hasVersionBefore(
  sql: Sql,
  storeKey: number,
  sequence: number,
): Promise<boolean> {
  const row = await sql.get(
    'SELECT 1 AS one FROM memory_versions v WHERE v.store_key = ? AND v.sequence < ? LIMIT 1',
    [storeKey, sequence],
  )
  return row !== undefined
}

const STORE = columns('s', 'memoryStore', ['id'])

/** Throws if there is none. */
export async function storeOfKey(sql: Sql, key: number): Promise<RowOf<typeof STORE>> {
  const row = await sql.get<RowOf<typeof STORE>>(
    `SELECT ${STORE.list} FROM memory_stores s WHERE s.key = ?`,
    [key],
  )
  if (!row) throw new Error('a store has no row')
  return row
}

/** Counts the events between two changes, by type. */
export function eventTypesBetween(
  sql: Sql,
  { storeKey, after, before }: { storeKey: number; after: number; before: number },
): Promise<{ type: StoreEventType; count: number }[]> {
  return sql.all<{ type: StoreEventType; count: number }>(
    `SELECT e.type, count(*) AS count FROM store_events e
     WHERE e.store_key = ? AND e.sequence > ? AND e.sequence < ? GROUP BY e.type`,
    [storeKey, after, before],
  )
}

interface AheadRow {
  /** the last time that is not ahead; null: there is none */
  before: number | null
  /** the first and the last that are; null: there is none */
  first: number | null
  last: number | null
}

/** The times of events around a clock that they may be ahead of. */
export function timesAhead(sql: Sql, storeKey: number, now: number): Promise<AheadRow | undefined> {
  const ofStore = 'FROM store_events WHERE store_key = ? AND created_at'
  return sql.get<AheadRow>(
    `SELECT (SELECT max(created_at) ${ofStore} <= ?) AS before,
       min(created_at) AS first, max(created_at) AS last ${ofStore} > ?`,
    [storeKey, now, storeKey, now],
  )
}

/** Moves events that are ahead of the clock back by so much, none later than now. */
export async function moveBack(
  tx: WriteSql,
  { storeKey, now, by }: { storeKey: number; now: number; by: number },
): Promise<void> {
  await tx.run(
    `UPDATE store_events SET created_at = CASE WHEN created_at - CAST(? AS BIGINT) > CAST(? AS BIGINT)
       THEN CAST(? AS BIGINT) ELSE created_at - CAST(? AS BIGINT) END
     WHERE store_key = ? AND created_at > ?`,
    [by, now, now, by, storeKey, now],
  )
}
