import type { AppliedEdit } from '@/lib/context/clear-context'
import type { PartTokens } from '@/lib/context/context-block'
import type { ContextLevel } from '@/lib/context/context-thresholds'
import type { ReminderKind } from '@/lib/context/reminder'
import type { RestoredMemory } from '@/lib/context/restore'
import type { SessionSettings } from './session-settings'

/**
 * What happens in a session (agent page, "Wire format"). Events are stored before anyone sees them,
 * in order, and what is said to the model is made of them (lib/agent/core/conversation.ts).
 */
export type SessionEvent = SessionEventBody & {
  id: string
  /** its number in the session, from 1; null for a message that still waits in the queue */
  sequence: number | null
  /** milliseconds since 1970 */
  createdAt: number
}

export type SessionEventBody =
  | UserMessage
  | { type: 'user.interrupt' }
  | {
      type: 'user.tool_confirmation'
      /** the id of the `agent.tool_use` event */
      toolUseId: string
      result: 'allow' | 'deny'
      /** what the model reads */
      denyMessage: string | null
      /** whether further writes are not asked about */
      isForSession: boolean
      /** the versions that the change began from that the person saw (lib/store/shown-changes); null: they named none */
      base?: readonly string[] | null
    }
  | AgentMessage
  | { type: 'agent.thinking'; thinking: string; signature: string; redacted: string | null }
  | AgentToolUse
  | AgentToolResult
  | ModelRequestStart
  | ModelRequestEnd
  | { type: 'session.status_running' }
  | { type: 'session.status_idle'; stopReason: StopReason }
  | { type: 'session.error'; error: SessionFault }
  | { type: 'session.status_terminated' }
  /** a person asks for the context to be summarised; `instructions` are for this time */
  | { type: 'user.compaction'; instructions: string }
  | {
      type: 'user.compaction_confirmation'
      /** the id of the `context.compaction_start` event */
      startId: string
      result: 'allow' | 'deny'
      /** as the person wants it; null: as it was written */
      summary: string | null
    }
  | ContextReminder
  | CompactionStart
  | {
      type: 'context.summary_written'
      startId: string
      summary: string
      model: string | null
      usage: ModelUsage
      durationMs: number
    }
  | ContextCompacted
  | CompactionFailed

export type SessionEventType = SessionEventBody['type']

export const SESSION_EVENT_TYPES = [
  'user.message',
  'user.interrupt',
  'user.tool_confirmation',
  'agent.message',
  'agent.thinking',
  'agent.tool_use',
  'agent.tool_result',
  'span.model_request_start',
  'span.model_request_end',
  'session.status_running',
  'session.status_idle',
  'session.error',
  'session.status_terminated',
  'user.compaction',
  'user.compaction_confirmation',
  'context.reminder',
  'context.compaction_start',
  'context.summary_written',
  'agent.thread_context_compacted',
  'context.compaction_failed',
] as const satisfies readonly SessionEventType[]

export interface UserMessage {
  type: 'user.message'
  /** its text blocks */
  texts: string[]
}

export interface AgentMessage {
  type: 'agent.message'
  text: string
  /** whether the answer was broken off before its end */
  isPartial: boolean
}

export interface AgentToolUse {
  type: 'agent.tool_use'
  name: string
  input: Record<string, unknown>
  /** what the model named the call; the results that go back to it bear that name */
  modelToolUseId: string
  /** what the model wrote, where it is no JSON object; `input` is empty then */
  malformedInput: string | null
  /** whether it waits for a person before it is carried out */
  needsApproval: boolean
}

export interface AgentToolResult {
  type: 'agent.tool_result'
  /** the id of the `agent.tool_use` event */
  toolUseId: string
  content: string
  isError: boolean
  /** what the call wrote; nothing of the contents */
  written: WrittenVersion[]
  /** how long it took, in milliseconds; null where it was not carried out */
  durationMs: number | null
}

export interface WrittenVersion {
  storeId: string
  versionId: string
}

export interface ModelRequestStart {
  type: 'span.model_request_start'
  model: string
  /** those that the request was made by, where they are not those of the request before; null: they are */
  settings?: SessionSettings | null
  /** the model's window in tokens */
  window?: number
  /** what the request holds, by a guess */
  parts?: PartTokens
  /** up to which change of each store the agent has been told of others' changes */
  seen?: Record<string, number>
}

export interface ModelRequestEnd {
  type: 'span.model_request_end'
  startId: string
  isError: boolean
  usage: ModelUsage
  /** the API's own word; null where the answer did not come to its end */
  stopReason: string | null
  /** which model answered */
  model: string | null
  durationMs: number
  /** of the last pass alone, where the API summarised in between and `usage` is of all passes */
  windowUsage?: ModelUsage | null
  /** what was cleared before the model read the request */
  appliedEdits?: AppliedEdit[]
  /** the request as it was sent: SHA-256 of its body, in hex, and its length in bytes */
  request?: SentRequest | null
}

