import type { AgentToolUse, EventOf, SessionEvent } from '../session-event'

/** What a session's run does next; it follows from what has happened alone, so a restart changes nothing. */
export type NextStep =
  /** carry the call out, or answer that it was denied */
  | { kind: 'tool'; call: EventOf<'agent.tool_use'>; denial: string | null }
  /** these calls wait for a person */
  | { kind: 'wait'; calls: EventOf<'agent.tool_use'>[] }
  /** ask the model */
  | { kind: 'request' }
  /** the agent has had its say */
  | { kind: 'end'; stopReason: string | null }

const DENIED = 'The person denied this change.'

/** Decides what comes next. Events are oldest first; what the run itself logs plays no part. */
export function nextStep(events: readonly SessionEvent[]): NextStep {
  const open = openCalls(events)
  const [first] = open
  if (first) {
    const verdict = verdictOn(first, events)
    if (verdict === 'waiting') {
      return { kind: 'wait', calls: open.filter((call) => verdictOn(call, events) === 'waiting') }
    }
    return { kind: 'tool', call: first, denial: verdict === 'allowed' ? null : verdict.denial }
  }
  for (let index = events.length - 1; index >= 0; index--) {
    const event = events[index]
    if (!event) break
    switch (event.type) {
      case 'user.message':
      case 'agent.tool_result':
        return { kind: 'request' }
      case 'span.model_request_end': {
        if (event.isError) return { kind: 'request' }
        if (event.stopReason === 'pause_turn') return { kind: 'request' }
        return { kind: 'end', stopReason: event.stopReason }
      }
      default:
    }
  }
  return { kind: 'end', stopReason: null }
}

/** Calls that have no result yet, in the model's order. */
export function openCalls(events: readonly SessionEvent[]): EventOf<'agent.tool_use'>[] {
  const answered = new Set<string>()
  const open: EventOf<'agent.tool_use'>[] = []
  for (let index = events.length - 1; index >= 0; index--) {
    const event = events[index]
    if (event?.type === 'agent.tool_result') answered.add(event.toolUseId)
    if (event?.type === 'agent.tool_use' && !answered.has(event.id)) open.unshift(event)
    // What came before a message of the person was answered then.
    if (event?.type === 'user.message') break
  }
  return open
}

function verdictOn(
  call: AgentToolUse & { id: string },
  events: readonly SessionEvent[],
): 'allowed' | 'waiting' | { denial: string } {
  if (!call.needsApproval) return 'allowed'
  for (let index = events.length - 1; index >= 0; index--) {
    const event = events[index]
    if (event?.type === 'user.tool_confirmation') {
      if (event.isForSession && event.result === 'allow') return 'allowed'
      if (event.toolUseId !== call.id) continue
      if (event.result === 'allow') return 'allowed'
      const message = event.denyMessage
      return { denial: message ? `${DENIED} They say: ${message}` : DENIED }
    }
    if (event?.id === call.id) break
  }
  return 'waiting'
}
