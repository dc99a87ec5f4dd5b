import { callsAhead } from '@/lib/agent/calls-ahead'
import type { Database } from '@/lib/db/database'
import type { GateChoice } from '@/lib/memory-tests/model/gate'
import { hasGates, type PassedGates, requireGates } from '@/lib/memory-tests/gates/require-gates'
import { decideProposal, type DecideProposalInput } from '@/lib/proposals/decide-proposal'
import { previewProposal, requireProposal } from '@/lib/proposals/preview-proposal'
import { refuseReview } from '@/lib/review/model/review-problems'
import type { Actor } from '@/lib/store/model/actor'
import type { Proposal } from '@/lib/store/model/proposal'
import { comingChanges } from '@/lib/store/proposals/coming-changes'
import { editedChange, type ProposedChange } from '@/lib/store/proposals/propose-changes'

/**
 * Like `decideProposal`; a write that a policy held is allowed past the store's gates. Refuses
 * `gates_hold`, too, and `proposal_not_in_turn` (see `isInTurn`).
 */
export async function decideProposalPastGates(
  db: Database,
  { gates = {}, ...input }: DecideProposalInput & { gates?: GateChoice | undefined },
): Promise<Proposal> {
  const proposal = await requireProposal(db, input)
  const { decision, by } = input
  if (decision.result !== 'allow' || !isGated(proposal)) return decideProposal(db, input)
  if (!(await isInTurn(db, proposal))) {
    refuseReview({ kind: 'proposal_not_in_turn', proposalId: proposal.id })
  }
  const passed = await requireGatesOfProposal(db, proposal, {
    by,
    gates,
    content: decision.content,
  })
  // A call of a session is answered now, and written by its run, which keeps to that state.
  if (proposal.toolUseId === null) return decideProposal(passed.on, input)
  const decided = await decideProposal(db, { ...input, gatedAt: passed.at })
  await passed.note()
  return decided
}

/** Returns whether gates stand before what waits: a policy holds it. */
export function isGated({ state, rule, isUnscanned }: Proposal): boolean {
  return state === 'waiting' && (rule !== null || isUnscanned)
}

/**
 * Returns whether gates can tell of a held write: those of a session are written by its run, in their
 * order, so that what is still to be written before one changes the state that it lands on. `denied`:
 * calls that will not be written.
 */
export async function isInTurn(
  db: Database,
  { storeId, sessionId, toolUseId }: Proposal,
  denied: ReadonlySet<string> = new Set(),
): Promise<boolean> {
  if (sessionId === null || toolUseId === null || !(await hasGates(db, storeId))) return true
  return (await callsAhead(db, { sessionId, toolUseId })).every((id) => denied.has(id))
}

/** Asks the gates of the store that a held write is for. `content`: what is written in its place. */
export function requireGatesOfProposal(
  db: Database,
  proposal: Proposal,
  { by, gates, content }: { by: Actor; gates: GateChoice; content?: string | undefined },
): Promise<PassedGates> {
  const { storeId, id: subject } = proposal
  return requireGates(db, {
    ...{ storeId, subject, by, gates },
    tried: () =>
      comingChanges(db, storeId, async () => {
        const { changes } = await previewProposal(db, proposal)
        return written(changes, content)
      }),
  })
}

/** The changes with the text that a person wrote in place of the agent's. */
function written(changes: readonly ProposedChange[], content: string | undefined) {
  const edited = content === undefined ? null : editedChange(changes)
  if (!edited?.after || content === undefined) return changes
  return [{ ...edited, after: { ...edited.after, content } }]
}
