import type { Database } from '@/lib/db/database'
import { eventOf } from './core/rows'

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
  if (wanted.length === 0) return new Map()
  const session = await db.prisma.session.findFirst({
    where: { id: sessionId },
    select: { key: true },
  })
  if (!session) return new Map()
  const rows = await db.prisma.sessionEvent.findMany({
    where: { sessionKey: session.key, id: { in: wanted } },
  })
  const calls = new Map<string, CallWithWords>()
  for (const row of rows) {
    const event = eventOf(row)
    if (event.type !== 'agent.tool_use') continue
    const words = await wordsBefore(db, session.key, event.sequence ?? 0)
    calls.set(event.id, { name: event.name, input: event.input, words, at: event.createdAt })
  }
  return calls
}

/** Finds the agent's last words before an event, since a person last spoke. */
async function wordsBefore(
  db: Database,
  sessionKey: number,
  sequence: number,
): Promise<string | null> {
  const row = await db.prisma.sessionEvent.findFirst({
    where: {
      sessionKey,
      sequence: { lt: sequence },
      type: { in: ['agent.message', 'user.message'] },
    },
    orderBy: { sequence: 'desc' },
  })
  const event = row && eventOf(row)
  if (event?.type !== 'agent.message') return null
  return event.text.trim() === '' ? null : event.text
}
