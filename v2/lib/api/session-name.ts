import type { Caller } from '@/lib/auth/access'
import { db } from '@/lib/db'
import { isRefusal, Refusal } from '@/lib/refusal'
import { sessionArchived } from '@/lib/sessions/problems'
import { getSession, type Session } from '@/lib/sessions/sessions'

/** What a call says of the session that it is made in. */
interface InName {
  sessionId: string
  storeId: string
  isWrite: boolean
}

/**
 * Whether a call that names a session may write there in its name; an id that is none of ours is the
 * caller's own word. Refuses `may_not` for a session that another key opened, that does not have this
 * store, or that asks before it writes, since nobody was asked; and `session_archived`.
 */
export async function mayWriteInName(
  { actor }: Caller,
  { sessionId, storeId, isWrite }: InName,
): Promise<boolean> {
  const session = await sessionOfOurs(sessionId)
  if (!session) {
    const written = { storeId, sessionId, actorType: 'session' as const }
    if (await db.version.findFirst({ where: written, select: { id: true } })) {
      throw notOpenedByCaller(sessionId)
    }
    return true
  }
  const { openedBy, archivedAt, stores, settings } = session
  if (openedBy.type !== actor.type || openedBy.id !== actor.id) throw notOpenedByCaller(sessionId)
  if (archivedAt) throw sessionArchived(sessionId)
  const store = stores.find((each) => each.storeId === storeId)
  if (!store) throw forbidden(`The session ${sessionId} does not have this memory store.`)
  if (isWrite && settings.approval === 'always_ask') {
    throw forbidden(`The session ${sessionId} asks before it writes: only its own run can wait.`)
  }
  return !store.isReadOnly
}

async function sessionOfOurs(id: string): Promise<Session | null> {
  try {
    return await getSession(id)
  } catch (error) {
    if (isRefusal(error) && error.code === 'session_not_found') return null
    throw error
  }
}

const forbidden = (words: string) => new Refusal('may_not', words)

const notOpenedByCaller = (sessionId: string) =>
  forbidden(`session_id: only the key that ${sessionId} was opened with acts in its name.`)
