import type { Database } from '@/lib/db/database'
import { CONTEXT_EVENT_TYPES } from './context-history'
import { listSessionEvents } from './list-session-events'
import type { SessionEvent } from './session-event'

/** Events that are read at a time: a summary may be long. */
const PAGE = 1_000

/** All events of a session that tell of its context, in their order. Refuses `session_not_found`. */
export async function listContextEvents(db: Database, sessionId: string): Promise<SessionEvent[]> {
  const events: SessionEvent[] = []
  for (;;) {
    const page = await listSessionEvents(db, {
      sessionId,
      limit: PAGE,
      after: events.at(-1)?.sequence ?? undefined,
      types: CONTEXT_EVENT_TYPES,
    })
    events.push(...page)
    if (page.length < PAGE) return events
  }
}
