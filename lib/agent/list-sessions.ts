import type { Database } from '@/lib/db/database'
import { sessionsOf } from './core/rows'
import type { Session } from './session'
import { listedSessions, type ListSessionsInput } from './sql/listed-sessions'

export interface SessionPage {
  sessions: Session[]
  /** start of the next page; null at the end */
  next: number | null
}

/** Sessions by creation, newest first by default. */
export async function listSessions(db: Database, input: ListSessionsInput): Promise<SessionPage> {
  const rows = await listedSessions(db.read, { ...input, limit: input.limit + 1 })
  const page = rows.slice(0, input.limit)
  return {
    sessions: await sessionsOf(db.read, page),
    next: rows.length > input.limit ? (page.at(-1)?.key ?? null) : null,
  }
}
