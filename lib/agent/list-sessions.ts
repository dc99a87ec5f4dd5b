import type { Database } from '@/lib/db/database'
import { sessionsOf } from './core/rows'
import type { Session, SessionStatus } from './session'
import { listedSessions } from './sql/listed-sessions'

export interface ListSessionsInput {
  limit: number
  /** sessions beyond this one, in the requested order: the previous page's `next` */
  after?: number | undefined
  order?: 'asc' | 'desc' | undefined
  includeArchived?: boolean | undefined
  /** sessions with this store attached */
  storeId?: string | undefined
  /** only sessions whose stores are all among these */
  onlyStoreIds?: readonly string[] | undefined
  statuses?: readonly SessionStatus[] | undefined
  /** what they do or need; waiting and failed ones are idle for that reason */
  state?: 'waiting' | 'running' | 'failed' | undefined
  /** what their title holds, in any case */
  titlePart?: string | undefined
  /** the id of their model */
  model?: string | undefined
  /** milliseconds since 1970, inclusive */
  createdFrom?: number | undefined
  createdTo?: number | undefined
}

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
