import type { Database } from '@/lib/db/database'
import { proposeChanges, type ProposedChange } from '@/lib/store/propose-changes'
import { runMemoryTool } from './core/memory-tools'
import { type EventRow, eventOf, findSession } from './core/rows'
import { getSession } from './get-session'
import { refuseSession } from './problems'
import type { EventOf } from './session-event'

/** What a call that waits would do, as things stand. */
export interface ProposedCall {
  changes: ProposedChange[]
  /** what the tool would answer */
  answer: string
  isError: boolean
}

/**
 * Tries a call out and takes it back: what it would change now. Refuses `session_not_found`,
 * `invalid_session_input` where the event is no call.
 */
export async function proposeCall(
  db: Database,
  input: { sessionId: string; eventId: string },
): Promise<ProposedCall> {
  const { sessionId } = input
  const session = await getSession(db, sessionId)
  const call = await requireCall(db, input)
  const recognised = { sessionId, toolUseId: call.id }
  const cause = { actor: { type: 'session' as const, id: sessionId }, ...recognised }
  const { value, changes } = await proposeChanges(db, recognised, (trial) =>
    runMemoryTool(trial, session.stores, call, cause),
  )
  return { changes, answer: value.content, isError: value.isError }
}

async function requireCall(
  db: Database,
  input: { sessionId: string; eventId: string },
): Promise<EventOf<'agent.tool_use'>> {
  const { key } = await findSession(db.read, input.sessionId)
  const row = await db.read.get<EventRow>(
    'SELECT sequence, id, created_at, body FROM session_events WHERE session_key = ? AND id = ?',
    [key, input.eventId],
  )
  const event = row && eventOf(row)
  if (event?.type === 'agent.tool_use') return event
  return refuseSession({
    kind: 'invalid_session_input',
    field: 'event',
    reason: 'must be a call of this session',
  })
}
