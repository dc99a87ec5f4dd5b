import { refuseSession } from '@/lib/agent/problems'
import { type SentEvent, sendEvents } from '@/lib/agent/send-events'
import type { GatedCall, SessionEvent } from '@/lib/agent/session-event'
import type { Database } from '@/lib/db/database'
import type { PassedGates } from '@/lib/memory-tests/gates/require-gates'
import type { GateChoice } from '@/lib/memory-tests/model/gate'
import type { Actor } from '@/lib/store/model/actor'
import type { Proposal } from '@/lib/store/model/proposal'
import { waitingProposals } from '@/lib/store/proposals/proposals'
import { isGated, isInTurn, requireGatesOfProposal } from './decide-proposal'

/** Calls of a session that may wait at once: those of one answer. */
const MAX_WAITING = 500

/**
 * Like `sendEvents`; a confirmation allows a write that a policy held past its store's gates, and one
 * for the rest of the session all that such a policy holds in it. Refuses `gates_hold`, too, and
 * `call_not_in_turn` before any is asked: where gates stand, one is allowed at a time (`isInTurn`).
 */
export async function sendEventsPastGates(
  db: Database,
  sessionId: string,
  { events, by, gates = {} }: { events: readonly SentEvent[]; by: Actor; gates?: GateChoice },
): Promise<SessionEvent[]> {
  const confirmed = events.filter((event) => event.type === 'user.tool_confirmation')
  const denied = new Set(
    confirmed.filter(({ result }) => result === 'deny').map(({ toolUseId }) => toolUseId),
  )
  const held: { proposal: Proposal; content: string | undefined }[] = []
  for (const event of confirmed) {
    if (event.result !== 'allow') continue
    for (const proposal of await heldOf(db, sessionId, event)) {
      const { toolUseId } = proposal
      if (toolUseId !== null && !(await isInTurn(db, proposal, denied))) {
        refuseSession({ kind: 'call_not_in_turn', toolUseId })
      }
      held.push({ proposal, content: toolUseId === event.toolUseId ? event.content : undefined })
    }
  }
  const notes: PassedGates['note'][] = []
  const gatedAt: GatedCall[] = []
  for (const { proposal, content } of held) {
    const { at, note } = await requireGatesOfProposal(db, proposal, { by, gates, content })
    notes.push(note)
    const { toolUseId } = proposal
    if (at && toolUseId !== null) gatedAt.push({ toolUseId, ...at })
  }
  const sent = await sendEvents(db, sessionId, withStates(events, gatedAt))
  for (const note of notes) await note()
  return sent
}

/** The events, the first that allows something with the states that gates were asked about. */
function withStates(
  events: readonly SentEvent[],
  gatedAt: readonly GatedCall[],
): readonly SentEvent[] {
  if (gatedAt.length === 0) return events
  const at = events.findIndex(
    (event) => event.type === 'user.tool_confirmation' && event.result === 'allow',
  )
  return events.map((event, index) =>
    event.type === 'user.tool_confirmation' && index === at ? { ...event, gatedAt } : event,
  )
}

async function heldOf(
  db: Database,
  sessionId: string,
  { toolUseId, isForSession }: Extract<SentEvent, { type: 'user.tool_confirmation' }>,
): Promise<Proposal[]> {
  const waiting = await waitingProposals(db, { sessionId, limit: MAX_WAITING })
  return waiting.filter(
    (proposal) => isGated(proposal) && (isForSession || proposal.toolUseId === toolUseId),
  )
}
