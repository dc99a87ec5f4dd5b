import { listSessionEvents } from '@/lib/agent/list-session-events'
import type { Session } from '@/lib/agent/session'
import { database } from '@/lib/db/open-database'
import { turnOf } from '@/lib/replay/turn/turn'

/** What the person said that began an event's turn; null: it was none. */
export async function questionOfTurn(
  { id: sessionId, lastSequence: limit }: Session,
  eventId: string,
): Promise<string | null> {
  const events = await listSessionEvents(database(), { sessionId, limit })
  const turn = turnOf(events, eventId)
  const message = events.find(({ id }) => id === turn?.messageId)
  return message?.type === 'user.message' ? message.texts.join('\n\n') : null
}
