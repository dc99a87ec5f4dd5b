import { type ContextSize, NO_SIZE, type SizeStep, sizeAfter } from '@/lib/context/context-size'
import { estimatedTokens } from '@/lib/context/estimate-tokens'
import type { ContextLevel } from '@/lib/context/context-thresholds'
import type {
  CompactionCause,
  CompactionFault,
  SessionEvent,
  SessionEventBody,
} from './session-event'

/** The state of a session's context, kept beside its log and derived from it event by event. */
export interface ContextState extends ContextSize {
  /** window of the model asked last, in tokens; null before the first request */
  window: number | null
  /** whether the model was asked since the view began */
  wasAsked: boolean
  /** the last threshold reported to the agent since the view began */
  toldLevel: ContextLevel
  /** the last change of each store reported to the agent */
  seen: Record<string, number>
  /** the reviewers' requests reported to the agent: of each comment, its last revision */
  requested: Record<string, number>
  /** the compaction in progress */
  open: OpenCompaction | null
  /** the pending `user.compaction` */
  asked: string | null
  /** answered model requests */
  requests: number
  compactions: number
  failures: number
  /** freed by completed compactions */
  savedTokens: number
  clearings: number
  clearedTokens: number
}

export interface OpenCompaction {
  startId: string
  cause: CompactionCause
  tokensBefore: number
  goesOn: boolean
  isUnanswered: boolean
}

export const NO_CONTEXT: ContextState = {
  ...NO_SIZE,
  window: null,
  wasAsked: false,
  toldLevel: 'below',
  seen: {},
  requested: {},
  open: null,
  asked: null,
  requests: 0,
  compactions: 0,
  failures: 0,
  savedTokens: 0,
  clearings: 0,
  clearedTokens: 0,
}

const BY_PERSON: ReadonlySet<CompactionFault> = new Set<CompactionFault>(['denied', 'interrupted'])

/** The state after one more event. */
export function contextAfter(state: ContextState, event: SessionEvent): ContextState {
  const step = sizeStepOf(event)
  const sized = step ? { ...state, ...sizeAfter(state, step) } : state
  switch (event.type) {
    case 'span.model_request_start':
      return {
        ...sized,
        wasAsked: true,
        window: event.window ?? sized.window,
        seen: { ...sized.seen, ...event.seen },
      }
    case 'span.model_request_end': {
      const edits = event.appliedEdits ?? []
      return {
        ...sized,
        requests: sized.requests + (event.isError ? 0 : 1),
        clearings: sized.clearings + (edits.length > 0 ? 1 : 0),
        clearedTokens: edits.reduce((sum, edit) => sum + edit.clearedTokens, sized.clearedTokens),
      }
    }
    case 'context.reminder':
      return {
        ...sized,
        toldLevel: event.level ?? sized.toldLevel,
        requested: { ...sized.requested, ...event.requested },
      }
    case 'user.interrupt':
      // An interrupt also cancels a compaction that the person asked for.
      return { ...sized, asked: null }
    case 'user.compaction':
      return { ...sized, asked: event.id }
    case 'context.compaction_start': {
      const { id: startId, cause, tokensBefore, goesOn, isUnanswered } = event
      const open = { startId, cause, tokensBefore, goesOn, isUnanswered }
      return { ...sized, asked: null, open }
    }
    case 'agent.thread_context_compacted': {
      const isOurs = event.by === 'palimpsest'
      return {
        ...sized,
        // The API's own compaction does not end one begun here.
        open: isOurs ? null : sized.open,
        wasAsked: sized.wasAsked && !isOurs,
        toldLevel: 'below',
        compactions: sized.compactions + 1,
        savedTokens: sized.savedTokens + Math.max(0, event.tokensBefore - event.tokensAfter),
      }
    }
    case 'context.compaction_failed':
      return {
        ...sized,
        ...(event.startId === null ? {} : { open: null, asked: null }),
        // A person's decision is not a failure.
        failures: sized.failures + (BY_PERSON.has(event.reason) ? 0 : 1),
      }
    default:
      return sized
  }
}

/** The effect of an event on the size of the context; null: none. */
export function sizeStepOf(event: SessionEventBody): SizeStep | null {
  switch (event.type) {
    case 'user.message':
      return { kind: 'added', tokens: estimatedTokens(event.texts.join('\n')) }
    case 'agent.tool_result':
      return { kind: 'added', tokens: estimatedTokens(event.content) }
    case 'context.reminder':
      return { kind: 'added', tokens: estimatedTokens(event.text) }
    case 'span.model_request_end':
      return { kind: 'answer', usage: event.windowUsage ?? event.usage }
    case 'agent.thread_context_compacted':
      if (event.by === 'api') return null
      return { kind: 'anew', tokens: event.tokensAfter, isCounted: event.isCounted }
    default:
      return null
  }
}
