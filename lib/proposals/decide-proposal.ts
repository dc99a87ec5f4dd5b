import { SessionError } from '@/lib/agent/problems'
import { sendEvents } from '@/lib/agent/send-events'
import type { Database, WriteJob } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import { agentsPart } from '@/lib/review/decisions/agents-part'
import { refuseReview } from '@/lib/review/model/review-problems'
import { ChangedSinceShownError, landAsShown, writeEdited } from '@/lib/store/memories/write-edited'
import type { Actor } from '@/lib/store/model/actor'
import type { Proposal } from '@/lib/store/model/proposal'
import { isSameBase } from '@/lib/store/model/shown-changes'
import { editedChange } from '@/lib/store/proposals/propose-changes'
import type { StoreStanding } from '@/lib/store/proposals/writing-at'
import { completeProposals, type Completion } from '@/lib/store/proposals/proposals'
import { heldBy, previewProposal, requireProposal } from './preview-proposal'
import { runHeldCommand } from './run-held-command'
import { lockWaiting } from './sql/waiting-proposals'

/** A person's decision about a write that waits. */
export type ProposalDecision =
  | {
      result: 'allow'
      /** the change that they were shown: a different write is refused */
      shown: { contentSha256: string; base?: readonly string[] | undefined }
      /** the text that the person wrote in place of the agent's */
      content?: string | undefined
    }
  | {
      result: 'deny'
      /** the words for the agent */
      message?: string | undefined
    }

export interface DecideProposalInput {
  /** left out: of any store */
  storeId?: string | undefined
  proposalId: string
  decision: ProposalDecision
  by: Actor
  /** of a call in a session: the state of the store that gates were asked about; null: none stand */
  gatedAt?: StoreStanding | null | undefined
}

/**
 * Allows or denies a write that waits. Allowing runs it again on what the store holds now; if that
 * would not write what was shown, nothing is written.
 *
 * Refuses `proposal_not_found`; `proposal_settled`, also to the later of two decisions;
 * `own_changes` to the key that wants to write; `proposal_changed`; `proposal_impossible`;
 * `proposal_not_editable`; and what `writeEdited` refuses.
 */
export async function decideProposal(db: Database, input: DecideProposalInput): Promise<Proposal> {
  const proposal = await requireProposal(db, input)
  const { id: proposalId, actor, changesetId } = proposal
  if (proposal.state !== 'waiting') refuseReview({ kind: 'proposal_settled', proposalId })
  if (input.by.type === 'api_key' && input.by.id === actor.id) {
    refuseReview({ kind: 'own_changes', changesetId })
  }
  if (proposal.toolUseId !== null) await answerCall(db, proposal, input)
  else if (input.decision.result === 'allow') await land(db, proposal, input.decision, input.by)
  else {
    const { message } = input.decision
    await db.write((tx) =>
      complete(tx, proposalId, { state: 'denied', by: input.by, message: message?.trim() || null }),
    )
  }
  return requireProposal(db, { proposalId })
}

/** Answers a call that waits in a session of this server. */
async function answerCall(
  db: Database,
  { id: proposalId, sessionId, toolUseId }: Proposal,
  { decision, by, gatedAt }: DecideProposalInput,
): Promise<void> {
  const call = { toolUseId: toolUseId ?? '' }
  const confirmation = {
    type: 'user.tool_confirmation' as const,
    ...call,
    by,
    gatedAt: gatedAt ? [{ ...call, ...gatedAt }] : undefined,
    ...(decision.result === 'allow'
      ? { result: decision.result, shown: decision.shown, content: decision.content }
      : { result: decision.result, denyMessage: decision.message }),
  }
  await sendEvents(db, sessionId ?? '', [confirmation]).catch((error: unknown) => {
    if (!(error instanceof SessionError)) throw error
    switch (error.problem.kind) {
      case 'write_changed':
        return refuseReview({ kind: 'proposal_changed', proposalId })
      case 'call_not_editable':
        return refuseReview({ kind: 'proposal_not_editable', proposalId })
      case 'call_not_waiting':
      case 'session_not_found':
      case 'session_archived':
        return refuseReview({ kind: 'proposal_settled', proposalId })
      default:
        throw error
    }
  })
}

type Allowing = Extract<ProposalDecision, { result: 'allow' }>

/** Writes a held write and ends its proposal in one transaction. */
async function land(
  db: Database,
  proposal: Proposal,
  { shown, content }: Allowing,
  by: Actor,
): Promise<void> {
  const proposalId = proposal.id
  const preview = await previewProposal(db, proposal)
  if (preview.isError) refuseReview({ kind: 'proposal_impossible', proposalId })
  const { base, contentSha256 } = preview.shown
  if (contentSha256 !== shown.contentSha256 || !isSameBase(shown.base ?? base, base)) {
    refuseReview({ kind: 'proposal_changed', proposalId })
  }
  const change = content === undefined ? null : editedChange(preview.changes)
  if (content !== undefined && !change) refuseReview({ kind: 'proposal_not_editable', proposalId })
  const held = await heldBy(db, proposal)
  const kept = change && content !== undefined ? await agentsPart(change, content) : null
  const completion = { state: 'allowed', by, isEdited: change !== null } as const
  const completing = completingWrites(db, proposalId, completion)
  await landAsShown(completing.on, held.recognised, base, async (on) => {
    if (change && content !== undefined) {
      const edited = { content, cause: { ...held.cause, actor: by } }
      const left = kept === null ? null : { content: kept, cause: held.cause }
      await writeEdited(on, { change, edited, left })
      return
    }
    const { isError } = await runHeldCommand(on, held)
    if (isError) refuseReview({ kind: 'proposal_changed', proposalId })
  }).catch((error: unknown) => {
    if (error instanceof ChangedSinceShownError) {
      return refuseReview({ kind: 'proposal_changed', proposalId })
    }
    throw error
  })
  // The store was so already.
  if (!completing.isCompleted()) await db.write((tx) => complete(tx, proposalId, completion))
}

export interface CompletingWrites {
  on: Database
  isCompleted: () => boolean
}

/**
 * A database in which the transaction that changes something also ends the proposal. All fail if it
 * does not wait any more. One that changes nothing, such as recording that a policy refused the write,
 * ends nothing.
 */
export function completingWrites(
  db: Database,
  proposalId: string,
  completion: Completion,
): CompletingWrites {
  let isCompleted = false
  const write = async <Value>(job: WriteJob<Value>): Promise<Value> => {
    const { value, isChange } = await db.write(async (tx) => {
      await requireWaiting(tx, proposalId)
      let isChange = false
      const touch = (key: number) => {
        isChange = true
        tx.touch(key)
      }
      const value = await job({ ...tx, touch })
      if (isChange) await complete(tx, proposalId, completion)
      return { value, isChange }
    })
    isCompleted ||= isChange
    return value
  }
  const on = Object.create(db) as Database
  Object.defineProperty(on, 'write', { value: write })
  return { on, isCompleted: () => isCompleted }
}

/** First of all, as every decision does: of two, the later then waits for the earlier. */
async function requireWaiting(tx: WriteSql, proposalId: string): Promise<void> {
  const isWaiting = await lockWaiting(tx, proposalId)
  if (!isWaiting) refuseReview({ kind: 'proposal_settled', proposalId })
}

async function complete(tx: WriteSql, proposalId: string, completion: Completion): Promise<void> {
  const count = await completeProposals(tx, { proposalId }, completion)
  if (count === 0) refuseReview({ kind: 'proposal_settled', proposalId })
}
