import { getSession } from '@/lib/agent/get-session'
import { refuseSession, SessionError } from '@/lib/agent/problems'
import type { Session } from '@/lib/agent/session'
import { speaksFor } from '@/lib/auth/may'
import type { Database } from '@/lib/db/database'
import { hasSessionWritten } from '@/lib/store/changes/session-writes'
import { ApiError } from './api-error'
import type { ApiCall } from './api-call'

/** A call's use of the name of the session that it states. */
export interface InName {
  sessionId: string
  storeId: string
  isWrite: boolean
}

/**
 * Checks that a call may act in the name of this session, and returns the session's access to the
 * store; null: the id is not one of ours, so it is the caller's own claim (API page, memory_tool).
 * Refuses a session of ours that another key opened, one without this store, and a write where the
 * session asks for approval first: nobody was asked.
 */
export async function accessInName(
  { db, caller }: Pick<ApiCall<object>, 'db' | 'caller'>,
  use: InName,
): Promise<'read_write' | 'read_only' | null> {
  const { sessionId, storeId } = use
  const session = await sessionOfOurs(db, sessionId)
  if (!session) {
    if (await hasSessionWritten(db, { storeId, sessionId })) throw notOpenedByCaller(sessionId)
    return null
  }
  if (!speaksFor(caller, session)) throw notOpenedByCaller(sessionId)
  if (session.archivedAt !== null) refuseSession({ kind: 'session_archived', sessionId })
  const store = session.stores.find((each) => each.storeId === storeId)
  if (!store) throw forbidden(`The session ${sessionId} does not have this memory store.`)
  if (use.isWrite && session.settings.approval === 'always_ask') {
    throw forbidden(`The session ${sessionId} asks before it writes: only its own run can wait.`)
  }
  return store.access
}

async function sessionOfOurs(db: Database, sessionId: string): Promise<Session | null> {
  try {
    return await getSession(db, sessionId)
  } catch (error) {
    if (error instanceof SessionError && error.problem.kind === 'session_not_found') return null
    throw error
  }
}

const forbidden = (message: string) => new ApiError(403, 'permission_error', message)

const notOpenedByCaller = (sessionId: string) =>
  forbidden(`session_id: only the key that ${sessionId} was opened with acts in its name.`)
