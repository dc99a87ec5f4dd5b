import type { SqlValue, WriteSql } from '@/lib/db/sql'
import { addReviewEvent } from './add-review-event'
import { followOpenWork } from './follow-open-work'
import type { Actor } from './model/actor'
import type { ProposalState } from './model/proposal'

/** How waiting proposals end. */
export interface Settlement {
  state: Exclude<ProposalState, 'waiting'>
  /** null: nobody */
  by: Actor | null
  /** of a denial: what the agent is told */
  message?: string | null | undefined
  isEdited?: boolean | undefined
}

/** Which proposals end: one, those of a call in a session, or of all its calls. */
export type SettledProposals =
  | { proposalId: string }
  | { sessionId: string; toolUseId?: string | undefined }

/** Ends proposals that wait, and returns how many did: of two decisions the first holds. */
export async function settleProposals(
  tx: WriteSql,
  which: SettledProposals,
  settlement: Settlement,
): Promise<number> {
  const { condition, params } = conditionOf(which)
  const rows = await tx.all<{ id: string; changeset_key: number; store_key: number }>(
    `UPDATE proposals SET state = ?, decided_at = ?, decider_type = ?, decider_id = ?, message = ?,
       is_edited = ? WHERE ${condition} AND state = 'waiting' RETURNING id, changeset_key, store_key`,
    [
      settlement.state,
      Date.now(),
      settlement.by?.type ?? null,
      settlement.by?.id ?? null,
      settlement.message ?? null,
      Number(settlement.isEdited ?? false),
      ...params,
    ],
  )
  for (const { id, store_key: storeKey } of rows) {
    await addReviewEvent(tx, { storeKey, type: 'proposal.settled', subject: id })
  }
  for (const changesetKey of new Set(rows.map((row) => row.changeset_key))) {
    await tx.run('UPDATE changesets SET revision = revision + 1 WHERE key = ?', [changesetKey])
    await followOpenWork(tx, changesetKey)
  }
  for (const storeKey of new Set(rows.map((row) => row.store_key))) tx.touch(storeKey)
  return rows.length
}

function conditionOf(which: SettledProposals): { condition: string; params: SqlValue[] } {
  if ('proposalId' in which) return { condition: 'id = ?', params: [which.proposalId] }
  const { sessionId, toolUseId } = which
  return toolUseId === undefined
    ? { condition: 'session_id = ? AND tool_use_id IS NOT NULL', params: [sessionId] }
    : { condition: 'session_id = ? AND tool_use_id = ?', params: [sessionId, toolUseId] }
}
