import type { Actor } from '../model/actor'
import type { ChangeKind } from '../model/memory-change'
import type { Proposal, ProposalState } from '../model/proposal'

/** A row of `proposals` with the ids of its store and changeset. */
export interface ProposalRow {
  key: number
  id: string
  store_id: string
  changeset_id: string
  session_id: string | null
  tool_use_id: string | null
  actor_type: Actor['type']
  actor_id: string
  kind: ChangeKind
  path: string
  state: ProposalState
  created_at: number
  lapses_at: number | null
  rule: string | null
  policy_revision: number | null
  is_unscanned: number
  decided_at: number | null
  decider_type: Actor['type'] | null
  decider_id: string | null
  message: string | null
  is_edited: number
}

/** Selects `ProposalRow`s of stores that were not deleted; the caller adds AND and ORDER over `p`. */
export const SELECT_PROPOSALS = `SELECT p.key, p.id, s.id AS store_id, c.id AS changeset_id,
    p.session_id, p.tool_use_id, p.actor_type, p.actor_id, p.kind, p.path, p.state, p.created_at,
    p.lapses_at, p.rule, p.policy_revision, p.is_unscanned, p.decided_at, p.decider_type, p.decider_id, p.message,
    p.is_edited
  FROM proposals p CROSS JOIN memory_stores s CROSS JOIN changesets c
  WHERE s.key = p.store_key AND s.deleted_at IS NULL AND c.key = p.changeset_key`

export function proposalOf(row: ProposalRow): Proposal {
  return {
    id: row.id,
    storeId: row.store_id,
    changesetId: row.changeset_id,
    sessionId: row.session_id,
    toolUseId: row.tool_use_id,
    actor: { type: row.actor_type, id: row.actor_id },
    kind: row.kind,
    path: row.path,
    state: row.state,
    createdAt: row.created_at,
    lapsesAt: row.lapses_at,
    rule: row.rule === null ? null : { id: row.rule, revision: row.policy_revision ?? 0 },
    isUnscanned: row.is_unscanned === 1,
    decidedAt: row.decided_at,
    decidedBy:
      row.decider_type !== null && row.decider_id !== null
        ? { type: row.decider_type, id: row.decider_id }
        : null,
    message: row.message,
    isEdited: row.is_edited === 1,
  }
}
