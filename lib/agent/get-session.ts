import type { Database } from '@/lib/db/database'
import { findSession, sessionsOf } from './core/rows'
import { refuseSession } from './problems'
import type { Session } from './session'

/** The current state of a session. Refuses `session_not_found`. */
export async function getSession(db: Database, sessionId: string): Promise<Session> {
  const row = await findSession(db.read, sessionId)
  const [session] = await sessionsOf(db.read, [row])
  return session ?? refuseSession({ kind: 'session_not_found', sessionId })
}
