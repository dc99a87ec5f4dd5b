import type { Database } from '@/lib/db/database'
import { listSessionEvents, sessionEventSequence } from './list-session-events'
import type { SessionEvent, SessionEventType } from './session-event'

/** Events of a part: as many as a reader sees without waiting, give or take those that belong to them. */
const PART = 200

/** Events before the one that a part is centred on. */
const BEFORE = 50

/** The answer to a call stands within this many events after it, unless the call still waits. */
const ANSWER_WITHIN = 100

const STATUSES: readonly SessionEventType[] = [
  'session.status_running',
  'session.status_idle',
  'session.status_terminated',
]

/** The requested part of a conversation: next to an event's number, or around an event. */
export type PartAsked = { before: number } | { after: number } | { around: string }

/**
 * The newest part of a session's events, oldest first, and the last change of its status, which may
 * be older. Refuses `session_not_found`.
 */
export async function newestPart(db: Database, sessionId: string): Promise<SessionEvent[]> {
  const newest = { sessionId, order: 'desc' } as const
  const events = (await listSessionEvents(db, { ...newest, limit: PART })).reverse()
  const [status] = await listSessionEvents(db, { ...newest, types: STATUSES, limit: 1 })
  const isMissing = status !== undefined && !events.some(({ id }) => id === status.id)
  return isMissing ? [status, ...events] : events
}

/**
 * A part of a session's events, oldest first; empty if there is nothing. Calls and compactions of a
 * part have their answers in it, unless these stand where the part was asked to end. Refuses
 * `session_not_found`.
 */
export async function conversationPart(
  db: Database,
  sessionId: string,
  asked: PartAsked,
): Promise<SessionEvent[]> {
  if ('before' in asked) {
    const { before: after } = asked
    return (await listSessionEvents(db, { sessionId, after, order: 'desc', limit: PART })).reverse()
  }
  const after = 'after' in asked ? asked.after : await startAround(db, sessionId, asked.around)
  if (after === null) return []
  return withAnswers(db, sessionId, await listSessionEvents(db, { sessionId, after, limit: PART }))
}

async function startAround(
  db: Database,
  sessionId: string,
  eventId: string,
): Promise<number | null> {
  const sequence = await sessionEventSequence(db, { sessionId, eventId })
  return sequence === null ? null : Math.max(0, sequence - BEFORE - 1)
}

/** A part and what follows it, until nothing in it lacks its answer. */
async function withAnswers(
  db: Database,
  sessionId: string,
  events: SessionEvent[],
): Promise<SessionEvent[]> {
  const open = new Set(events.flatMap(({ type, id }) => (isAnswered(type) ? [id] : [])))
  for (const event of events) open.delete(answeredBy(event) ?? '')
  const after = events.at(-1)?.sequence
  if (open.size === 0 || typeof after !== 'number') return events
  const following = await listSessionEvents(db, { sessionId, after, limit: ANSWER_WITHIN })
  const answers = following.map((event) => answeredBy(event) ?? '')
  const last = answers.findLastIndex((id) => open.has(id))
  return [...events, ...following.slice(0, last + 1)]
}

const isAnswered = (type: SessionEventType) =>
  type === 'agent.tool_use' || type === 'context.compaction_start'

/** The event that this one answers or ends; null: none. */
function answeredBy(event: SessionEvent): string | null {
  switch (event.type) {
    case 'agent.tool_result':
      return event.toolUseId
    case 'agent.thread_context_compacted':
    case 'context.compaction_failed':
      return event.startId
    default:
      return null
  }
}
