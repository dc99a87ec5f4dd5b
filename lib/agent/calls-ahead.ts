import type { Database } from '@/lib/db/database'
import { openCalls, verdictOf } from './core/next-step'
import { eventOf, findSession } from './core/rows'
import { eventsSinceMessage } from './sql/session-events'

/**
 * The calls of a session that are still to be run before one of its calls, in the model's order: they
 * wait, or were allowed and have no result yet. Those that were denied write nothing. Of a call that has
 * its result: none. Refuses `session_not_found`.
 */
export async function callsAhead(
  db: Database,
  { sessionId, toolUseId }: { sessionId: string; toolUseId: string },
): Promise<string[]> {
  const rows = await eventsSinceMessage(db.read, await findSession(db.read, sessionId))
  const events = rows.map(eventOf)
  const open = openCalls(events).map(({ id }) => id)
  const ahead = open.slice(0, Math.max(0, open.indexOf(toolUseId)))
  return ahead.filter((id) => verdictOf(events, id).confirmation?.result !== 'deny')
}
