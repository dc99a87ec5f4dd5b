import { sendEvents } from '@/lib/agent/send-events'
import type { Database } from '@/lib/db/database'
import { policyOfRevision } from '@/lib/review/policy/get-policy'
import { ReviewError } from '@/lib/review/model/review-problems'
import type { Proposal } from '@/lib/store/model/proposal'
import { completeProposals, type Completion } from '@/lib/store/proposals/proposals'
import { completingWrites } from './decide-proposal'
import { EXPIRY_ACTOR, isStillExpired } from './expire-memories'
import { heldBy } from './preview-proposal'
import { runHeldCommand } from './run-held-command'
import { policyOfStore } from './sql/stores'

const LAPSED: Completion = { state: 'lapsed', by: null }

/**
 * Ends a write that nobody decided about in time, as the rule that held it says: it is denied, or
 * written and kept from agents. What cannot be written any more is denied.
 */
export async function lapseProposal(db: Database, proposal: Proposal): Promise<void> {
  const { id: proposalId, sessionId, toolUseId } = proposal
  if (proposal.actor.id === EXPIRY_ACTOR.id) return endExpired(db, proposal)
  const isWritten = await landsInQuarantine(db, proposal)
  if (toolUseId !== null && sessionId !== null) {
    const result = isWritten ? ('allow' as const) : ('deny' as const)
    const confirmation = { type: 'user.tool_confirmation' as const, toolUseId, result }
    await sendEvents(db, sessionId, [{ ...confirmation, isLapsed: true }])
    return
  }
  if (isWritten && (await writeLapsed(db, proposal))) return
  await db.write((tx) => completeProposals(tx, { proposalId }, LAPSED))
}

/** Deletes what nobody used meanwhile either; what somebody did stays. */
async function endExpired(db: Database, proposal: Proposal): Promise<void> {
  const isExpired = await isStillExpired(db, proposal, Date.now())
  if (isExpired && (await writeLapsed(db, proposal))) return
  const withdrawn = { state: 'withdrawn', by: null } as const
  await db.write((tx) => completeProposals(tx, { proposalId: proposal.id }, withdrawn))
}

/** Returns whether the write lands in quarantine, by the rule as it was when it held the write. */
async function landsInQuarantine(db: Database, { storeId, rule }: Proposal): Promise<boolean> {
  if (rule === null) return false
  const store = await policyOfStore(db.read, storeId)
  if (!store || store.policyRevision < rule.revision) return false
  const { rules } = await policyOfRevision(db.read, store.key, rule.revision)
  return rules.find(({ id }) => id === rule.id)?.onLapse === 'quarantine'
}

/** Writes it and ends its proposal in one transaction; false: nothing was written. */
async function writeLapsed(db: Database, proposal: Proposal): Promise<boolean> {
  try {
    const held = await heldBy(db, proposal)
    const cause = { ...held.cause, isLapsed: true as const }
    const completing = completingWrites(db, proposal.id, LAPSED)
    await runHeldCommand(completing.on, { ...held, cause })
    return completing.isCompleted()
  } catch (error) {
    // Somebody decided meanwhile, or what waits cannot be read.
    if (error instanceof ReviewError) return false
    throw error
  }
}
