import type { Database } from '@/lib/db/database'
import { eventOf, findSession } from './core/rows'
import { bodyOf } from './core/stored-json'
import type { SessionEvent, SessionEventType } from './session-event'
import { queuedOf } from './sql/queued-messages'
import { eventsOfSession, sequenceOfEvent } from './sql/session-events'

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
  const rows = await eventsOfSession(db.read, { ...input, sessionKey: session.key })
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
  return sequenceOfEvent(db.read, session.key, input.eventId)
}

/** Queued messages, in order; they wait until the agent has answered the previous one. */
export async function queuedMessages(db: Database, sessionId: string): Promise<SessionEvent[]> {
  const session = await findSession(db.read, sessionId)
  const rows = await queuedOf(db.read, session.key)
  return rows.map(({ body, id, createdAt }) => ({
    ...bodyOf(body),
    id,
    sequence: null,
    createdAt,
  }))
}
