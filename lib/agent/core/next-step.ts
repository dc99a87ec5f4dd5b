import type { StoreStanding } from '@/lib/store/proposals/writing-at'
import type { AgentToolUse, EventOf, SessionEvent } from '../session-event'

/**
 * The next step of a session's run; derived from the log alone, so that a restart changes nothing.
 */
export type NextStep =
  /** run the call, or answer that it was denied */
  | { kind: 'tool'; call: EventOf<'agent.tool_use'>; denial: string | null }
  /** these events wait for a person: calls, or a summary */
  | { kind: 'wait'; events: readonly SessionEvent[] }
  /** a person asked for a compaction */
  | { kind: 'begin_compaction'; asked: EventOf<'user.compaction'> }
  /** the agent may write to its memory before the compaction */
  | { kind: 'save' }
  | { kind: 'summarise'; start: EventOf<'context.compaction_start'> }
  /** a summary takes effect; `summary`: the person's edited version */
  | { kind: 'compact'; written: Written; summary: string | null }
  /** a person rejected the summary */
  | { kind: 'refuse_summary'; start: EventOf<'context.compaction_start'> }
  /** ask the model */
  | { kind: 'request' }
  /**
   * the agent is done; `isUnanswered`: except for what waited when the person compacted the context
   */
  | { kind: 'end'; stopReason: string | null; isUnanswered: boolean }

export interface Written {
  start: EventOf<'context.compaction_start'>
  summary: EventOf<'context.summary_written'>
}

const DENIED = 'The person denied this change.'
const LAPSED = 'Nobody decided about this change in time, so it was not saved.'

/** Answers in which the agent may write to its memory before a compaction. */
export const MAX_SAVES = 8

/** Decides the next step. Events are oldest first; the run's own entries do not count. */
export function nextStep(events: readonly SessionEvent[]): NextStep {
  return callStep(events) ?? compactionStep(events) ?? askedStep(events) ?? answerStep(events)
}

function callStep(events: readonly SessionEvent[]): NextStep | null {
  const open = openCalls(events)
  const [first] = open
  if (!first) return null
  const verdict = verdictOn(first, events)
  if (verdict === 'waiting') {
    return { kind: 'wait', events: open.filter((call) => verdictOn(call, events) === 'waiting') }
  }
  return { kind: 'tool', call: first, denial: verdict === 'allowed' ? null : verdict.denial }
}

type CompactionStart = EventOf<'context.compaction_start'>
type CompactionEnd = EventOf<'agent.thread_context_compacted' | 'context.compaction_failed'>

/** The last compaction event: started, completed or failed; null: none. */
export function lastCompaction(
  events: readonly SessionEvent[],
): CompactionStart | CompactionEnd | null {
  return (
    events.findLast(
      (event): event is CompactionStart | CompactionEnd =>
        event.type === 'context.compaction_start' || isCompactionEnd(event),
    ) ?? null
  )
}

/** The compaction in progress; null: none. */
export function openCompaction(events: readonly SessionEvent[]): CompactionStart | null {
  const last = lastCompaction(events)
  return last?.type === 'context.compaction_start' ? last : null
}

/** Returns whether this ends a compaction of ours; the API's own compaction ends none. */
export function isCompactionEnd(event: SessionEvent): event is CompactionEnd {
  if (event.type === 'agent.thread_context_compacted') return event.by === 'palimpsest'
  return event.type === 'context.compaction_failed' && event.startId !== null
}

function compactionStep(events: readonly SessionEvent[]): NextStep | null {
  const start = openCompaction(events)
  if (!start) return null
  const since = events.slice(events.lastIndexOf(start) + 1)
  const summary = since.findLast((event) => event.type === 'context.summary_written')
  if (!summary) return mayStillSave(start, since) ? { kind: 'save' } : { kind: 'summarise', start }
  const written = { start, summary }
  if (!start.isReviewed) return { kind: 'compact', written, summary: null }
  // Nobody can have confirmed the summary before it existed.
  const verdict = since
    .slice(since.indexOf(summary))
    .findLast((event) => event.type === 'user.compaction_confirmation')
  if (!verdict) return { kind: 'wait', events: [summary] }
  if (verdict.result === 'deny') return { kind: 'refuse_summary', start }
  return { kind: 'compact', written, summary: verdict.summary }
}

