import { type CompactionCause, isOf, type SessionEvent, type StopReason } from './event'
import { compactionDue } from './compaction'
import type { ContextState } from './context'
import type { WireSettings } from './settings'

/**
 * What a run does next. It follows from the log alone, so that a restart, another process and a search
 * for causes decide the same.
 */

export type ToolUse = SessionEvent<'agent.tool_use'>
export type Confirmation = SessionEvent<'user.tool_confirmation'>

export type RunStep =
  /** the next message goes from the queue into the log */
  | { kind: 'take' }
  | { kind: 'ask' }
  | { kind: 'call'; call: ToolUse; verdict: Confirmation | null }
  /** these calls wait for a person */
  | { kind: 'wait'; ids: string[] }
  | { kind: 'compact'; cause: CompactionCause; instructions: string }
  | { kind: 'end'; reason: StopReason; explanation?: string | null }
  /** nothing was asked for */
  | { kind: 'rest' }

/** What the log does not hold. */
export interface Beside {
  /** messages that wait */
  queued: number
  settings: WireSettings
  context: ContextState
  /** tokens of the model's window */
  window: number
}

/** Decides the next step. `events`: what the model still sees, oldest first. */
export function nextStep(events: readonly SessionEvent[], beside: Beside): RunStep {
  const begun = beginOf(events)
  if (begun === null) {
    // Messages wait behind calls that a person is to decide.
    const isNext = beside.queued > 0 && waitingCalls(events).length === 0
    return { kind: isNext ? 'take' : 'rest' }
  }
  const run = events.slice(begun)
  if (run.some(isOf('user.interrupt', 'session.status_terminated'))) {
    return { kind: 'end', reason: { type: 'end_turn', detail: 'interrupted' } }
  }
  return callStep(events) ?? compactionStep(events, beside) ?? answerStep(events, run, beside)
}

/** Where the run began; null: the session is idle. */
function beginOf(events: readonly SessionEvent[]): number | null {
  for (let at = events.length - 1; at >= 0; at--) {
    const type = events[at]?.type
    if (type === 'session.status_running') return at
    if (type === 'session.status_idle') return null
    // A summary stands where its run began before it.
    if (at === 0 && type === 'agent.thread_context_compacted') return 0
  }
  return null
}

/** Calls without a result, in the model's order. */
export function openCalls(events: readonly SessionEvent[]): ToolUse[] {
  const answered = new Set<string>()
  const open: ToolUse[] = []
  for (const event of events.toReversed()) {
    if (event.type === 'agent.tool_result') answered.add(event.tool_use_id)
    if (event.type === 'agent.tool_use' && !answered.has(event.id)) open.unshift(event)
    // Whatever stood open before a person spoke was answered by then.
    if (event.type === 'user.message') break
  }
  return open
}

/** What a person decided about a call; null: nothing so far. */
export const verdictOn = (
  { id }: { id: string },
  events: readonly SessionEvent[],
): Confirmation | null =>
  events.filter(isOf('user.tool_confirmation')).findLast((event) => event.tool_use_id === id) ??
  null

/** Returns whether a person is still to decide about a call. */
export const isUndecided = (call: ToolUse, events: readonly SessionEvent[]) =>
  call.evaluated_permission === 'ask' && verdictOn(call, events) === null

/** Calls that wait for a person. */
export const waitingCalls = (events: readonly SessionEvent[]): ToolUse[] =>
  openCalls(events).filter((call) => isUndecided(call, events))

/** They are carried out in the model's order, once all that wait are decided. */
function callStep(events: readonly SessionEvent[]): RunStep | null {
  const [call] = openCalls(events)
  if (!call) return null
  const waiting = waitingCalls(events)
  const isBefore = waiting.every(({ sequence }) => sequence > call.sequence)
  if (waiting.length === 0 || (isBefore && call.evaluated_permission !== 'ask')) {
    return { kind: 'call', call, verdict: verdictOn(call, events) }
  }
  return { kind: 'wait', ids: waiting.map(({ id }) => id) }
}

const COMPACTION_ENDS = ['agent.thread_context_compacted', 'context.compaction_failed'] as const

