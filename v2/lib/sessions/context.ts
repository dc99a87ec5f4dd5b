import {
  type AppliedEdit,
  type CompactionCause,
  type CompactionFault,
  type ContextLevel,
  contextOf,
  type EventType,
  type ModelUsage,
  NO_USAGE,
  type PartTokens,
  type ReminderKind,
  type RestoredMemory,
  type SeenState,
  type SessionEvent,
  textOf,
} from './event'
import { scaledParts, sumOfParts } from './parts'
import { type ContextSettings, levelOf, tokensAt } from './settings'
import { estimatedTokens } from './tokens'

/** What a session's log says of its context: how full it is now, and what became of it. */

export interface ContextState {
  /** tokens, as the API counted them last; 0: it has counted none of this view */
  measured: number
  /** what was added since, estimated */
  added: number
  /** the model's, as of the newest request; null: there was none */
  window: number | null
  /** whether a model was asked since the view began */
  wasAsked: boolean
  /** the highest threshold that the agent was told of since the view began */
  level: ContextLevel
  /** how far the agent was told what others changed */
  told: readonly SeenState[]
  /** the reviewers' requests that the agent was told of since the view began */
  requests: readonly string[]
  /** model requests that were answered since a compaction ended */
  answered: number
  /** whether a compaction ended before them, well or not */
  isAfterCompaction: boolean
}

export const NO_CONTEXT: ContextState = {
  measured: 0,
  added: 0,
  window: null,
  wasAsked: false,
  level: 'below',
  told: [],
  requests: [],
  answered: 0,
  isAfterCompaction: false,
}

/** The state of a context; of a log from its last summary on it is the same, but for the window. */
export const contextState = (events: readonly SessionEvent[]): ContextState =>
  events.reduce(contextAfter, NO_CONTEXT)

/** The state after one more event. */
function contextAfter(state: ContextState, event: SessionEvent): ContextState {
  switch (event.type) {
    case 'user.message':
    case 'agent.tool_result':
      return withMore(state, textOf(event))
    case 'context.reminder':
      return {
        ...withMore(state, textOf(event)),
        level: event.level ?? state.level,
        requests: [...state.requests, ...(event.requests ?? [])],
      }
    case 'span.model_request_start': {
      const { context_window: window, told, estimated_parts: parts } = event
      const added = state.measured === 0 ? sumOfParts(parts) : state.added
      return { ...state, added, window, told, wasAsked: true }
    }
    case 'span.model_request_end': {
      const counted = isCounted(event.model_usage)
        ? { measured: contextOf(event.model_usage), added: 0 }
        : {}
      return { ...state, ...counted, answered: state.answered + (event.is_error ? 0 : 1) }
    }
    case 'context.compaction_failed':
      return { ...state, answered: 0, isAfterCompaction: true }
    case 'agent.thread_context_compacted':
      return {
        ...NO_CONTEXT,
        added: event.tokens_after,
        window: state.window,
        told: event.told,
        isAfterCompaction: true,
      }
    default:
      return state
  }
}

const withMore = (state: ContextState, text: string): ContextState => ({
  ...state,
  added: state.added + estimatedTokens(text),
})

const inputOf = (usage: ModelUsage): number => contextOf(usage) - usage.output_tokens

/** A server that does not count says zero. */
const isCounted = (usage: ModelUsage): boolean => inputOf(usage) > 0

/** The size of a context, estimates and all. */
export const sizeOf = ({ measured, added }: Pick<ContextState, 'measured' | 'added'>): number =>
  measured + added

/** The size against its three marks, in tokens. */
export interface Gauge {
  measured: number
  added: number
  window: number
  level: ContextLevel
  /** compaction: null where nothing is summarised by itself */
  marks: { warning: number; error: number; compaction: number | null }
}

export function gaugeOf(state: ContextState, window: number, settings: ContextSettings): Gauge {
  const { warning_at, error_at, compact_at } = settings
  const { measured, added } = state
  return {
    measured,
    added,
    window,
    level: levelOf(sizeOf(state), window, settings),
    marks: {
      warning: tokensAt(warning_at, window),
      error: tokensAt(error_at, window),
      compaction: compact_at === 'off' ? null : tokensAt(compact_at, window),
    },
  }
}

/** A request to the model, and what its context held. */
export interface ContextRequest {
  startId: string
  /** when it was sent, as the wire has it */
  at: string
  model: string
  window: number
  usage: ModelUsage
  /** estimated; in these shares of the counted input where `isMeasured` */
  parts: PartTokens
  isMeasured: boolean
  state: 'open' | 'answered' | 'failed'
  /** of the body; null: nothing is kept of it */
  bytes: number | null
  durationMs: number | null
}

