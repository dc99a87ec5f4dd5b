import { columns, type RowOf } from '@/lib/db/columns'
import type { Sql, WriteSql } from '@/lib/db/sql'

/**
 * Conversations in other programs: noted with what they wrote or read, and asked for whenever a
 * store changes while a page shows them. Their list counts what each wrote, in one statement.
 */

const SESSION = columns('o', 'observedSession', [
  'id',
  'outerId',
  'clientVersion',
  'project',
  'firstPrompt',
])

/**
 * Notes a session of Claude Code, by its program's own id; what is known of it already stays, but for
 * the version of its program. Returns our id of it.
 */
export async function putObserved(
  tx: WriteSql,
  row: RowOf<typeof SESSION>,
  at: number,
): Promise<string> {
  const put = await tx.get<{ id: string }>(
    `INSERT INTO observed_sessions (id, outer_id, client, client_version, project, first_prompt,
       first_at, last_at) VALUES (?, ?, 'claude_code', ?, ?, ?, ?, ?)
     ON CONFLICT (outer_id) DO UPDATE SET
       first_prompt = CASE WHEN observed_sessions.first_prompt = '' THEN excluded.first_prompt
         ELSE observed_sessions.first_prompt END,
       client_version = CASE WHEN excluded.client_version = '' THEN observed_sessions.client_version
         ELSE excluded.client_version END,
       project = CASE WHEN observed_sessions.project = '' THEN excluded.project
         ELSE observed_sessions.project END,
       last_at = CASE WHEN excluded.last_at > observed_sessions.last_at THEN excluded.last_at
         ELSE observed_sessions.last_at END
     RETURNING id`,
    [row.id, row.outerId, row.clientVersion, row.project, row.firstPrompt, at, at],
  )
  if (!put) throw new Error('an observed session has no id')
  return put.id
}

/** The store that a session read in last. */
export async function noteReadStore(tx: WriteSql, id: string, storeKey: number): Promise<void> {
  await tx.run('UPDATE observed_sessions SET read_store_key = ? WHERE id = ?', [storeKey, id])
}

const LAST = columns('o', 'observedSession', ['id', 'lastAt'])

/** The session that wrote last: the end of an index. */
export function lastObserved(sql: Sql): Promise<RowOf<typeof LAST> | undefined> {
  return sql.get<RowOf<typeof LAST>>(
    `SELECT ${LAST.list} FROM observed_sessions o ORDER BY o.last_at DESC LIMIT 1`,
  )
}

/** Also of what was found out later to be a session's; a continuation names it. */
const NEWEST_CHANGESET = `SELECT c.id FROM attributions b
  JOIN memory_versions v ON v.store_key = b.store_key AND v.sequence = b.sequence
  JOIN changesets c ON c.key = v.changeset_key
  WHERE b.session_id`

const LISTED = columns('o', 'observedSession', [
  'id',
  'outerId',
  'clientVersion',
  'project',
  'firstPrompt',
  'firstAt',
  'lastAt',
])

/** With what it wrote by which model, and the store that it wrote in, else read in. */
export type ListedRow = RowOf<typeof LISTED> & {
  model: string | null
  changeCount: number
  changesetId: string | null
  storeName: string
}

/** Of so many sessions that wrote last, those that wrote or read in a store that is not deleted. */
export function listedObserved(sql: Sql, limit: number): Promise<ListedRow[]> {
  return sql.all<ListedRow>(
    `SELECT ${LISTED.list}, max(a.model) AS model, count(a.sequence) AS "changeCount",
       coalesce(max(s.name), max(r.name)) AS "storeName",
       (${NEWEST_CHANGESET} = o.id ORDER BY c.key DESC LIMIT 1) AS "changesetId"
     FROM (SELECT * FROM observed_sessions ORDER BY last_at DESC LIMIT ?) o
     LEFT JOIN attributions a ON a.session_id = o.id AND a.store_key IN (
       SELECT key FROM memory_stores WHERE deleted_at IS NULL)
     LEFT JOIN memory_stores s ON s.key = a.store_key
     LEFT JOIN memory_stores r ON r.key = o.read_store_key AND r.deleted_at IS NULL
     WHERE s.key IS NOT NULL OR r.key IS NOT NULL
     GROUP BY o.key, o.id, o.outer_id, o.client_version, o.project, o.first_prompt, o.first_at,
       o.last_at
     ORDER BY o.last_at DESC`,
    [limit],
  )
}

const CHANGESET = columns('c', 'changeset', ['id'])

export function newestChangesetOf(
  sql: Sql,
  sessionId: string,
): Promise<RowOf<typeof CHANGESET> | undefined> {
  return sql.get<RowOf<typeof CHANGESET>>(`${NEWEST_CHANGESET} = ? ORDER BY c.key DESC LIMIT 1`, [
    sessionId,
  ])
}