/** The compaction that began and has not ended; null: none. */
export function openCompaction(
  events: readonly SessionEvent[],
): SessionEvent<'context.compaction_start'> | null {
  const last = events.findLast(isOf('context.compaction_start', ...COMPACTION_ENDS))
  return last?.type === 'context.compaction_start' ? last : null
}

/** What a person asked to be summarised, and was not since; an interrupt takes it back. */
export function askedCompaction(
  events: readonly SessionEvent[],
): SessionEvent<'user.compaction'> | null {
  const last = events.findLast(
    isOf('user.compaction', 'user.interrupt', 'context.compaction_start', ...COMPACTION_ENDS),
  )
  return last?.type === 'user.compaction' ? last : null
}

function compactionStep(events: readonly SessionEvent[], beside: Beside): RunStep | null {
  const asked = askedCompaction(events)
  if (asked) return { kind: 'compact', cause: 'asked', instructions: asked.instructions }
  const { settings, context, window } = beside
  if (!owesAnswer(events) || settings.context.compact_at === 'off') return null
  if (isFull(events)) {
    if (context.answered === 0) return null
    return { kind: 'compact', cause: 'full', instructions: '' }
  }
  if (!compactionDue(context, window, settings.context)) return null
  return { kind: 'compact', cause: 'threshold', instructions: '' }
}

/** How an API says that a conversation does not fit. */
export const CONTEXT_FULL = 'model_context_window_exceeded'

function isFull(events: readonly SessionEvent[]): boolean {
  const last = events.findLast(isOf('span.model_request_end', ...COMPACTION_ENDS))
  return last?.type === 'span.model_request_end' && last.stop_reason === CONTEXT_FULL
}

/** Whether the agent owes the person an answer. */
export function owesAnswer(events: readonly SessionEvent[]): boolean {
  const turns = ['user.message', 'agent.tool_result', 'span.model_request_end'] as const
  const last = events.findLast(isOf(...turns, ...COMPACTION_ENDS))
  switch (last?.type) {
    case 'user.message':
    case 'agent.tool_result':
      return true
    case 'agent.thread_context_compacted':
      return last.goes_on
    case 'context.compaction_failed':
      return owesAnswer(events.slice(0, events.indexOf(last)))
    case 'span.model_request_end':
      return last.is_error || CONTINUES.has(last.stop_reason ?? '')
    default:
      return false
  }
}

/** After these the model goes on as soon as it is asked again. */
const CONTINUES: ReadonlySet<string> = new Set(['pause_turn', CONTEXT_FULL])

function answerStep(
  events: readonly SessionEvent[],
  run: readonly SessionEvent[],
  { queued, settings }: Beside,
): RunStep {
  if (!owesAnswer(events)) {
    return queued > 0 ? { kind: 'take' } : endOf(events, run)
  }
  if (isFull(events)) {
    return { kind: 'end', reason: { type: 'end_turn', detail: 'context_full' } }
  }
  if (requestsIn(events) >= settings.max_requests) {
    const { max_requests } = settings
    return { kind: 'end', reason: { type: 'budget_reached', max_requests } }
  }
  return { kind: 'ask' }
}

/** Requests that were answered for the message that is being answered. */
export function requestsIn(events: readonly SessionEvent[]): number {
  const from = events.findLastIndex(
    isOf('session.status_running', 'user.message', 'agent.thread_context_compacted'),
  )
  const begun = events[from]
  const before = begun?.type === 'agent.thread_context_compacted' ? begun.requests : 0
  const ends = events.slice(from + 1).filter(isOf('span.model_request_end'))
  return before + ends.filter((end) => !end.is_error).length
}

function endOf(events: readonly SessionEvent[], run: readonly SessionEvent[]): RunStep {
  const last = run.findLast(isOf('span.model_request_end'))
  const stop = last?.stop_reason ?? null
  if (stop === 'refusal') {
    return { kind: 'end', reason: { type: 'refusal' }, explanation: last?.explanation ?? null }
  }
  if (stop === 'max_tokens') {
    return { kind: 'end', reason: { type: 'end_turn', detail: 'max_tokens' } }
  }
  return { kind: 'end', reason: { type: 'end_turn' } }
}
