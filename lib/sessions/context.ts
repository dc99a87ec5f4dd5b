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
  type SeenState,
  type SessionEvent,
  textOf,
} from './event'
import { estimatedTokens, scaledParts, sumOfParts } from './parts'
import { type ContextSettings, levelOf, tokensAt } from './settings'

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

/**
 * The state of a context, of further events after what is known; of a log from its last summary on it is the
 * same, but for the window.
 */
export const contextState = (
  events: readonly SessionEvent[],
  known: ContextState = NO_CONTEXT,
): ContextState => events.reduce(contextAfter, known)

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

/** The tokens that a request sent, as the API counted them. */
export const inputOf = (usage: ModelUsage): number => contextOf(usage) - usage.output_tokens

/** A server that does not count says zero. */
export const isCounted = (usage: ModelUsage): boolean => inputOf(usage) > 0

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
  usage: ModelUsage
  /** estimated; in these shares of the counted input where `isMeasured` */
  parts: PartTokens
  isMeasured: boolean
  state: 'open' | 'answered' | 'failed'
  durationMs: number | null
}

/** Something that happened to a context. */
export type Happening = {
  /** of the event that tells of it */
  eventId: string
  at: string
  /** how many requests had been sent */
  requestsBefore: number
  /** tokens: of a reminder its own, else what the context held */
  before: number
  /** null: it holds no less by then; of a summary estimated */
  after: number | null
} & (
  | { kind: 'clearing'; edits: AppliedEdit[] }
  /** `restored`: how many memories were given back with it */
  | { kind: 'compaction'; cause: CompactionCause; restored: number }
  | { kind: 'failure'; reason: CompactionFault; message: string }
  | { kind: 'reminder'; sections: ReminderKind[]; late: ReminderKind[] }
)

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
  'context.compaction_failed',
  'agent.thread_context_compacted',
] as const satisfies readonly EventType[]

/** What became of a context, from the events of its session in their order; others are passed over. */
export function historyOf(events: readonly SessionEvent[]): ContextHistory {
  const requests = new Map<string, ContextRequest>()
  const happenings: Happening[] = []
  for (const event of events) {
    const { id: eventId, processed_at: at } = event
    const facts = { eventId, at, requestsBefore: requests.size }
    switch (event.type) {
      case 'span.model_request_start':
        requests.set(eventId, {
          startId: eventId,
          at,
          usage: NO_USAGE,
          parts: event.estimated_parts,
          isMeasured: false,
          state: 'open',
          durationMs: null,
        })
        break
      case 'span.model_request_end': {
        const request = requests.get(event.model_request_start_id)
        if (request) requests.set(request.startId, ended(request, event))
        const edits = event.context_management?.applied_edits ?? []
        if (edits.length === 0) break
        const after = inputOf(event.model_usage)
        const before = edits.reduce((sum, edit) => sum + edit.cleared_input_tokens, after)
        happenings.push({ ...facts, kind: 'clearing', before, after, edits })
        break
      }
      case 'context.reminder': {
        const sections = event.sections.map(({ kind }) => kind)
        const size = { before: estimatedTokens(textOf(event)), after: null }
        happenings.push({ ...facts, ...size, kind: 'reminder', sections, late: event.late })
        break
      }
      case 'agent.thread_context_compacted': {
        const { cause, tokens_before: before, tokens_after: after, restored_memories } = event
        const restored = restored_memories.filter(({ state }) => state !== 'left_out').length
        happenings.push({ ...facts, kind: 'compaction', before, after, cause, restored })
        break
      }
      case 'context.compaction_failed': {
        const { tokens_before: before, reason, message } = event
        happenings.push({ ...facts, kind: 'failure', before, after: null, reason, message })
        break
      }
      default:
    }
  }
  return { requests: [...requests.values()], happenings }
}

function ended(
  request: ContextRequest,
  { model_usage: usage, is_error, duration_ms }: SessionEvent<'span.model_request_end'>,
): ContextRequest {
  const isMeasured = isCounted(usage)
  return {
    ...request,
    usage,
    isMeasured,
    state: is_error ? 'failed' : 'answered',
    durationMs: duration_ms,
    parts: isMeasured ? scaledParts(request.parts, inputOf(usage)) : request.parts,
  }
}
