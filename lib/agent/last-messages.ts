import type { Database } from '@/lib/db/database'
import { bodyOf } from './core/stored-json'
import { listSessionEvents } from './list-session-events'
import type { Session } from './session'
import type { EventOf } from './session-event'
import { lastSaid } from './sql/session-events'

/** The last thing that was said in a session. */
export interface LastMessage {
  by: 'person' | 'agent'
  text: string
}

/** The last message of each of these sessions, by id; of one without messages nothing. */
export async function lastMessages(
  db: Database,
  sessionIds: readonly string[],
): Promise<Map<string, LastMessage>> {
  if (sessionIds.length === 0) return new Map()
  const rows = await lastSaid(db.read, sessionIds)
  return new Map(rows.flatMap(({ sessionId, body }) => messageOf(sessionId, body)))
}

function messageOf(id: string, body: string): [string, LastMessage][] {
  const event = bodyOf(body)
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
