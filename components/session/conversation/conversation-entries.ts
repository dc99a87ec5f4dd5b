import type { AppliedEdit } from '@/lib/context/clear-context'
import type { EventOf, SessionEvent } from '@/lib/agent/session-event'
import type { OpenPreview, SessionState } from '../session-state'

/** An item of a conversation on screen. */
export type Entry =
  | { kind: 'message'; id: string; text: string; at: number; isQueued: boolean }
  | { kind: 'answer'; id: string; text: string; isPartial: boolean; isOpen: boolean }
  | { kind: 'thinking'; id: string; text: string; isOpen: boolean }
  | CallEntry
  | {
      kind: 'fault'
      id: string
      event: EventOf<'session.error'>
      isLast: boolean
      /** whether what followed succeeded */
      isPast: boolean
    }
  | { kind: 'interrupt'; id: string; at: number }
  | { kind: 'rest'; id: string; event: EventOf<'session.status_idle'>; isLast: boolean }
  | { kind: 'ended'; id: string }
  | { kind: 'reminder'; id: string; event: EventOf<'context.reminder'> }
  | { kind: 'cleared'; id: string; edits: readonly AppliedEdit[] }
  | CompactionEntry
  | GapEntry

/** Events that the page came without: those between two numbers. */
export interface GapEntry {
  kind: 'gap'
  id: string
  after: number
  before: number
}

/** A compaction in the conversation: requested, started, to be reviewed, done, or failed. */
export type CompactionEntry =
  | { kind: 'compaction_asked'; id: string; instructions: string }
  | {
      kind: 'compacting'
      id: string
      event: EventOf<'context.compaction_start'>
      isOpen: boolean
      /** the summary as far as it is written; null: it is not being written */
      text: string | null
    }
  | { kind: 'summary_review'; id: string; event: EventOf<'context.summary_written'> }
  | { kind: 'compacted'; id: string; event: EventOf<'agent.thread_context_compacted'> }
  | {
      kind: 'compaction_failed'
      id: string
      event: EventOf<'context.compaction_failed'>
      /** whether a later summary succeeded */
      isPast: boolean
    }

/** An event of the context in the conversation. */
export type ContextEntryOf = CompactionEntry | Extract<Entry, { kind: 'reminder' | 'cleared' }>

export interface CallEntry {
  kind: 'call'
  id: string
  name: string
  input: Readonly<Record<string, unknown>>
  /** the raw input while it streams, or if it is not valid JSON */
  json: string | null
  state: CallState
  result: EventOf<'agent.tool_result'> | null
  confirmation: EventOf<'user.tool_confirmation'> | null
  at: number | null
  /** whether it failed, and the next call succeeded */
  isPast: boolean
  /** whether it was allowed, and waits again since its store moved on before it was written */
  isWaitingAgain: boolean
}

export type CallState = 'writing' | 'waiting' | 'running' | 'done' | 'refused'

/**
 * The entries of a session's state. Spans and statuses are omitted, except for why the agent rests,
 * and so is a fault whose retry is over.
 */
export function entriesOf(state: SessionState): Entry[] {
  const known = knownOf(state)
  const lastRun = state.events.findLastIndex(({ type }) => type === 'session.status_running')
  const said = state.previews.filter(({ type }) => type !== 'context.summary_written')
  const retrying = said.length > 0 ? null : retriedFault(state.events)
  const entries: Entry[] = []
  // A gap stands before the next entry: events without one may part it in two.
  let gap: GapEntry | null = null
  let last = 0
  for (const [index, event] of state.events.entries()) {
    gap = widened(gap, last, event.sequence)
    last = event.sequence ?? last
    if (isRetriedFault(event) && event !== retrying) continue
    const entry = contextEntryOf(event, known) ?? entryOf(event, known, index > lastRun)
    if (!entry) continue
    if (gap) entries.push(gap)
    gap = null
    entries.push(entry)
  }
  if (gap) entries.push(gap)
  const told = belowWhatTheyEnded([...withPastFailures(entries), ...said.map(openEntry)])
  return [...told, ...state.queue.flatMap(queuedEntry)]
}

/** Marks failures after which the same succeeded: a call, an answer of the model, a summary. */
function withPastFailures(entries: readonly Entry[]): Entry[] {
  let hasRun = false
  let hasAnswered = false
  let hasSummarised = false
  return entries
    .toReversed()
    .map((entry) => {
      if (entry.kind === 'call' && entry.state === 'done') hasRun = hasAnswered = true
      if (entry.kind === 'answer' && !entry.isPartial) hasAnswered = true
      if (entry.kind === 'compacted') hasSummarised = true
      if (entry.kind === 'compaction_failed') return { ...entry, isPast: hasSummarised }
      if (entry.kind === 'call' && hasFailedByItself(entry)) return { ...entry, isPast: hasRun }
      return entry.kind === 'fault' ? { ...entry, isPast: hasAnswered } : entry
    })
    .toReversed()
}

