import type { Database } from '@/lib/db/database'
import { listSessionEvents } from './list-session-events'
import type { Session } from './session'
import type { EventOf, SessionEventBody } from './session-event'

/** The last thing that was said in a session. */
export interface LastMessage {
  by: 'person' | 'agent'
  text: string
}

const MESSAGES = ['user.message', 'agent.message']

/** The last message of each of these sessions, by id; of one without messages nothing. */
export async function lastMessages(
  db: Database,
  sessionIds: readonly string[],
): Promise<Map<string, LastMessage>> {
  if (sessionIds.length === 0) return new Map()
  const types = MESSAGES.map(() => '?').join(', ')
  const rows = await db.read.all<{ id: string; body: string }>(
    `SELECT s.id, e.body FROM sessions s JOIN session_events e ON e.session_key = s.key
     WHERE s.id IN (${sessionIds.map(() => '?').join(', ')}) AND e.sequence = (
       SELECT l.sequence FROM session_events l WHERE l.session_key = s.key AND l.type IN (${types})
       ORDER BY l.sequence DESC LIMIT 1
     )`,
    [...sessionIds, ...MESSAGES],
  )
  return new Map(rows.flatMap(({ id, body }) => messageOf(id, body)))
}

function messageOf(id: string, body: string): [string, LastMessage][] {
  const event = JSON.parse(body) as SessionEventBody
  if (event.type === 'agent.message') return [[id, { by: 'agent', text: event.text }]]
  if (event.type !== 'user.message') return []
  return [[id, { by: 'person', text: event.texts.join(' ') }]]
}

/** More calls and answers than these follow no single answer of a model. */
const CALLS = 200

/** The first call of a session that waits for a person; null: none does. */
export async function firstWaitingCall(
  db: Database,
  { id: sessionId, stopReason }: Pick<Session, 'id' | 'stopReason'>,
): Promise<EventOf<'agent.tool_use'> | null> {
  if (stopReason?.type !== 'requires_action') return null
  const events = await listSessionEvents(db, {
    sessionId,
    types: ['agent.tool_use', 'user.tool_confirmation'],
    order: 'desc',
    limit: CALLS,
  })
  const answered = new Set(
    events.map((event) => (event.type === 'user.tool_confirmation' ? event.toolUseId : null)),
  )
  const waiting = events.filter(
    (event): event is EventOf<'agent.tool_use'> =>
      event.type === 'agent.tool_use' &&
      stopReason.eventIds.includes(event.id) &&
      !answered.has(event.id),
  )
  return waiting.at(-1) ?? null
}
