import type { Database } from '@/lib/db/database'
import { listSessionEvents } from './list-session-events'
import type { Session } from './session'
import type { EventOf, SessionFault } from './session-event'

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
    types: ['agent.tool_use', 'user.tool_confirmation', 'session.call_waits_again'],
    order: 'desc',
    limit: CALLS,
  })
  const answered = new Set<string>()
  for (const event of events.toReversed()) {
    if (event.type === 'user.tool_confirmation') answered.add(event.toolUseId)
    if (event.type === 'session.call_waits_again') answered.delete(event.toolUseId)
  }
  const waiting = events.filter(
    (event): event is EventOf<'agent.tool_use'> =>
      event.type === 'agent.tool_use' &&
      stopReason.eventIds.includes(event.id) &&
      !answered.has(event.id),
  )
  return waiting.at(-1) ?? null
}

/** Returns the last fault of a session; null: there was none. */
export async function lastFault(
  db: Database,
  sessionId: string,
): Promise<SessionFault['kind'] | null> {
  const [event] = await listSessionEvents(db, {
    sessionId,
    types: ['session.error'],
    order: 'desc',
    limit: 1,
  })
  return event?.type === 'session.error' ? event.error.kind : null
}