/** Returns whether a call failed without a person having denied it. */
function hasFailedByItself({ state, confirmation }: CallEntry): boolean {
  return state === 'refused' && confirmation?.result !== 'deny'
}

/** The fault after which the model is being asked again right now; null: none. */
function retriedFault(events: readonly SessionEvent[]): SessionEvent | null {
  const newest = events.findLast(({ type }) => /^(agent|session)\./.test(type))
  return newest && isRetriedFault(newest) ? newest : null
}

/** Returns whether it is a fault that the next attempt remedies or reports again. */
function isRetriedFault(event: SessionEvent): boolean {
  return event.type === 'session.error' && event.error.retry === 'retrying'
}

/**
 * Moves the end of a run below the unfinished answer that it ended, each once: it is logged before
 * the answer, and alone says that the answer ended.
 */
function belowWhatTheyEnded(entries: readonly Entry[]): Entry[] {
  const ordered: Entry[] = []
  let ends: Entry[] = []
  for (const entry of entries) {
    if (entry.kind === 'interrupt' || entry.kind === 'ended') {
      if (!ends.some(({ kind }) => kind === entry.kind)) ends.push(entry)
      continue
    }
    if (!isUnfinished(entry)) {
      ordered.push(...ends)
      ends = []
    }
    ordered.push(entry)
  }
  return [...ordered, ...ends]
}

function isUnfinished(entry: Entry): boolean {
  if (entry.kind === 'answer') return entry.isPartial || entry.isOpen
  if (entry.kind === 'thinking') return entry.isOpen
  return entry.kind === 'call' && entry.state === 'writing'
}

/** Extends the gap by what is missing before an event; null if nothing is. */
function widened(gap: GapEntry | null, last: number, sequence: number | null): GapEntry | null {
  if (sequence === null || sequence <= last + 1) return gap
  return { kind: 'gap', id: `before ${sequence}`, after: gap?.after ?? last, before: sequence }
}

/** Facts of a session that decide how its other events are shown. */
interface Known {
  results: Map<string, EventOf<'agent.tool_result'>>
  confirmations: Map<string, EventOf<'user.tool_confirmation'>>
  /** calls that were allowed and wait again, since their store moved on */
  waitingAgain: Set<string>
  /** clearings, by the request's start event */
  cleared: Map<string, readonly AppliedEdit[]>
  /** compactions that have ended, or whose summary a person has answered */
  ended: Set<string>
  reviewed: Set<string>
  /** the summary being written, by the compaction's start event */
  written: Map<string, string>
}

function knownOf(state: SessionState): Known {
  const known: Known = {
    results: new Map(),
    confirmations: new Map(),
    waitingAgain: new Set(),
    cleared: new Map(),
    ended: new Set(),
    reviewed: new Set(),
    written: new Map(
      state.previews.flatMap(({ type, eventId, text }) =>
        type === 'context.summary_written' ? [[eventId, text]] : [],
      ),
    ),
  }
  for (const event of state.events) {
    switch (event.type) {
      case 'agent.tool_result':
        known.results.set(event.toolUseId, event)
        break
      case 'user.tool_confirmation':
        known.confirmations.set(event.toolUseId, event)
        known.waitingAgain.delete(event.toolUseId)
        break
      case 'session.call_waits_again':
        known.confirmations.delete(event.toolUseId)
        known.waitingAgain.add(event.toolUseId)
        break
      case 'span.model_request_end':
        if (event.appliedEdits?.length) known.cleared.set(event.startId, event.appliedEdits)
        break
      case 'agent.thread_context_compacted':
      case 'context.compaction_failed':
        if (event.startId !== null) known.ended.add(event.startId)
        break
      case 'context.compaction_start':
        if (event.isReviewed) known.reviewed.add(event.id)
        break
      case 'user.compaction_confirmation':
        known.reviewed.delete(event.startId)
        break
      default:
    }
  }
  return known
}

/** The entry for an event of the context; null for other events. */
function contextEntryOf(event: SessionEvent, known: Known): Entry | null {
  const { id } = event
  switch (event.type) {
    case 'context.reminder':
      return { kind: 'reminder', id, event }
    case 'span.model_request_start': {
      const edits = known.cleared.get(id)
      return edits ? { kind: 'cleared', id, edits } : null
    }
    case 'user.compaction':
      return { kind: 'compaction_asked', id, instructions: event.instructions }
    case 'context.compaction_start': {
      const text = known.written.get(id) ?? null
      return { kind: 'compacting', id, event, isOpen: !known.ended.has(id), text }
    }
    case 'context.summary_written': {
      const waits = known.reviewed.has(event.startId) && !known.ended.has(event.startId)
      return waits ? { kind: 'summary_review', id, event } : null
    }
    case 'agent.thread_context_compacted':
      return { kind: 'compacted', id, event }
    case 'context.compaction_failed':
      return { kind: 'compaction_failed', id, event, isPast: false }
    default:
      return null
  }
}

