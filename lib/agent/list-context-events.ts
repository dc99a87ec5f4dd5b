import type { Database } from '@/lib/db/database'
import { CONTEXT_EVENT_TYPES } from './context-history'
import { allSessionEvents } from './list-session-events'
import type { SessionEvent } from './session-event'

/** All events that concern a session's context, in order. Refuses `session_not_found`. */
export async function listContextEvents(db: Database, sessionId: string): Promise<SessionEvent[]> {
  return allSessionEvents(db, { sessionId, types: CONTEXT_EVENT_TYPES })
}
