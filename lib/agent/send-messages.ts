import type { Database } from '@/lib/db/database'
import { sendEvents } from './send-events'

/**
 * Sends a person's messages to a session, each of one or more texts; refuses as `sendEvents` does. A
 * message decides about nothing that waits, so that no gate stands before it.
 */
export async function sendMessages(
  db: Database,
  sessionId: string,
  messages: readonly (readonly string[])[],
): Promise<void> {
  const events = messages.map((texts) => ({ type: 'user.message' as const, texts }))
  await sendEvents(db, sessionId, events)
}
