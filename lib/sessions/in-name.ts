import { db } from '@/lib/db'
import { Refusal, unlessRefused } from '@/lib/refusal'
import type { Cause } from '@/lib/store/model/actor'
import { isIdOf } from '@/lib/text/id-kind'
import { getSession, type Session, sessionArchived } from './sessions'

/**
 * The session of this server in whose name a caller acts; null: the name is the caller's own. Refuses
 * `may_not` for a session that another key opened, also of one that is deleted and wrote something, or that
 * was observed, and `session_archived`.
 */
export async function sessionInName({ actor }: Cause, sessionId: string): Promise<Session | null> {
  if (!isIdOf('sesn', sessionId)) return null
  const session = await unlessRefused(getSession(sessionId), 'session_not_found')
  if (!session) {
    const written = { sessionId, actorType: 'session' as const }
    const select = { id: true }
    const isOurs =
      (await db.version.findFirst({ where: written, select })) ??
      // In the name of what Claude Code did, hooks and transcripts tell.
      (await db.observedSession.findUnique({ where: { id: sessionId }, select }))
    if (!isOurs) return null
    throw notOpenedBy(sessionId)
  }
  const { openedBy, archivedAt } = session
  if (openedBy.type !== actor.type || openedBy.id !== actor.id) throw notOpenedBy(sessionId)
  if (archivedAt) throw sessionArchived(sessionId)
  return session
}

const notOpenedBy = (sessionId: string) =>
  new Refusal(
    'may_not',
    `session_id: only the key that ${sessionId} was opened with acts in its name.`,
  )