/**
 * True until the agent says something without a call, its answer fails, or it has used up its
 * turns.
 */
function mayStillSave(
  start: EventOf<'context.compaction_start'>,
  since: readonly SessionEvent[],
): boolean {
  if (!start.savesFirst) return false
  const ends = since.filter((event) => event.type === 'span.model_request_end')
  const last = ends.at(-1)
  if (!last) return true
  if (last.isError || ends.length >= MAX_SAVES) return false
  return since.slice(since.indexOf(last)).some(({ type }) => type === 'agent.tool_result')
}

function askedStep(events: readonly SessionEvent[]): NextStep | null {
  const asked = pendingRequest(events)
  return asked && { kind: 'begin_compaction', asked }
}

/**
 * The last compaction that a person asked for and that has not begun; null: none. An interrupt
 * cancels it.
 */
export function pendingRequest(events: readonly SessionEvent[]): EventOf<'user.compaction'> | null {
  for (let index = events.length - 1; index >= 0; index--) {
    const event = events[index]
    if (event?.type === 'user.compaction') return event
    if (event?.type === 'user.interrupt') return null
    if (event?.type === 'context.compaction_start') return null
    if (event && isCompactionEnd(event)) return null
  }
  return null
}

/** Stop reasons after which the model continues when asked again. */
const PAUSES: readonly (string | null)[] = ['pause_turn', 'compaction']

/** Returns whether the agent owes an answer. */
export function wantsAnswer(events: readonly SessionEvent[]): boolean {
  const step = answerStep(events)
  return step.kind === 'request' || (step.kind === 'end' && step.isUnanswered)
}

function answerStep(events: readonly SessionEvent[]): NextStep {
  for (let index = events.length - 1; index >= 0; index--) {
    const event = events[index]
    if (!event) break
    switch (event.type) {
      case 'user.message':
      case 'agent.tool_result':
        return { kind: 'request' }
      case 'agent.thread_context_compacted':
      case 'context.compaction_failed':
        if (!isCompactionEnd(event)) break
        if (event.goesOn) return { kind: 'request' }
        return { kind: 'end', stopReason: null, isUnanswered: event.isUnanswered }
      case 'span.model_request_end': {
        if (event.isError) return { kind: 'request' }
        if (PAUSES.includes(event.stopReason)) return { kind: 'request' }
        return { kind: 'end', stopReason: event.stopReason, isUnanswered: false }
      }
      default:
    }
  }
  return { kind: 'end', stopReason: null, isUnanswered: false }
}

/** The message that asks a model to continue a cut-off answer. */
export const CONTINUE_MESSAGE = 'Please go on exactly where you stopped.'

/** The request that a person is waiting for an answer to. */
export interface OpenRequest {
  /** verbatim, oldest first */
  texts: string[]
  /** whether the agent has begun on it: made calls, or given part of its answer */
  isUnderWay: boolean
}

/**
 * The person's messages without an answer so far. Only an answer that ends the agent's turn counts:
 * calls on the way do not, nor does a cut-off answer that is continued.
 */
export function openRequest(events: readonly SessionEvent[]): OpenRequest {
  const texts: string[] = []
  let isUnderWay = false
  // Seen on the way back to the previous answer.
  let hasResults = false
  let wasStopped = false
  for (let index = events.length - 1; index >= 0; index--) {
    const event = events[index]
    switch (event?.type) {
      case 'user.message':
        texts.unshift(...event.texts)
        break
      case 'agent.tool_result':
        hasResults = true
        break
      case 'user.interrupt':
        // An interrupt followed by another message cancels the work in progress.
        wasStopped ||= texts.length > 0
        break
      case 'span.model_request_end':
        if (event.isError) break
        if (wasStopped || !(hasResults || isCutOff(event.stopReason, texts))) {
          return request(texts, isUnderWay)
        }
        isUnderWay = true
        hasResults = false
        break
      case 'context.compaction_failed':
      case 'agent.thread_context_compacted': {
        if (!isCompactionEnd(event)) break
        const kept = keptBy(event, events)
        return request([...kept.texts, ...texts], isUnderWay || kept.isUnderWay)
      }
      default:
    }
  }
  return request(texts, isUnderWay)
}

