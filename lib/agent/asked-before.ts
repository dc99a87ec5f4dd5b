import type { Database } from '@/lib/db/database'
import { bodyOf } from './core/stored-json'

/**
 * Finds the last message that a person sent to a session before a time (milliseconds since 1970);
 * null if there is none, or no such session.
 */
export async function askedBefore(
  db: Database,
  sessionId: string,
  time: number,
): Promise<string | null> {
  const session = await db.prisma.session.findFirst({
    where: { id: sessionId },
    select: { key: true },
  })
  if (!session) return null
  const row = await db.prisma.sessionEvent.findFirst({
    where: { sessionKey: session.key, type: 'user.message', createdAt: { lte: time } },
    orderBy: { sequence: 'desc' },
    select: { body: true },
  })
  if (!row) return null
  const event = bodyOf(row.body)
  return event.type === 'user.message' ? event.texts.join('\n') : null
}