export interface SentRequest {
  sha256: string
  bytes: number
}

/** What was told to the agent that no person wrote (agent page, "Reminders"). */
export interface ContextReminder {
  type: 'context.reminder'
  isMeta: true
  /** as the model gets it */
  text: string
  /** what it tells of, and how large each is by a guess */
  sections: { kind: ReminderKind; tokens: number }[]
  /** the mark that it tells of; null: none */
  level: ContextLevel | null
  /** what was left out because it took too long */
  late: ReminderKind[]
  durationMs: number
}

/** Why a context is summarised: it reached the mark, a person asked, or the window was full. */
export type CompactionCause = 'mark' | 'asked' | 'full'

export interface CompactionStart {
  type: 'context.compaction_start'
  cause: CompactionCause
  /** the `user.compaction` that it answers */
  requestId: string | null
  /** of the session and of this time */
  instructions: string[]
  model: string
  maxTokens: number
  timeoutSeconds: number
  /** whether the agent may write to its memory first */
  savesFirst: boolean
  /** whether the summary waits for a person */
  isReviewed: boolean
  tokensBefore: number
  window: number
  /** whether the agent was about to be asked, and is when this is done */
  goesOn: boolean
  /** whether something waited for an answer, so that the person can have the agent go on */
  isUnanswered: boolean
  /** what the person said and the agent has not answered; it stays as it is */
  kept: string[]
  /** whether the agent had begun on what is kept; logs of older servers do not say, and kept nothing then */
  isUnderWay?: boolean
}

export interface ContextCompacted {
  type: 'agent.thread_context_compacted'
  by: 'palimpsest' | 'api'
  /** the id of the `context.compaction_start` event; null where the API did it by itself */
  startId: string | null
  cause: CompactionCause
  summary: string | null
  /** whether a person changed it */
  isEdited: boolean
  restored: RestoredMemory[]
  kept: string[]
  isUnderWay?: boolean
  goesOn: boolean
  isUnanswered: boolean
  tokensBefore: number
  tokensAfter: number
  /** whether `tokensAfter` was counted and is no guess */
  isCounted: boolean
  /** the API's own block, which goes back to it unchanged */
  block: Record<string, unknown> | null
}

export interface CompactionFailed {
  type: 'context.compaction_failed'
  startId: string | null
  cause: CompactionCause
  reason: CompactionFault
  /** what the model's server said, or the sections that are missing */
  message: string
  tokensBefore: number
  goesOn: boolean
  isUnanswered: boolean
  /** of the request that failed */
  usage: ModelUsage
  durationMs: number | null
  /** the API's own block, where it failed at the API */
  block: Record<string, unknown> | null
}

export type CompactionFault =
  | SessionFault['kind']
  | 'empty'
  | 'cut_off'
  | 'sections_missing'
  | 'refusal'
  | 'timeout'
  | 'interrupted'
  | 'denied'
  | 'api_summary_failed'

/** Tokens, as the API counts them. */
export interface ModelUsage {
  inputTokens: number
  outputTokens: number
  cacheReadTokens: number
  cacheCreationTokens: number
}

export const NO_USAGE: ModelUsage = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheCreationTokens: 0,
}

/** Why a session is idle. */
export type StopReason =
  | { type: 'end_turn'; detail: 'done' | 'interrupted' | 'max_tokens' | 'context_full' }
  /** the ids of the `agent.tool_use` events that wait for a person */
  | { type: 'requires_action'; eventIds: string[] }
  /** an error came before it; a person may have it go on */
  | { type: 'retries_exhausted' }
  /** the run made as many model requests as it may */
  | { type: 'budget_reached'; maxRequests: number }
  | { type: 'refusal'; explanation: string | null }

/** What went wrong: a word of a closed set, for each face to find its own words, and what the other side said. */
export interface SessionFault {
  kind:
    | 'overloaded'
    | 'rate_limited'
    | 'authentication'
    | 'permission'
    | 'model_not_found'
    | 'request_refused'
    | 'request_too_large'
    | 'server_error'
    | 'connection'
    | 'broken_stream'
    | 'restarted'
    | 'internal'
    /** the conversation does not fit into the model's window */
    | 'context_full'
  /** what the server said, where it said something */
  message: string
  /** whether it is tried again by itself, or waits for a person */
  retry: 'retrying' | 'exhausted'
}

/** An event of this type. */
export type EventOf<Type extends SessionEventType> = Extract<SessionEvent, { type: Type }>