/**
 * Returns whether an answer with this stop reason continues, by itself or because the person has
 * since asked for it.
 */
function isCutOff(stopReason: string | null, textsSince: readonly string[]): boolean {
  if (PAUSES.includes(stopReason)) return true
  if (stopReason === 'model_context_window_exceeded') return textsSince.length === 0
  return stopReason === 'max_tokens' && textsSince.join() === CONTINUE_MESSAGE
}

/** The messages kept when the summary began: the saving turn does not answer them. */
function keptBy(end: CompactionEnd, events: readonly SessionEvent[]): OpenRequest {
  const begun = end.type === 'agent.thread_context_compacted' ? end : startOf(end, events)
  return request(begun?.kept ?? [], begun?.isUnderWay ?? false)
}

function startOf(
  { startId }: EventOf<'context.compaction_failed'>,
  events: readonly SessionEvent[],
): CompactionStart | null {
  const start = events.find(({ id }) => id === startId)
  return start?.type === 'context.compaction_start' ? start : null
}

/** Work that no message of a person asked for is not an open request. */
function request(texts: string[], isUnderWay: boolean): OpenRequest {
  return { texts, isUnderWay: isUnderWay && texts.length > 0 }
}

/** Calls without a result, in the model's order. */
export function openCalls(events: readonly SessionEvent[]): EventOf<'agent.tool_use'>[] {
  const answered = new Set<string>()
  const open: EventOf<'agent.tool_use'>[] = []
  for (let index = events.length - 1; index >= 0; index--) {
    const event = events[index]
    if (event?.type === 'agent.tool_result') answered.add(event.toolUseId)
    if (event?.type === 'agent.tool_use' && !answered.has(event.id)) open.unshift(event)
    // Calls before a person's message were answered by then.
    if (event?.type === 'user.message') break
  }
  return open
}

/** The leave to write a call, or its denial. */
export interface CallVerdict {
  /** a person's verdict on it; null: none, or the event is of another call of the session */
  confirmation: EventOf<'user.tool_confirmation'> | null
  /** the state of its store that gates were asked about; null: none stood before it */
  at: StoreStanding | null
}

/** The verdict on a call, since it last waited. */
export function verdictOf(events: readonly SessionEvent[], callId: string): CallVerdict {
  const since = events.findLastIndex((event) => waitsAgain(event, callId))
  const confirmations = events
    .slice(since + 1)
    .filter((event) => event.type === 'user.tool_confirmation')
  const gated = confirmations.flatMap(({ gatedAt = [] }) => gatedAt)
  return {
    confirmation: confirmations.findLast(({ toolUseId }) => toolUseId === callId) ?? null,
    at: gated.findLast(({ toolUseId }) => toolUseId === callId) ?? null,
  }
}

const waitsAgain = (event: SessionEvent | undefined, callId: string) =>
  event?.type === 'session.call_waits_again' && event.toolUseId === callId

/** A person's verdict on a call, as the events since it say; 'waiting': there is none yet. */
export function verdictOn(
  call: AgentToolUse & { id: string },
  events: readonly SessionEvent[],
): 'allowed' | 'waiting' | { denial: string } {
  if (!call.needsApproval) return 'allowed'
  for (let index = events.length - 1; index >= 0; index--) {
    const event = events[index]
    if (waitsAgain(event, call.id)) return 'waiting'
    if (event?.type === 'user.tool_confirmation') {
      if (event.isForSession && event.result === 'allow') return 'allowed'
      if (event.toolUseId !== call.id) continue
      if (event.result === 'allow') return 'allowed'
      if (event.isLapsed) return { denial: LAPSED }
      const message = event.denyMessage
      return { denial: message ? `${DENIED} They say: ${message}` : DENIED }
    }
    if (event?.id === call.id) break
  }
  return 'waiting'
}