/**
 * The next entries, reusing equal ones from before, so that unchanged ones are not rendered again.
 */
export function withReused(before: readonly Entry[], next: readonly Entry[]): Entry[] {
  const known = new Map(before.map((entry) => [entry.id, entry]))
  return next.map((entry) => {
    const former = known.get(entry.id)
    return former && isSame(former, entry) ? former : entry
  })
}

/** Returns whether two entries have the same fields; an input is compared by identity. */
function isSame(one: Entry, other: Entry): boolean {
  const names = Object.keys(one) as (keyof Entry)[]
  return (
    names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
  )
}

/** The calls that wait for a person, oldest first. */
export function waitingCalls(entries: readonly Entry[]): CallEntry[] {
  return entries.filter(
    (entry): entry is CallEntry => entry.kind === 'call' && entry.state === 'waiting',
  )
}

/** Returns whether the agent is running, by the last status event. */
export function isRunning(events: readonly SessionEvent[]): boolean {
  const last = events.findLast(({ type }) => type.startsWith('session.status_'))
  return last?.type === 'session.status_running'
}

/**
 * Whether the agent rests without having finished: `failed` if its model could not be asked, and it
 * waits for a person to try again; `stopped` if a person, a limit or the model ended the run; null:
 * neither.
 */
export function brokenOff(events: readonly SessionEvent[]): 'failed' | 'stopped' | null {
  const last = events.findLast(({ type }) => type.startsWith('session.status_'))
  if (last?.type !== 'session.status_idle') return null
  const { stopReason } = last
  switch (stopReason.type) {
    case 'retries_exhausted':
      return 'failed'
    case 'budget_reached':
    case 'refusal':
      return 'stopped'
    case 'end_turn':
      return stopReason.detail === 'done' ? null : 'stopped'
    default:
      return null
  }
}

function entryOf(
  event: SessionEvent,
  { results, confirmations, waitingAgain }: Known,
  isLast: boolean,
): Entry | null {
  const { id } = event
  switch (event.type) {
    case 'user.message':
      return {
        kind: 'message',
        id,
        text: event.texts.join('\n\n'),
        at: event.createdAt,
        isQueued: false,
      }
    case 'agent.message':
      return { kind: 'answer', id, text: event.text, isPartial: event.isPartial, isOpen: false }
    case 'agent.thinking':
      return { kind: 'thinking', id, text: event.thinking, isOpen: false }
    case 'agent.tool_use': {
      const result = results.get(id) ?? null
      const confirmation = confirmations.get(id) ?? null
      return {
        kind: 'call',
        id,
        name: event.name,
        input: event.input,
        json: event.malformedInput,
        state: callState(event, result, confirmation),
        result,
        confirmation,
        at: event.createdAt,
        isPast: false,
        isWaitingAgain: waitingAgain.has(id),
      }
    }
    case 'session.error':
      return { kind: 'fault', id, event, isLast, isPast: false }
    case 'user.interrupt':
      return { kind: 'interrupt', id, at: event.createdAt }
    case 'session.status_idle':
      return { kind: 'rest', id, event, isLast }
    case 'session.status_terminated':
      return { kind: 'ended', id }
    default:
      return null
  }
}

function callState(
  call: EventOf<'agent.tool_use'>,
  result: EventOf<'agent.tool_result'> | null,
  confirmation: EventOf<'user.tool_confirmation'> | null,
): CallState {
  if (result) return result.isError ? 'refused' : 'done'
  return call.needsApproval && !confirmation ? 'waiting' : 'running'
}

function openEntry(preview: OpenPreview): Entry {
  const { eventId: id, text } = preview
  if (preview.type === 'agent.message') {
    return { kind: 'answer', id, text, isPartial: false, isOpen: true }
  }
  if (preview.type === 'agent.thinking') return { kind: 'thinking', id, text, isOpen: true }
  return {
    kind: 'call',
    id,
    name: preview.name ?? '',
    input: inputSoFar(text),
    json: text,
    state: 'writing',
    result: null,
    confirmation: null,
    at: null,
    isPast: false,
    isWaitingAgain: false,
  }
}

/** The complete fields of a partial input: texts only, since they tell what the call is about. */
export function inputSoFar(json: string): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [, name, value] of json.matchAll(/"(\w+)"\s*:\s*("(?:[^"\\]|\\.)*")/g)) {
    try {
      if (name && value) fields[name] = JSON.parse(value) as string
    } catch {
      // Incomplete.
    }
  }
  return fields
}

function queuedEntry(event: SessionEvent): Entry[] {
  if (event.type !== 'user.message') return []
  const { id, texts, createdAt: at } = event
  return [{ kind: 'message', id, text: texts.join('\n\n'), at, isQueued: true }]
}
