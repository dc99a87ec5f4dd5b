import { columns, type RowOf } from '@/lib/db/columns'
import type { Sql, WriteSql } from '@/lib/db/sql'

/** Messages that wait for the agent: programs send them over the API, and a run takes them. */

const MESSAGE = columns('q', 'queuedMessage', ['key', 'id', 'createdAt', 'body'])
const OF_SESSION = columns('q', 'queuedMessage', ['sessionKey'])

export type QueuedRow = RowOf<typeof MESSAGE>

const OF_ONE = `SELECT ${MESSAGE.list} FROM queued_messages q WHERE q.session_key = ? ORDER BY q.key`

/** A session's queued messages, the oldest first. */
export function queuedOf(sql: Sql, sessionKey: number): Promise<QueuedRow[]> {
  return sql.all<QueuedRow>(OF_ONE, [sessionKey])
}

/** The oldest of a session. */
export function nextQueued(sql: Sql, sessionKey: number): Promise<QueuedRow | undefined> {
  return sql.get<QueuedRow>(`${OF_ONE} LIMIT 1`, [sessionKey])
}

export async function insertQueued(
  tx: WriteSql,
  row: Omit<QueuedRow, 'key'> & RowOf<typeof OF_SESSION>,
): Promise<void> {
  await tx.run(
    'INSERT INTO queued_messages (session_key, id, created_at, body) VALUES (?, ?, ?, ?)',
    [row.sessionKey, row.id, row.createdAt, row.body],
  )
}

export async function deleteQueued(tx: WriteSql, key: number): Promise<void> {
  await tx.run('DELETE FROM queued_messages WHERE key = ?', [key])
}
