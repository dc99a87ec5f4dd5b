import type { Database } from '@/lib/db/database'
import type { SqlValue } from '@/lib/db/sql'
import { type EventRow, eventOf, findSession } from './core/rows'
import type { SessionEvent, SessionEventBody, SessionEventType } from './session-event'

export interface ListSessionEventsInput {
  sessionId: string
  limit: number
  /** events beyond this number, in the requested order */
  after?: number | undefined
  order?: 'asc' | 'desc' | undefined
  types?: readonly SessionEventType[] | undefined
  /** milliseconds since 1970, inclusive */
  createdFrom?: number | undefined
  createdTo?: number | undefined
}

/** A session's events, oldest first by default. */
export async function listSessionEvents(
  db: Database,
  input: ListSessionEventsInput,
): Promise<SessionEvent[]> {
  const session = await findSession(db.read, input.sessionId)
  const isDescending = input.order === 'desc'
  const params: SqlValue[] = [session.key]
  let where = 'session_key = ?'
  if (input.after !== undefined) {
    where += ` AND sequence ${isDescending ? '<' : '>'} ?`
    params.push(input.after)
  }
  if (input.types && input.types.length > 0) {
    where += ` AND type IN (${input.types.map(() => '?').join(', ')})`
    params.push(...input.types)
  }
  if (input.createdFrom !== undefined) {
    where += ' AND created_at >= ?'
    params.push(input.createdFrom)
  }
  if (input.createdTo !== undefined) {
    where += ' AND created_at <= ?'
    params.push(input.createdTo)
  }
  const rows = await db.read.all<EventRow>(
    `SELECT sequence, id, created_at, body FROM session_events WHERE ${where}
     ORDER BY sequence ${isDescending ? 'DESC' : 'ASC'} LIMIT ?`,
    [...params, input.limit],
  )
  return rows.map(eventOf)
}

/** Events per read when reading all: a summary may be long. */
const PAGE = 1_000

/**
 * All events of a session, oldest first, optionally limited to some types or to those after a
 * number. Refuses `session_not_found`.
 */
export async function allSessionEvents(
  db: Database,
  input: Pick<ListSessionEventsInput, 'sessionId' | 'after' | 'types'>,
): Promise<SessionEvent[]> {
  const events: SessionEvent[] = []
  for (;;) {
    const after = events.at(-1)?.sequence ?? input.after
    const page = await listSessionEvents(db, { ...input, after, limit: PAGE })
    events.push(...page)
    if (page.length < PAGE) return events
  }
}

/** An event's number in its session; null: no such event. Refuses `session_not_found`. */
export async function sessionEventSequence(
  db: Database,
  input: { sessionId: string; eventId: string },
): Promise<number | null> {
  const session = await findSession(db.read, input.sessionId)
  const row = await db.read.get<{ sequence: number }>(
    'SELECT sequence FROM session_events WHERE session_key = ? AND id = ?',
    [session.key, input.eventId],
  )
  return row?.sequence ?? null
}

/** Queued messages, in order; they wait until the agent has answered the previous one. */
export async function queuedMessages(db: Database, sessionId: string): Promise<SessionEvent[]> {
  const session = await findSession(db.read, sessionId)
  const rows = await db.read.all<{ id: string; created_at: number; body: string }>(
    'SELECT id, created_at, body FROM queued_messages WHERE session_key = ? ORDER BY key',
    [session.key],
  )
  return rows.map((row) => ({
    ...(JSON.parse(row.body) as SessionEventBody),
    id: row.id,
    sequence: null,
    createdAt: row.created_at,
  }))
}
