import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { Sql, WriteSql } from '@/lib/db/sql'
import { primaryKeyOf } from '@/lib/db/tables'
import type { TextColumn } from '../../model/text-columns'

/**
 * Columns of sessions as redactions search and rewrite them, whichever there are: searching reads each
 * from end to end, by the threads that read for long work.
 */

/** A column, whatever it holds. */
export type OfConversation = Pick<TextColumn, 'table' | 'column'>

/** The columns of a table that say which session a row is of, and which of its rows. */
function keysOf(table: string): { session: string; row: string } {
  const row = primaryKeyOf(table).at(-1) ?? ''
  return { session: table === 'sessions' ? 'key' : 'session_key', row }
}

/**
 * The keys of the sessions with this in a column. `storeIds`: only of those that have one of them, or a
 * branch of one that is gone, or a branch of that.
 */
export async function sessionsWith(
  sql: Sql,
  { table, column }: OfConversation,
  written: string,
  storeIds: readonly string[] | undefined,
): Promise<number[]> {
  const { session } = keysOf(table)
  const ofStores = storeIds
    ? ` AND ${session} IN (SELECT a.session_key FROM session_stores a
         WHERE a.store_id IN ${oneOf(storeIds)} OR a.store_id IN (
           WITH RECURSIVE gone(store_id) AS (
             SELECT f.store_id FROM former_branches f WHERE f.origin_id IN ${oneOf(storeIds)}
             UNION
             SELECT f.store_id FROM gone JOIN former_branches f ON f.origin_id = gone.store_id)
           SELECT gone.store_id FROM gone))`
    : ''
  const rows = await sql.all<{ key: number }>(
    `SELECT DISTINCT ${session} AS key FROM ${table}
     WHERE replace(${column}, ?, '') <> ${column}${ofStores} ORDER BY 1`,
    [written, ...(storeIds ?? []), ...(storeIds ?? [])],
  )
  return rows.map(({ key }) => key)
}

/** A row of whichever table the column is of, which is why no model has it. */
export interface ConversationRow {
  /** within its session */
  key: number
  value: string
}

/** The values of a session that hold one of these, in the order of their rows after one. */
export function valuesWith(
  sql: Sql,
  { table, column }: OfConversation,
  written: readonly string[],
  { sessionKey, after, limit }: { sessionKey: number; after: number; limit: number },
): Promise<ConversationRow[]> {
  const { session, row } = keysOf(table)
  const isThere = written.map(() => `replace(${column}, ?, '') <> ${column}`).join(' OR ')
  return sql.all<ConversationRow>(
    `SELECT ${row} AS key, ${column} AS value FROM ${table}
     WHERE ${session} = ? AND ${row} > ? AND (${isThere}) ORDER BY ${row} LIMIT ?`,
    [sessionKey, after, ...written, limit],
  )
}

export async function setValue(
  tx: WriteSql,
  { table, column }: OfConversation,
  sessionKey: number,
  { key, value }: ConversationRow,
): Promise<void> {
  const { session, row } = keysOf(table)
  await tx.run(`UPDATE ${table} SET ${column} = ? WHERE ${session} = ? AND ${row} = ?`, [
    value,
    sessionKey,
    key,
  ])
}

const SESSION = columns('s', 'session', ['id', 'title'])

type SessionRow = RowOf<typeof SESSION>

export function sessionOfKey(sql: Sql, key: number): Promise<SessionRow | undefined> {
  return sql.get<SessionRow>(`SELECT ${SESSION.list} FROM sessions s WHERE s.key = ?`, [key])
}

/** Until the transaction ends; whether it is there. */
export async function lockSession(tx: WriteSql, key: number): Promise<boolean> {
  const row = await tx.get(
    `SELECT ${SESSION.list} FROM sessions s WHERE s.key = ? ${tx.forUpdate}`,
    [key],
  )
  return row !== undefined
}

/** Tells whoever runs the session to read it again. */
export async function noteRedaction(tx: WriteSql, key: number): Promise<void> {
  await tx.run(
    'UPDATE sessions SET redactions = redactions + 1, revision = revision + 1 WHERE key = ?',
    [key],
  )
}

/** The sessions whose runs may still have in memory what was redacted. */
export async function countUnread(sql: Sql): Promise<number> {
  const row = await sql.get<{ count: number }>(
    `SELECT count(*) AS count FROM sessions
     WHERE runner IS NOT NULL AND redactions_read < redactions`,
  )
  return row?.count ?? 0
}

const ATTACHED = columns('a', 'sessionStore', ['position', 'name', 'mountName'])

export function attachedStores(sql: Sql, sessionKey: number): Promise<RowOf<typeof ATTACHED>[]> {
  return sql.all<RowOf<typeof ATTACHED>>(
    `SELECT ${ATTACHED.list} FROM session_stores a WHERE a.session_key = ? ORDER BY a.position`,
    [sessionKey],
  )
}

/** Renames an actor that is still called so. */
export async function renameActor(
  tx: WriteSql,
  id: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx.run('UPDATE actors SET name = ? WHERE id = ? AND name = ?', [to, id, from])
}

const EVENT = columns('e', 'sessionEvent', ['sequence', 'body'])

/** With what was said of each request that a model was sent. */
export function endsOfRequests(sql: Sql, sessionKey: number): Promise<RowOf<typeof EVENT>[]> {
  return sql.all<RowOf<typeof EVENT>>(
    `SELECT ${EVENT.list} FROM session_events e
     WHERE e.session_key = ? AND e.type = 'span.model_request_end'`,
    [sessionKey],
  )
}
