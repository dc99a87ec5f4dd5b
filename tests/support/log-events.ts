import type {
  AgentToolUse,
  CompactionFailed,
  CompactionStart,
  ContextCompacted,
  EventOf,
  ModelRequestEnd,
  SessionEvent,
  SessionEventBody,
  SessionEventType,
} from '@/lib/agent/session-event'
import { NO_USAGE } from '@/lib/agent/session-event'

/** Event bodies with irrelevant fields filled in; an id only if the test names one. */
export type Logged = SessionEventBody & { id?: string }

/** Bodies as a session's log: numbered from 1, the n-th is `e<n>` unless it names itself. */
export function logOf(...bodies: readonly Logged[]): SessionEvent[] {
  return bodies.map((body, at) => ({
    id: `e${at + 1}`,
    ...body,
    sequence: at + 1,
    createdAt: 1_700_000_000_000 + at,
  }))
}

/** The first event of a type; fails if there is none. */
export function firstOf<Type extends SessionEventType>(
  events: readonly SessionEvent[],
  type: Type,
): EventOf<Type> {
  const found = events.find((event): event is EventOf<Type> => event.type === type)
  if (!found) throw new Error(`the log has no ${type}`)
  return found
}

export const person = (...texts: string[]): Logged => ({ type: 'user.message', texts })

export const agent = (text: string, isPartial = false): Logged => ({
  type: 'agent.message',
  text,
  isPartial,
})

/** The model's id of a call is its event's, prefixed with `toolu_`. */
export const call = (id: string, more: Partial<AgentToolUse> = {}): Logged => ({
  type: 'agent.tool_use',
  id,
  name: 'memory',
  input: { command: 'view', path: '/memories' },
  modelToolUseId: `toolu_${id}`,
  malformedInput: null,
  needsApproval: false,
  ...more,
})

export const result = (toolUseId: string, content = 'Found.', isError = false): Logged => ({
  type: 'agent.tool_result',
  toolUseId,
  content,
  isError,
  written: [],
  durationMs: 1,
})

export const asks = (more: object = {}): Logged => ({
  type: 'span.model_request_start',
  model: 'm',
  ...more,
})

export const answered = (
  stopReason: string | null = 'end_turn',
  more: Partial<ModelRequestEnd> = {},
): Logged => ({
  type: 'span.model_request_end',
  startId: 'start',
  isError: false,
  usage: NO_USAGE,
  stopReason,
  model: 'm',
  durationMs: 1,
  ...more,
})

export const broke = (): Logged => answered(null, { isError: true, model: null })

export const reminder = (text: string, more: object = {}): Logged => ({
  type: 'context.reminder',
  isMeta: true,
  text,
  sections: [],
  level: null,
  late: [],
  durationMs: 1,
  ...more,
})

export const wanted = (id = 'wanted', instructions = ''): Logged => ({
  type: 'user.compaction',
  id,
  instructions,
})

export const began = (more: Partial<CompactionStart> = {}): Logged => ({
  type: 'context.compaction_start',
  id: 'begun',
  cause: 'mark',
  requestId: null,
  instructions: [],
  model: 'm',
  maxTokens: 16_384,
  timeoutSeconds: 180,
  savesFirst: false,
  isReviewed: false,
  tokensBefore: 1_000,
  window: 2_000,
  goesOn: true,
  isUnanswered: true,
  kept: [],
  ...more,
})

export const summarised = (summary = 'A summary'): Logged => ({
  type: 'context.summary_written',
  id: 'written',
  startId: 'begun',
  summary,
  model: 'm',
  usage: NO_USAGE,
  durationMs: 1,
})

export const confirmed = (result: 'allow' | 'deny', summary: string | null = null): Logged => ({
  type: 'user.compaction_confirmation',
  startId: 'begun',
  result,
  summary,
})

export const compacted = (more: Partial<ContextCompacted> = {}): Logged => ({
  type: 'agent.thread_context_compacted',
  by: 'palimpsest',
  startId: 'begun',
  cause: 'mark',
  summary: 'A summary',
  isEdited: false,
  restored: [],
  kept: [],
  goesOn: true,
  isUnanswered: true,
  tokensBefore: 1_000,
  tokensAfter: 100,
  isCounted: false,
  block: null,
  ...more,
})

/** The API summarised on its own in the middle of an answer. */
export const compactedByApi = (more: Partial<ContextCompacted> = {}): Logged =>
  compacted({
    by: 'api',
    startId: null,
    isCounted: true,
    block: { type: 'compaction', content: 'A summary', encrypted_content: null },
    ...more,
  })

export const notCompacted = (more: Partial<CompactionFailed> = {}): Logged => ({
  type: 'context.compaction_failed',
  startId: 'begun',
  cause: 'mark',
  reason: 'empty',
  message: '',
  tokensBefore: 1_000,
  goesOn: true,
  isUnanswered: true,
  usage: NO_USAGE,
  durationMs: 1,
  block: null,
  ...more,
})

/** The API tried to summarise on its own and failed. */
export const notCompactedByApi = (): Logged =>
  notCompacted({
    startId: null,
    reason: 'api_summary_failed',
    block: { type: 'compaction', content: null, encrypted_content: null },
  })
