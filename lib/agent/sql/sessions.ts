import { columns, type RowOf } from '@/lib/db/columns'
import type { BulkSql, Sql, WriteSql } from '@/lib/db/sql'
import { dropCosts } from './memory-costs'

/**
 * Sessions as runs, programs over the API and the timer that looks for abandoned runs ask for them:
 * without the client, which a server that no person opens does not load. A run locks its session's
 * row with every event.
 */

const SESSION = columns('s', 'session', [
  'key',
  'id',
  'title',
  'settings',
  'metadata',
  'status',
  'stopReason',
  'lastSequence',
  'redactions',
  'usage',
  'context',
  'viewFrom',
  'draft',
  'runner',
  'actorType',
  'actorId',
  'createdAt',
  'updatedAt',
  'archivedAt',
  'revision',
])

export type SessionRow = RowOf<typeof SESSION>

/** The caller adds WHERE and ORDER over `s`. */
export const SELECT_SESSION = `SELECT ${SESSION.list} FROM sessions s`

export function sessionById(sql: Sql, id: string): Promise<SessionRow | undefined> {
  return sql.get<SessionRow>(`${SELECT_SESSION} WHERE s.id = ?`, [id])
}

/** The same, locked until the transaction ends. */
export function lockedSession(tx: WriteSql, id: string): Promise<SessionRow | undefined> {
  return tx.get<SessionRow>(`${SELECT_SESSION} WHERE s.id = ? ${tx.forUpdate}`, [id])
}

type NewSession = Pick<
  SessionRow,
  'id' | 'title' | 'settings' | 'metadata' | 'actorType' | 'actorId' | 'createdAt'
>

/** Returns the session's key; undefined: it was not stored. */
export async function insertSession(tx: WriteSql, row: NewSession): Promise<number | undefined> {
  const inserted = await tx.get<Pick<SessionRow, 'key'>>(
    `INSERT INTO sessions (id, title, settings, metadata, status, actor_type, actor_id, created_at,
       updated_at)
     VALUES (?, ?, ?, ?, 'idle', ?, ?, ?, ?) RETURNING key`,
    [
      row.id,
      row.title,
      row.settings,
      row.metadata,
      row.actorType,
      row.actorId,
      row.createdAt,
      row.createdAt,
    ],
  )
  return inserted?.key
}

/** Stores what a change may change of a session, and counts the change. */
export async function updateSession(tx: WriteSql, row: SessionRow): Promise<void> {
  await tx.run(
    `UPDATE sessions SET title = ?, settings = ?, metadata = ?, status = ?, stop_reason = ?,
       last_sequence = ?, usage = ?, context = ?, view_from = ?, draft = ?, archived_at = ?, updated_at = ?,
       revision = revision + 1 WHERE key = ?`,
    [
      row.title,
      row.settings,
      row.metadata,
      row.status,
      row.stopReason,
      row.lastSequence,
      row.usage,
      row.context,
      row.viewFrom,
      row.draft,
      row.archivedAt,
      row.updatedAt,
      row.key,
    ],
  )
}

/** Stores what the model has said so far, unless another run or a redaction came in between. */
export async function updateDraft(
  tx: WriteSql,
  {
    id,
    draft,
    runner,
    redactions,
  }: Pick<SessionRow, 'id' | 'draft' | 'runner'> & { redactions: number | null },
): Promise<void> {
  await tx.run('UPDATE sessions SET draft = ? WHERE id = ? AND runner = ? AND redactions = ?', [
    draft,
    id,
    runner,
    redactions,
  ])
}

/** Notes the number of redactions after which the run under way has read the session. */
export async function noteRedactionsRead(
  tx: WriteSql,
  key: number,
  redactions: number | null,
): Promise<void> {
  await tx.run('UPDATE sessions SET redactions_read = ? WHERE key = ?', [redactions, key])
}

/** A run that begins has nothing in memory. */
export async function noteAllRedactionsRead(tx: WriteSql, key: number): Promise<void> {
  await tx.run('UPDATE sessions SET redactions_read = redactions WHERE key = ?', [key])
}

/** Tables of which every row belongs to a session, those that point to others of them first. */
const OWNED = [
  ...['replay_samples', 'replays', 'queued_messages'],
  ...['session_events', 'session_stores'],
]

/**
 * Deletes a session with its log, its queue, its replays, what it cost and what says which stores it
 * had.
 */
export async function deleteSessionRows(tx: WriteSql, key: number): Promise<void> {
  await dropCosts(tx, key)
  for (const table of OWNED) {
    await tx.run(`DELETE FROM ${table} WHERE session_key = ?`, [key])
  }
  await tx.run('DELETE FROM sessions WHERE key = ?', [key])
}

/** Counts over all sessions, for the threads of long reads. */
export async function changedSince(sql: BulkSql, since: number): Promise<number> {
  const row = await sql.get<{ count: number }>(
    'SELECT count(*) AS count FROM sessions WHERE updated_at >= ?',
    [since],
  )
  return row?.count ?? 0
}

const TOKENS = columns('s', 'session', ['key', 'id', 'title', 'usage', 'context'])

export type SessionTokensRow = RowOf<typeof TOKENS>

/**
 * A page of all sessions' token usage: Prisma's client would take five times as long for so many
 * rows.
 */
export function sessionTokens(
  sql: Sql,
  { after, limit }: { after: number; limit: number },
): Promise<SessionTokensRow[]> {
  return sql.all<SessionTokensRow>(
    `SELECT ${TOKENS.list} FROM sessions s WHERE s.key > ? ORDER BY s.key LIMIT ?`,
    [after, limit],
  )
}
