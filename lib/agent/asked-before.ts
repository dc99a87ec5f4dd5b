import type { Database } from '@/lib/db/database'
import type { SessionEventBody } from './session-event'

/**
 * What a session was asked last before a time (milliseconds since 1970); null: nothing, or there is
 * no such session.
 */
export async function askedBefore(
  db: Database,
  sessionId: string,
  time: number,
): Promise<string | null> {
  const row = await db.read.get<{ body: string }>(
    `SELECT e.body FROM sessions s CROSS JOIN session_events e
     WHERE s.id = ? AND e.session_key = s.key AND e.type = 'user.message' AND e.created_at <= ?
     ORDER BY e.sequence DESC LIMIT 1`,
    [sessionId, time],
  )
  if (!row) return null
  const event = JSON.parse(row.body) as SessionEventBody
  return event.type === 'user.message' ? event.texts.join('\n') : null
}
