import type { AgentToolUse, EventOf, SessionEvent } from '../session-event'

/** What a session's run does next; it follows from what has happened alone, so a restart changes nothing. */
export type NextStep =
  /** carry the call out, or answer that it was denied */
  | { kind: 'tool'; call: EventOf<'agent.tool_use'>; denial: string | null }
  /** these events wait for a person: calls, or a summary */
  | { kind: 'wait'; events: readonly SessionEvent[] }
  /** a person asked for the context to be summarised */
  | { kind: 'begin_compaction'; asked: EventOf<'user.compaction'> }
  /** the agent may write to its memory before its context is summarised */
  | { kind: 'save' }
  | { kind: 'summarise'; start: EventOf<'context.compaction_start'> }
  /** a summary takes effect; `summary` is the one that a person changed */
  | { kind: 'compact'; written: Written; summary: string | null }
  /** a person wants the conversation to stay as it is */
  | { kind: 'refuse_summary'; start: EventOf<'context.compaction_start'> }
  /** ask the model */
  | { kind: 'request' }
  /** the agent has had its say; `isUnanswered`: but for what waited when its context was summarised by hand */
  | { kind: 'end'; stopReason: string | null; isUnanswered: boolean }

export interface Written {
  start: EventOf<'context.compaction_start'>
  summary: EventOf<'context.summary_written'>
}

const DENIED = 'The person denied this change.'

/** Answers in which the agent may write to its memory before its context is summarised. */
export const MAX_SAVES = 8

/** Decides what comes next. Events are oldest first; what the run itself logs plays no part. */
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

/** The last thing that was done to summarise: begun, done, or failed; null: nothing. */
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

/** The compaction that was begun and has not ended; null: none is. */
export function openCompaction(events: readonly SessionEvent[]): CompactionStart | null {
  const last = lastCompaction(events)
  return last?.type === 'context.compaction_start' ? last : null
}

/** Whether a compaction of ours has ended so; what the API does by itself ends none. */
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
  // Nobody can have said anything of it before it was there.
  const verdict = since
    .slice(since.indexOf(summary))
    .findLast((event) => event.type === 'user.compaction_confirmation')
  if (!verdict) return { kind: 'wait', events: [summary] }
  if (verdict.result === 'deny') return { kind: 'refuse_summary', start }
  return { kind: 'compact', written, summary: verdict.summary }
}

/** Until the agent says something without a call, or its answer fails, or it has had enough turns. */
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

/** The compaction that a person asked for and was not begun yet, the last one; null: none. Who stops the agent takes it back. */
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

/** Stop reasons after which the model goes on when it is asked again. */
const PAUSES: readonly (string | null)[] = ['pause_turn', 'compaction']

/** Whether something waits for an answer of the agent. */
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

/** What continuing says to a model whose answer was cut off. */
export const PLEASE_GO_ON = 'Please go on exactly where you stopped.'

/** What a person waits for an answer to. */
export interface OpenRequest {
  /** in their own words, oldest first */
  texts: string[]
  /** whether the agent has begun on it: made calls, or said a part of its answer */
  isUnderWay: boolean
}

/**
 * What the person said and has no answer to yet. An answer is one that ends the agent's turn: calls
 * on the way to it are none, and neither is one that was cut off and goes on.
 */
export function openRequest(events: readonly SessionEvent[]): OpenRequest {
  const texts: string[] = []
  let isUnderWay = false
  // Passed on the way back to the answer before.
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
        // Who stops the agent and then says something else takes back what it was at.
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

/** Whether an answer that ended so goes on, by itself or because the person has asked for that since. */
function isCutOff(stopReason: string | null, textsSince: readonly string[]): boolean {
  if (PAUSES.includes(stopReason)) return true
  if (stopReason === 'model_context_window_exceeded') return textsSince.length === 0
  return stopReason === 'max_tokens' && textsSince.join() === PLEASE_GO_ON
}

/** What was kept when a summary was begun: the turn in which the agent may save is no answer to it. */
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

/** Work without words of a person that ask for it is no open request. */
function request(texts: string[], isUnderWay: boolean): OpenRequest {
  return { texts, isUnderWay: isUnderWay && texts.length > 0 }
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

/** The versions that a change began from which a person saw and allowed; null: nobody named any. */
export function baseShown(
  events: readonly SessionEvent[],
  callId: string,
): readonly string[] | null {
  const allowed = events.findLast(
    (event): event is EventOf<'user.tool_confirmation'> =>
      event.type === 'user.tool_confirmation' && event.toolUseId === callId,
  )
  return allowed?.base ?? null
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
