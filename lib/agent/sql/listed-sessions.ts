import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { BulkSql, Sql, SqlValue } from '@/lib/db/sql'
import type { SessionStatus } from '../session'
import { SELECT_SESSION, type SessionRow } from './sessions'

/**
 * Lists of sessions: programs ask for them over the API, every page for its frame, and a search for
 * the threads that read for long work.
 */

const STOP_REASON = { waiting: 'requires_action', failed: 'retries_exhausted' } as const

/** A text that LIKE with the escape `!` takes as it is. */
const likeText = (text: string) => text.replaceAll(/[!%_]/g, '!$&')

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
  /** statuses; waiting and failed sessions are idle for that reason */
  state?: 'waiting' | 'running' | 'failed' | undefined
  /** a text in their title, in any case */
  titlePart?: string | undefined
  /** the id of their model */
  model?: string | undefined
  /** milliseconds since 1970, inclusive */
  createdFrom?: number | undefined
  createdTo?: number | undefined
}

/** Lists sessions by creation; `limit` as the input has it. */
export function listedSessions(sql: Sql, input: ListSessionsInput): Promise<SessionRow[]> {
  const isAscending = input.order === 'asc'
  const conditions: string[] = []
  const params: SqlValue[] = []
  const where = (condition: string, ...values: SqlValue[]) => {
    conditions.push(condition)
    params.push(...values)
  }
  if (input.after !== undefined) where(`s.key ${isAscending ? '>' : '<'} ?`, input.after)
  if (!input.includeArchived) where('s.archived_at IS NULL')
  if (input.createdFrom !== undefined) where('s.created_at >= ?', input.createdFrom)
  if (input.createdTo !== undefined) where('s.created_at <= ?', input.createdTo)
  if (input.statuses && input.statuses.length > 0) {
    where(`s.status IN ${oneOf(input.statuses)}`, ...input.statuses)
  }
  if (input.state === 'running') where(`s.status = 'running'`)
  else if (input.state !== undefined) {
    where(`s.status = 'idle' AND s.stop_reason LIKE ?`, `%"type":"${STOP_REASON[input.state]}"%`)
  }
  if (input.titlePart !== undefined) {
    where(`lower(s.title) LIKE lower(?) ESCAPE '!'`, `%${likeText(input.titlePart)}%`)
  }
  if (input.model !== undefined) {
    // A quotation mark within a text of the settings is escaped: this is the property itself.
    where(`s.settings LIKE ? ESCAPE '!'`, `%"model":${likeText(JSON.stringify(input.model))}%`)
  }
  if (input.storeId !== undefined) where(`s.key IN ${WITH_STORE}`, input.storeId)
  if (input.onlyStoreIds) {
    // No store has the empty id: with no store allowed, a session with any is left out.
    const allowed = ['', ...input.onlyStoreIds]
    where(
      `s.key NOT IN (SELECT session_key FROM session_stores WHERE store_id NOT IN ${oneOf(allowed)})`,
      ...allowed,
    )
  }
  return sql.all<SessionRow>(
    `${SELECT_SESSION} ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}
     ORDER BY s.key ${isAscending ? 'ASC' : 'DESC'} LIMIT ?`,
    [...params, input.limit],
  )
}

const WITH_STORE = '(SELECT session_key FROM session_stores WHERE store_id = ?)'

const TITLED = columns('s', 'session', ['key', 'id', 'title', 'createdAt'])

export type TitledRow = RowOf<typeof TITLED>

/** The newest that are not archived; with a store, of those that had it attached. */
export function newestSessions(
  sql: BulkSql,
  { storeId, limit }: { storeId: string | undefined; limit: number },
): Promise<TitledRow[]> {
  const ofStore = storeId === undefined ? '' : `AND s.key IN ${WITH_STORE}`
  return sql.all<TitledRow>(
    `SELECT ${TITLED.list} FROM sessions s WHERE s.archived_at IS NULL ${ofStore}
     ORDER BY s.key DESC LIMIT ?`,
    [...(storeId === undefined ? [] : [storeId]), limit],
  )
}
