import type { Database } from '@/lib/db/database'
import type { GateChoice } from '@/lib/memory-tests/model/gate'
import { requireGates, type PassedGates } from '@/lib/memory-tests/gates/require-gates'
import { decideProposal, type DecideProposalInput } from '@/lib/proposals/decide-proposal'
import { previewProposal, requireProposal } from '@/lib/proposals/preview-proposal'
import type { Actor } from '@/lib/store/model/actor'
import type { Proposal } from '@/lib/store/model/proposal'
import { editedChange, type ProposedChange } from '@/lib/store/proposals/propose-changes'
import { getStore } from '@/lib/store/stores/read-stores'

/**
 * Like `decideProposal`; a write that a policy held is allowed past the store's gates. Refuses
 * `gates_hold`, too.
 */
export async function decideProposalPastGates(
  db: Database,
  { gates = {}, ...input }: DecideProposalInput & { gates?: GateChoice | undefined },
): Promise<Proposal> {
  const proposal = await requireProposal(db, input)
  const { decision, by } = input
  if (decision.result !== 'allow' || !isGated(proposal)) return decideProposal(db, input)
  const passed = await requireGatesOfProposal(db, proposal, {
    by,
    gates,
    content: decision.content,
  })
  // A call of a session is answered now, and written by its run: no transaction of ours has both.
  if (proposal.toolUseId === null) return decideProposal(passed.on, input)
  const decided = await decideProposal(db, input)
  await passed.note()
  return decided
}

/** Returns whether gates stand before what waits: a policy holds it. */
export function isGated({ state, rule, isUnscanned }: Proposal): boolean {
  return state === 'waiting' && (rule !== null || isUnscanned)
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
    tried: async () => {
      const { lastSequence: sequence } = await getStore(db, storeId)
      const { changes } = await previewProposal(db, proposal)
      return { storeId, sequence, changes: written(changes, content) }
    },
  })
}

/** The changes with the text that a person wrote in place of the agent's. */
function written(changes: readonly ProposedChange[], content: string | undefined) {
  const edited = content === undefined ? null : editedChange(changes)
  if (!edited?.after || content === undefined) return [...changes]
  return [{ ...edited, after: { ...edited.after, content } }]
}