interface Clearing {
  kind: 'clearing'
  /** the request that was cleared */
  startId: string
  edits: AppliedEdit[]
  tokens: number
}

interface Compaction {
  kind: 'compaction'
  cause: CompactionCause
  model: string | null
  tokensBefore: number
  /** estimated */
  tokensAfter: number
  /** what the summary took */
  usage: ModelUsage
  durationMs: number | null
  restored: RestoredMemory[]
}

interface Failure {
  kind: 'failure'
  cause: CompactionCause
  reason: CompactionFault
  message: string
  tokensBefore: number
  usage: ModelUsage
  durationMs: number | null
}

interface Reminder {
  kind: 'reminder'
  sections: { kind: ReminderKind; tokens: number }[]
  tokens: number
  late: ReminderKind[]
  durationMs: number
}

/** Something that happened to a context. */
export type Happening = {
  /** of the event that tells of it */
  eventId: string
  at: string
  /** how many requests had been sent */
  requestsBefore: number
} & (Clearing | Compaction | Failure | Reminder)

export interface ContextHistory {
  requests: ContextRequest[]
  /** in order */
  happenings: Happening[]
}

/** The types of the events that a history is made of. */
export const HISTORY_TYPES = [
  'span.model_request_start',
  'span.model_request_end',
  'context.reminder',
  'context.compaction_start',
  'context.compaction_failed',
  'agent.thread_context_compacted',
] as const satisfies readonly EventType[]

/** What became of a context, from the events of its session in their order; others are passed over. */
export function historyOf(events: readonly SessionEvent[]): ContextHistory {
  const requests = new Map<string, ContextRequest>()
  const happenings: Happening[] = []
  let begunAt: string | null = null
  for (const event of events) {
    const { id: eventId, processed_at: at } = event
    const facts = { eventId, at, requestsBefore: requests.size }
    switch (event.type) {
      case 'span.model_request_start':
        requests.set(eventId, begun(event))
        break
      case 'span.model_request_end': {
        const { model_request_start_id: startId } = event
        const request = requests.get(startId)
        if (request) requests.set(startId, ended(request, event))
        const edits = event.context_management?.applied_edits ?? []
        const tokens = edits.reduce((sum, edit) => sum + edit.cleared_input_tokens, 0)
        if (edits.length > 0)
          happenings.push({ ...facts, kind: 'clearing', startId, edits, tokens })
        break
      }
      case 'context.reminder':
        happenings.push({ ...facts, ...reminded(event) })
        break
      case 'context.compaction_start':
        begunAt = at
        break
      case 'agent.thread_context_compacted':
        happenings.push({ ...facts, ...compacted(event), durationMs: between(begunAt, at) })
        break
      case 'context.compaction_failed':
        happenings.push({ ...facts, ...failed(event), durationMs: between(begunAt, at) })
        break
      default:
    }
  }
  return { requests: [...requests.values()], happenings }
}

const between = (from: string | null, to: string): number | null =>
  from === null ? null : Date.parse(to) - Date.parse(from)

const begun = (start: SessionEvent<'span.model_request_start'>): ContextRequest => ({
  startId: start.id,
  at: start.processed_at,
  model: start.model,
  window: start.context_window,
  usage: NO_USAGE,
  parts: start.estimated_parts,
  isMeasured: false,
  state: 'open',
  bytes: null,
  durationMs: null,
})

function ended(
  request: ContextRequest,
  {
    model_usage: usage,
    is_error,
    request: sent,
    duration_ms,
  }: SessionEvent<'span.model_request_end'>,
): ContextRequest {
  const isMeasured = isCounted(usage)
  return {
    ...request,
    usage,
    parts: isMeasured ? scaledParts(request.parts, inputOf(usage)) : request.parts,
    isMeasured,
    state: is_error ? 'failed' : 'answered',
    bytes: sent?.bytes ?? null,
    durationMs: duration_ms,
  }
}

const reminded = (event: SessionEvent<'context.reminder'>): Reminder => ({
  kind: 'reminder',
  sections: event.sections,
  tokens: estimatedTokens(textOf(event)),
  late: event.late,
  durationMs: event.duration_ms,
})

const compacted = (event: SessionEvent<'agent.thread_context_compacted'>) => ({
  kind: 'compaction' as const,
  cause: event.cause,
  model: event.model,
  tokensBefore: event.tokens_before,
  tokensAfter: event.tokens_after,
  usage: event.model_usage,
  restored: event.restored_memories,
})

const failed = (event: SessionEvent<'context.compaction_failed'>) => ({
  kind: 'failure' as const,
  cause: event.cause,
  reason: event.reason,
  message: event.message,
  tokensBefore: event.tokens_before,
  usage: event.model_usage,
})
