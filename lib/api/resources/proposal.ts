import { z } from 'zod'
import type { ProposalPreview } from '@/lib/proposals/preview-proposal'
import type { Proposal } from '@/lib/store/model/proposal'
import { actor, size, time, timeOrNull, type Wire, wireActor, wireTime } from './values'

export const proposalAnswer = z.strictObject({
  id: z.string(),
  type: z.literal('proposal'),
  memory_store_id: z.string(),
  changeset_id: z.string(),
  session_id: z.string().nullable(),
  /** the event of the call that waits in its session; null: a write over the API */
  tool_use_id: z.string().nullable(),
  actor,
  change: z.enum(['created', 'modified', 'renamed', 'deleted']),
  path: z.string(),
  state: z.enum(['waiting', 'allowed', 'denied', 'lapsed', 'withdrawn']),
  rule: z.strictObject({ id: z.string(), policy_revision: size }).nullable(),
  /** whether it is held since it could not be scanned in full */
  unscanned: z.boolean(),
  created_at: time,
  lapses_at: time.nullable(),
  /** of one that waits: when it was allowed, before its store changed and it had to wait again */
  decided_at: time.nullable(),
  decided_by: actor.nullable(),
  message: z.string().nullable(),
  edited: z.boolean(),
})

const proposedSide = z.strictObject({ path: z.string(), content: z.string() }).nullable()

/** The changes that a waiting proposal would make now. */
const proposedChanges = z.strictObject({
  /** identifies the change in an approval */
  content_sha256: z.string(),
  possible: z.boolean(),
  answer: z.string().nullable(),
  changes: z.array(
    z.strictObject({
      memory_id: z.string().nullable(),
      before: proposedSide,
      after: proposedSide,
    }),
  ),
})

export const proposalWithChanges = proposalAnswer.extend({
  /** null: it does not wait any more */
  proposed: proposedChanges.nullable(),
})

export function wireProposal(proposal: Proposal): Wire<typeof proposalAnswer> {
  return {
    id: proposal.id,
    type: 'proposal',
    memory_store_id: proposal.storeId,
    changeset_id: proposal.changesetId,
    session_id: proposal.sessionId,
    tool_use_id: proposal.toolUseId,
    actor: wireActor(proposal.actor),
    change: proposal.kind,
    path: proposal.path,
    state: proposal.state,
    rule: proposal.rule && { id: proposal.rule.id, policy_revision: proposal.rule.revision },
    unscanned: proposal.isUnscanned,
    created_at: wireTime(proposal.createdAt),
    lapses_at: timeOrNull(proposal.lapsesAt),
    decided_at: timeOrNull(proposal.decidedAt),
    decided_by: proposal.decidedBy && wireActor(proposal.decidedBy),
    message: proposal.message,
    edited: proposal.isEdited,
  }
}

export function wireProposalChanges({
  changes,
  shown,
  answer,
  isError,
}: ProposalPreview): Wire<typeof proposedChanges> {
  return {
    content_sha256: shown.contentSha256,
    possible: !isError,
    answer,
    changes: changes.map(({ memoryId, before, after }) => ({
      // A new memory gets its id when it is written.
      memory_id: before === null ? null : memoryId,
      before,
      after,
    })),
  }
}
