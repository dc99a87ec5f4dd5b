import { proposeCall } from '@/lib/agent/call-changes'
import type { Database } from '@/lib/db/database'
import { getStore } from '@/lib/store/stores/read-stores'
import {
  commandOfProposal,
  connectionOfProposal,
  findProposal,
} from '@/lib/store/proposals/proposals'
import type { Cause } from '@/lib/store/model/actor'
import type { StoreProblem } from '@/lib/store/model/problems'
import type { Proposal } from '@/lib/store/model/proposal'
import { type ShownChanges, shownChanges } from '@/lib/store/model/shown-changes'
import {
  type ProposedChange,
  proposeChanges,
  type Recognised,
} from '@/lib/store/proposals/propose-changes'
import { refuseReview } from '@/lib/review/model/review-problems'
import { heldCommand, type HeldCommand } from './held-command'
import { runHeldCommand } from './run-held-command'

/** The outcome of a waiting write if it were allowed now. */
export interface ProposalPreview {
  changes: ProposedChange[]
  /** identifies the change in an approval */
  shown: ShownChanges
  /** the words for its agent; null: none */
  answer: string | null
  /** whether it cannot be done, and so only be denied */
  isError: boolean
  /** why, where no agent is told it; null: it can be done, or `answer` says why not */
  problem: StoreProblem | null
}

/** A proposal of this store. Refuses `proposal_not_found`. */
export async function requireProposal(
  db: Database,
  input: { proposalId: string; storeId?: string | undefined },
): Promise<Proposal> {
  const proposal = await findProposal(db, input.proposalId)
  const isThere = proposal && (input.storeId ?? proposal.storeId) === proposal.storeId
  return isThere ? proposal : refuseReview({ kind: 'proposal_not_found', ...input })
}

/**
 * Runs what waits and rolls it back, to see what it would change now. Refuses `proposal_settled`;
 * of a call in a session also what `proposeCall` refuses.
 */
export async function previewProposal(db: Database, proposal: Proposal): Promise<ProposalPreview> {
  const { sessionId, toolUseId } = proposal
  if (sessionId !== null && toolUseId !== null) {
    const { changes, answer, isError } = await proposeCall(db, { sessionId, eventId: toolUseId })
    return { changes, shown: shownChanges(changes), answer, isError, problem: null }
  }
  const held = await heldBy(db, proposal)
  const { value, changes } = await proposeChanges(db, held.recognised, (trial) =>
    runHeldCommand(trial, held),
  )
  return { changes, shown: shownChanges(changes), ...value }
}

/** A held write, ready to run; its versions will name the proposal as their tool use. */
export interface Held {
  storeId: string
  command: HeldCommand
  cause: Cause
  recognised: Recognised
}

export async function heldBy(db: Database, proposal: Proposal): Promise<Held> {
  const { id, storeId, actor, sessionId, isUnscanned } = proposal
  const isAllowedUnscanned = isUnscanned ? (true as const) : undefined
  const command = heldCommand.safeParse(await commandOfProposal(db, id))
  if (!command.success) return refuseReview({ kind: 'proposal_settled', proposalId: id })
  const { lastSequence } = await getStore(db, storeId)
  const connection = await connectionOfProposal(db, id)
  return {
    storeId,
    command: command.data,
    cause: { actor, sessionId, connection, toolUseId: id, isAllowed: true, isAllowedUnscanned },
    recognised: { sinceSequence: lastSequence, toolUseId: id },
  }
}
