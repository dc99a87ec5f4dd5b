import type { Database } from '@/lib/db/database'
import { type EventRow, eventOf } from './core/rows'

/** A call of a session, and what its agent said before it. */
export interface CallWithWords {
  name: string
  input: Readonly<Record<string, unknown>>
  /** of the same answer to a person; null: it called without a word */
  words: string | null
  /** milliseconds since 1970 */
  at: number
}

/** These calls of a session by the ids of their events; those that are not there are left out. */
export async function callsWithWords(
  db: Database,
  sessionId: string,
  toolUseIds: readonly string[],
): Promise<Map<string, CallWithWords>> {
  const wanted = [...new Set(toolUseIds)]
  const session = await db.read.get<{ key: number }>('SELECT key FROM sessions WHERE id = ?', [
    sessionId,
  ])
  if (!session || wanted.length === 0) return new Map()
  const rows = await db.read.all<EventRow>(
    `SELECT sequence, id, created_at, body FROM session_events
     WHERE session_key = ? AND id IN (${wanted.map(() => '?').join(', ')})`,
    [session.key, ...wanted],
  )
  const calls = new Map<string, CallWithWords>()
  for (const row of rows) {
    const event = eventOf(row)
    if (event.type !== 'agent.tool_use') continue
    const words = await wordsBefore(db, session.key, event.sequence ?? 0)
    calls.set(event.id, { name: event.name, input: event.input, words, at: event.createdAt })
  }
  return calls
}

/** What the agent said last before an event, since a person last spoke. */
async function wordsBefore(
  db: Database,
  sessionKey: number,
  sequence: number,
): Promise<string | null> {
  const row = await db.read.get<EventRow>(
    `SELECT sequence, id, created_at, body FROM session_events
     WHERE session_key = ? AND sequence < ? AND type IN ('agent.message', 'user.message')
     ORDER BY sequence DESC LIMIT 1`,
    [sessionKey, sequence],
  )
  const event = row && eventOf(row)
  if (event?.type !== 'agent.message') return null
  return event.text.trim() === '' ? null : event.text
}
