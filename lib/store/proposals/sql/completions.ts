import { columns, type RowOf } from '@/lib/db/columns'
import type { SqlValue, WriteSql } from '@/lib/db/sql'

/**
 * Ends of proposals: people and programs decide, sessions withdraw, a timer lets them lapse. Each
 * is one conditional UPDATE, so that of two decisions the first holds.
 */

const COMPLETION = columns('p', 'proposal', [
  'state',
  'decidedAt',
  'deciderType',
  'deciderId',
  'message',
  'isEdited',
])

/** The state in which a proposal ends, with who ended it and when. */
export type CompletionRow = RowOf<typeof COMPLETION>

const COMPLETED = columns('proposals', 'proposal', ['id', 'changesetKey', 'storeKey'])

/** One that ended. */
export type CompletedRow = RowOf<typeof COMPLETED>

export function completeById(
  tx: WriteSql,
  id: string,
  completion: CompletionRow,
): Promise<CompletedRow[]> {
  return complete(tx, completion, { condition: 'id = ?', params: [id] })
}

/** Ends the waiting proposals of all calls in a session. */
export function completeOfSession(
  tx: WriteSql,
  sessionId: string,
  completion: CompletionRow,
): Promise<CompletedRow[]> {
  const condition = 'session_id = ? AND tool_use_id IS NOT NULL'
  return complete(tx, completion, { condition, params: [sessionId] })
}

/** Ends the waiting proposals of one call in a session. */
export function completeOfCall(
  tx: WriteSql,
  { sessionId, toolUseId }: { sessionId: string; toolUseId: string },
  completion: CompletionRow,
): Promise<CompletedRow[]> {
  const condition = 'session_id = ? AND tool_use_id = ?'
  return complete(tx, completion, { condition, params: [sessionId, toolUseId] })
}

function complete(
  tx: WriteSql,
  row: CompletionRow,
  { condition, params }: { condition: string; params: SqlValue[] },
): Promise<CompletedRow[]> {
  return tx.all<CompletedRow>(
    `UPDATE proposals SET state = ?, decided_at = ?, decider_type = ?, decider_id = ?, message = ?,
       is_edited = ? WHERE ${condition} AND state = 'waiting' RETURNING ${COMPLETED.list}`,
    [
      row.state,
      row.decidedAt,
      row.deciderType,
      row.deciderId,
      row.message,
      row.isEdited,
      ...params,
    ],
  )
}

/** Has the proposals of a call wait again that were allowed. `lapsesAt`: null: for good. */
export function reopenOfCall(
  tx: WriteSql,
  { sessionId, toolUseId }: { sessionId: string; toolUseId: string },
  lapsesAt: number | null,
): Promise<CompletedRow[]> {
  return tx.all<CompletedRow>(
    `UPDATE proposals SET state = 'waiting', is_edited = 0, lapses_at = ?
     WHERE session_id = ? AND tool_use_id = ? AND state = 'allowed' RETURNING ${COMPLETED.list}`,
    [lapsesAt, sessionId, toolUseId],
  )
}

/** A changeset's proposals are not as they were. */
export async function noteCompletion(tx: WriteSql, changesetKey: number): Promise<void> {
  await tx.run('UPDATE changesets SET revision = revision + 1 WHERE key = ?', [changesetKey])
}
