import type { AppliedEdit } from '@/lib/context/clear-context'
import { NO_PARTS, type PartTokens, scaledTo } from '@/lib/context/context-block'
import { inputTokens } from '@/lib/context/context-size'
import { estimatedTokens } from '@/lib/context/estimate-tokens'
import type { ReminderKind } from '@/lib/context/reminder'
import type { RestoredMemory } from '@/lib/context/restore'
import {
  type CompactionCause,
  type CompactionFailed,
  type CompactionFault,
  type ContextCompacted,
  type ContextReminder,
  type EventOf,
  type ModelRequestEnd,
  type ModelUsage,
  NO_USAGE,
  type SessionEvent,
  type SessionEventType,
} from './session-event'

/** The event types that make up a context's history. */
export const CONTEXT_EVENT_TYPES = [
  'span.model_request_start',
  'span.model_request_end',
  'context.reminder',
  'context.compaction_start',
  'context.summary_written',
  'agent.thread_context_compacted',
  'context.compaction_failed',
] as const satisfies readonly SessionEventType[]

/** A model request and its context. Tokens are as the API counts them. */
export interface ContextRequest extends ModelUsage {
  startId: string
  /** sent at, milliseconds since 1970 */
  at: number
  model: string
  /** the model's window in tokens; null: not recorded */
  window: number | null
  /** the context's parts: estimated shares, scaled to the counted sum if it `isMeasured` */
  parts: PartTokens
  isMeasured: boolean
  /** whether the answer was never completed */
  isError: boolean
  /** whether the answer is still pending */
  isOpen: boolean
  /** size of the body as sent; null: unknown */
  bytes: number | null
  appliedEdits: AppliedEdit[]
  /** `save`: the turn before a compaction in which the agent writes to its memory */
  purpose: 'answer' | 'save'
}

/** An event of a context. */
export type ContextHappening = {
  /** id of the event that records it */
  eventId: string
  /** milliseconds since 1970 */
  at: number
  /** number of requests sent before it */
  requestsBefore: number
} & (Clearing | Compaction | Failure | Reminder)

export interface Clearing {
  kind: 'clearing'
  /** the request that was cleared */
  startId: string
  edits: AppliedEdit[]
  tokens: number
}

export interface Compaction {
  kind: 'compaction'
  by: 'palimpsest' | 'api'
  /** null if the API compacted by itself */
  startId: string | null
  cause: CompactionCause
  /** the summarising model; null: unknown */
  model: string | null
  tokensBefore: number
  tokensAfter: number
  /** whether `tokensAfter` was counted, not estimated */
  isCounted: boolean
  /** cost of the summary; null if it is part of an answer's cost */
  usage: ModelUsage | null
  /** duration of the summary; null: unknown */
  durationMs: number | null
  restored: RestoredMemory[]
  /** how many were restored whole, cut, or left out */
  counts: Record<RestoredMemory['state'], number>
  isEdited: boolean
}

export interface Failure {
  kind: 'failure'
  cause: CompactionCause
  reason: CompactionFault
  message: string
  tokensBefore: number
  usage: ModelUsage
  durationMs: number | null
}

export interface Reminder {
  kind: 'reminder'
  sections: { kind: ReminderKind; tokens: number }[]
  tokens: number
  late: ReminderKind[]
  durationMs: number
}

export interface ContextHistory {
  requests: ContextRequest[]
  /** in order */
  happenings: ContextHappening[]
}

/**
 * Derives a context's history from its session's events, given in order; other types are ignored.
 */
export function contextHistory(events: readonly SessionEvent[]): ContextHistory {
  const ends = new Map(ofType(events, 'span.model_request_end').map((end) => [end.startId, end]))
  const starts = new Map(ofType(events, 'context.compaction_start').map((each) => [each.id, each]))
  const summaries = new Map(
    ofType(events, 'context.summary_written').map((written) => [written.startId, written]),
  )
  const requests: ContextRequest[] = []
  const happenings: ContextHappening[] = []
  let compacting: string | null = null
  for (const event of events) {
    const facts = { eventId: event.id, at: event.createdAt, requestsBefore: requests.length }
    switch (event.type) {
      case 'span.model_request_start':
        requests.push(requestOf(event, ends.get(event.id), compacting === null ? 'answer' : 'save'))
        break
      case 'span.model_request_end':
        if (event.appliedEdits?.length) happenings.push({ ...facts, ...clearingOf(event) })
        break
      case 'context.reminder':
        happenings.push({ ...facts, ...reminderOf(event) })
        break
      case 'context.compaction_start':
        compacting = event.id
        break
      case 'agent.thread_context_compacted': {
        const id = event.startId ?? ''
        const compaction = compactionOf(event, starts.get(id), summaries.get(id))
        happenings.push({ ...facts, ...compaction })
        if (event.startId === compacting) compacting = null
        break
      }
      case 'context.compaction_failed':
        happenings.push({ ...facts, ...failureOf(event) })
        if (event.startId === compacting) compacting = null
        break
      default:
    }
  }
  return { requests, happenings }
}

function requestOf(
  start: EventOf<'span.model_request_start'>,
  end: ModelRequestEnd | undefined,
  purpose: ContextRequest['purpose'],
): ContextRequest {
  const guess = { ...NO_PARTS, ...start.parts }
  const counted = end ? inputTokens(end.windowUsage ?? end.usage) : 0
  return {
    ...(end?.usage ?? NO_USAGE),
    startId: start.id,
    at: start.createdAt,
    model: start.model,
    window: start.window ?? null,
    parts: counted > 0 ? scaledTo(guess, counted) : guess,
    isMeasured: counted > 0,
    isError: end?.isError ?? false,
    isOpen: end === undefined,
    bytes: end?.request?.bytes ?? null,
    appliedEdits: end?.appliedEdits ?? [],
    purpose,
  }
}

function clearingOf({ startId, appliedEdits = [] }: ModelRequestEnd): Clearing {
  const tokens = appliedEdits.reduce((sum, edit) => sum + edit.clearedTokens, 0)
  return { kind: 'clearing', startId, edits: appliedEdits, tokens }
}

function reminderOf({ text, sections, late, durationMs }: ContextReminder): Reminder {
  return { kind: 'reminder', sections, tokens: estimatedTokens(text), late, durationMs }
}

function compactionOf(
  event: ContextCompacted,
  start: EventOf<'context.compaction_start'> | undefined,
  written: EventOf<'context.summary_written'> | undefined,
): Compaction {
  const { by, startId, cause, tokensBefore, tokensAfter, isCounted, restored, isEdited } = event
  const count = (state: RestoredMemory['state']) =>
    restored.filter((memory) => memory.state === state).length
  return {
    kind: 'compaction',
    by,
    startId,
    cause,
    model: written?.model ?? start?.model ?? null,
    tokensBefore,
    tokensAfter,
    isCounted,
    usage: written?.usage ?? null,
    durationMs: written?.durationMs ?? null,
    restored,
    counts: { whole: count('whole'), cut: count('cut'), left_out: count('left_out') },
    isEdited,
  }
}

function failureOf(event: CompactionFailed): Failure {
  const { cause, reason, message, tokensBefore, usage, durationMs } = event
  return { kind: 'failure', cause, reason, message, tokensBefore, usage, durationMs }
}

function ofType<Type extends SessionEventType>(
  events: readonly SessionEvent[],
  type: Type,
): EventOf<Type>[] {
  return events.filter((event): event is EventOf<Type> => event.type === type)
}
