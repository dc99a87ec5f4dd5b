import type { Proposal } from '../model/proposal'
import type { ProposalRow } from '../sql/proposals'

export function proposalOf(row: ProposalRow): Proposal {
  const { id, storeId, changesetId, sessionId, toolUseId, kind, path, state } = row
  const { createdAt, lapsesAt, rule, policyRevision, decidedAt, deciderType, deciderId } = row
  return {
    id,
    storeId,
    changesetId,
    sessionId,
    toolUseId,
    actor: { type: row.actorType, id: row.actorId },
    kind,
    path,
    state,
    createdAt,
    lapsesAt,
    rule: rule === null ? null : { id: rule, revision: policyRevision ?? 0 },
    isUnscanned: row.isUnscanned === 1,
    decidedAt,
    decidedBy:
      deciderType !== null && deciderId !== null ? { type: deciderType, id: deciderId } : null,
    message: row.message,
    isEdited: row.isEdited === 1,
  }
}
