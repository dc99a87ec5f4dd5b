import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { Sql, SqlValue, WriteSql } from '@/lib/db/sql'
import type { SessionEventType } from '../session-event'

/**
 * The log of a session: runs append to it and read it with each step, programs follow it over the
 * API. All of it goes by the primary key, a session and a number.
 */

const EVENT = columns('e', 'sessionEvent', ['sequence', 'id', 'createdAt', 'body'])
const OF_SESSION = columns('e', 'sessionEvent', ['sessionKey'])
const TYPE = columns('e', 'sessionEvent', ['type'])

export type EventRow = RowOf<typeof EVENT>

export async function insertEvent(
  tx: WriteSql,
  row: EventRow & RowOf<typeof OF_SESSION> & RowOf<typeof TYPE>,
): Promise<void> {
  await tx.run(
    `INSERT INTO session_events (session_key, sequence, id, type, created_at, body)
     VALUES (?, ?, ?, ?, ?, ?)`,
    [row.sessionKey, row.sequence, row.id, row.type, row.createdAt, row.body],
  )
}

/** Events of a session beyond a number in the order asked for, by default the oldest first. */
export function eventsOfSession(
  sql: Sql,
  wanted: {
    sessionKey: number
    limit: number
    after?: number | undefined
    order?: 'asc' | 'desc' | undefined
    /** none and left out: of all types */
    types?: readonly SessionEventType[] | undefined
    createdFrom?: number | undefined
    createdTo?: number | undefined
  },
): Promise<EventRow[]> {
  const { after, order, types = [], createdFrom, createdTo } = wanted
  const isDescending = order === 'desc'
  const conditions = ['e.session_key = ?']
  const params: SqlValue[] = [wanted.sessionKey]
  const where = (condition: string, ...values: SqlValue[]) => {
    conditions.push(condition)
    params.push(...values)
  }
  if (after !== undefined) where(`e.sequence ${isDescending ? '<' : '>'} ?`, after)
  if (types.length > 0) where(`e.type IN ${oneOf(types)}`, ...types)
  if (createdFrom !== undefined) where('e.created_at >= ?', createdFrom)
  if (createdTo !== undefined) where('e.created_at <= ?', createdTo)
  return sql.all<EventRow>(
    `SELECT ${EVENT.list} FROM session_events e WHERE ${conditions.join(' AND ')}
     ORDER BY e.sequence ${isDescending ? 'DESC' : 'ASC'} LIMIT ?`,
    [...params, wanted.limit],
  )
}

export function eventById(sql: Sql, sessionKey: number, id: string): Promise<EventRow | undefined> {
  return sql.get<EventRow>(
    `SELECT ${EVENT.list} FROM session_events e WHERE e.session_key = ? AND e.id = ?`,
    [sessionKey, id],
  )
}

/** An event's number, without its body, which may be long; null: there is none. */
export async function sequenceOfEvent(
  sql: Sql,
  sessionKey: number,
  id: string,
): Promise<number | null> {
  const row = await sql.get<Pick<EventRow, 'sequence'>>(
    'SELECT e.sequence FROM session_events e WHERE e.session_key = ? AND e.id = ?',
    [sessionKey, id],
  )
  return row?.sequence ?? null
}

/** From the last message of a person in the model's view on, the oldest first. */
export function eventsSinceMessage(
  sql: Sql,
  { key, viewFrom }: { key: number; viewFrom: number },
): Promise<EventRow[]> {
  return sql.all<EventRow>(
    `SELECT ${EVENT.list} FROM session_events e
     WHERE e.session_key = ? AND e.sequence >= coalesce(
       (SELECT max(sequence) FROM session_events WHERE session_key = ? AND type = 'user.message'), 0)
       AND e.sequence >= ?
     ORDER BY e.sequence`,
    [key, key, viewFrom],
  )
}

const IS_MESSAGE = `IN ('user.message', 'agent.message')`

export type SaidRow = EventRow & RowOf<typeof OF_SESSION>

/** The messages in a session before an event, the newest first. */
export function messagesBefore(
  sql: Sql,
  { sessionKey, before, limit }: { sessionKey: number; before: number; limit: number },
): Promise<SaidRow[]> {
  return sql.all<SaidRow>(
    `SELECT ${EVENT.list}, ${OF_SESSION.list} FROM session_events e
     WHERE e.session_key = ? AND e.sequence < ? AND e.type ${IS_MESSAGE}
     ORDER BY e.sequence DESC LIMIT ?`,
    [sessionKey, before, limit],
  )
}
