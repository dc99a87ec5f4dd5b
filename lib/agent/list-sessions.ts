import type { Database } from '@/lib/db/database'
import type { SqlValue } from '@/lib/db/sql'
import { SESSION_COLUMNS, type SessionRow, sessionsOf } from './core/rows'
import type { Session, SessionStatus } from './session'

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

const STOP_REASON = { waiting: 'requires_action', failed: 'retries_exhausted' } as const

/** A text that LIKE with the escape `!` takes as it is. */
const likeText = (text: string) => text.replaceAll(/[!%_]/g, '!$&')

/** Sessions by creation, newest first by default. */
export async function listSessions(db: Database, input: ListSessionsInput): Promise<SessionPage> {
  const isAscending = input.order === 'asc'
  const conditions: string[] = []
  const params: SqlValue[] = []
  const where = (condition: string, ...values: SqlValue[]) => {
    conditions.push(condition)
    params.push(...values)
  }
  if (input.after !== undefined) where(`key ${isAscending ? '>' : '<'} ?`, input.after)
  if (!input.includeArchived) where('archived_at IS NULL')
  if (input.createdFrom !== undefined) where('created_at >= ?', input.createdFrom)
  if (input.createdTo !== undefined) where('created_at <= ?', input.createdTo)
  if (input.statuses && input.statuses.length > 0) {
    where(`status IN (${input.statuses.map(() => '?').join(', ')})`, ...input.statuses)
  }
  if (input.state === 'running') where(`status = 'running'`)
  else if (input.state !== undefined) {
    where(`status = 'idle' AND stop_reason LIKE ?`, `%"type":"${STOP_REASON[input.state]}"%`)
  }
  if (input.titlePart !== undefined) {
    where(`lower(title) LIKE lower(?) ESCAPE '!'`, `%${likeText(input.titlePart)}%`)
  }
  if (input.model !== undefined) {
    // A quotation mark within a text of the settings is escaped: this is the property itself.
    where(`settings LIKE ? ESCAPE '!'`, `%"model":${likeText(JSON.stringify(input.model))}%`)
  }
  if (input.storeId !== undefined) {
    where('key IN (SELECT session_key FROM session_stores WHERE store_id = ?)', input.storeId)
  }
  if (input.onlyStoreIds) {
    const placeholders = input.onlyStoreIds.map(() => '?').join(', ')
    where(
      `key NOT IN (SELECT session_key FROM session_stores WHERE store_id NOT IN (${placeholders || `''`}))`,
      ...input.onlyStoreIds,
    )
  }
  const rows = await db.read.all<SessionRow>(
    `SELECT ${SESSION_COLUMNS} FROM sessions
     ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}
     ORDER BY key ${isAscending ? 'ASC' : 'DESC'} LIMIT ?`,
    [...params, input.limit + 1],
  )
  const page = rows.slice(0, input.limit)
  return {
    sessions: await sessionsOf(db.read, page),
    next: rows.length > input.limit ? (page.at(-1)?.key ?? null) : null,
  }
}
