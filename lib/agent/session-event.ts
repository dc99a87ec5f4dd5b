import type { AppliedEdit } from '@/lib/context/clear-context'
import type { PartTokens } from '@/lib/context/context-block'
import type { ContextLevel } from '@/lib/context/context-thresholds'
import type { ReminderKind } from '@/lib/context/reminder'
import type { RestoredMemory } from '@/lib/context/restore'
import type { Actor } from '@/lib/store/model/actor'
import type { StoreStanding } from '@/lib/store/proposals/writing-at'
import type { SessionSettings } from './session-settings'

/**
 * An event of a session (agent page, "Wire format"). Events are stored in order before anyone sees
 * them, and the conversation with the model is built from them (lib/agent/core/conversation.ts).
 */
export type SessionEvent = SessionEventBody & {
  id: string
  /** its number in the session, from 1; null for a queued message */
  sequence: number | null
  /** milliseconds since 1970 */
  createdAt: number
}

export type SessionEventBody =
  | UserMessage
  | { type: 'user.interrupt' }
  | {
      type: 'user.tool_confirmation'
      /** id of the `agent.tool_use` event */
      toolUseId: string
      result: 'allow' | 'deny'
      /** shown to the model */
      denyMessage: string | null
      /** whether further writes need no approval */
      isForSession: boolean
      /** the base versions that the person saw (lib/store/shown-changes); null: none were named */
      base?: readonly string[] | null
      /** the text that the person wrote in place of the agent's, and allowed; null: none */
      content?: string | null
      /** who decided; missing in older logs */
      by?: Actor | null
      /** nobody decided in time: it is denied, or written and kept from agents */
      isLapsed?: boolean
      /** of the calls that it allows past gates: the states of stores that these were asked about */
      gatedAt?: readonly GatedCall[]
    }
  /**
   * a call was allowed past gates and its store moved on before it was written: nothing was, and it
   * waits for a person again; `lapsesAt`: until when, milliseconds since 1970, if its rule says so
   */
  | { type: 'session.call_waits_again'; toolUseId: string; lapsesAt?: number | undefined }
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
  /** a person asks for a compaction; `instructions` are for this one only */
  | { type: 'user.compaction'; instructions: string }
  | {
      type: 'user.compaction_confirmation'
      /** id of the `context.compaction_start` event */
      startId: string
      result: 'allow' | 'deny'
      /** the person's edited version; null: accepted as generated */
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
  'session.call_waits_again',
  'user.compaction',
  'user.compaction_confirmation',
  'context.reminder',
  'context.compaction_start',
  'context.summary_written',
  'agent.thread_context_compacted',
  'context.compaction_failed',
] as const satisfies readonly SessionEventType[]

/** A call, and the state of its store on which alone it may be written. */
export interface GatedCall extends StoreStanding {
  toolUseId: string
}

export interface UserMessage {
  type: 'user.message'
  /** its text blocks */
  texts: string[]
}

export interface AgentMessage {
  type: 'agent.message'
  text: string
  /** whether the answer broke off */
  isPartial: boolean
}

export interface AgentToolUse {
  type: 'agent.tool_use'
  name: string
  input: Record<string, unknown>
  /** the model's id of the call, which its result carries back */
  modelToolUseId: string
  /** the model's input if it is not a JSON object; `input` is then empty */
  malformedInput: string | null
  /** whether it waits for approval */
  needsApproval: boolean
  /** the policy that has it wait; left out: none */
  hold?: CallHold
  /** whether a policy refused it when it was written: what is stored lacks what must not be saved */
  isRefused?: true
  /**
   * whether it failed when it was tried, so that nobody was asked about a write that needs approval:
   * it runs for its answer, and writes nothing
   */
  isFutile?: true
}

/** The rule of a store's policy that holds a call. */
export interface CallHold {
  /** the rule's id; `default`: the policy's default */
  rule: string
  /** of the policy */
  revision: number
  /** when it lapses, milliseconds since 1970 */
  lapsesAt: number
  /** whether it is held since it could not be scanned in full; left out: it is not */
  isUnscanned?: boolean
}

export interface AgentToolResult {
  type: 'agent.tool_result'
  /** id of the `agent.tool_use` event */
  toolUseId: string
  content: string
  isError: boolean
  /** the versions that the call wrote, without contents */
  written: WrittenVersion[]
  /** duration in milliseconds; null if it was not run */
  durationMs: number | null
}

export interface WrittenVersion {
  storeId: string
  versionId: string
}

export interface ModelRequestStart {
  type: 'span.model_request_start'
  model: string
  /** the request's settings if they differ from the previous request's; null: they do not */
  settings?: SessionSettings | null
  /** the model's window in tokens */
  window?: number
  /** what the request holds, estimated */
  parts?: PartTokens
  /** the last change of each store by others that the agent was told of */
  seen?: Record<string, number>
}

export interface ModelRequestEnd {
  type: 'span.model_request_end'
  startId: string
  isError: boolean
  usage: ModelUsage
  /** as the API reports it; null if the answer is incomplete */
  stopReason: string | null
  /** the model that answered */
  model: string | null
  durationMs: number
  /** the last pass only, if the API summarised in between and `usage` covers all passes */
  windowUsage?: ModelUsage | null
  /** edits that cleared something before the model read the request */
  appliedEdits?: AppliedEdit[]
  /** the request as sent: SHA-256 of its body, in hex, and its length in bytes */
  request?: SentRequest | null
}

export interface SentRequest {
  sha256: string
  bytes: number
}

/** Text for the agent that no person wrote (agent page, "Reminders"). */
export interface ContextReminder {
  type: 'context.reminder'
  isMeta: true
  /** as the model receives it */
  text: string
  /** its contents, each with its estimated size */
  sections: { kind: ReminderKind; tokens: number }[]
  /** the reviewers' requests that it reports: of each comment, its revision */
  requested?: Record<string, number>
  /** the threshold it reports; null: none */
  level: ContextLevel | null
  /** sections dropped because they took too long */
  late: ReminderKind[]
  durationMs: number
}

/**
 * The reason that a context is compacted: it reached the threshold, a person asked, or the window
 * was full.
 */
export type CompactionCause = 'mark' | 'asked' | 'full'

export interface CompactionStart {
  type: 'context.compaction_start'
  cause: CompactionCause
  /** the `user.compaction` that it answers */
  requestId: string | null
  /** from the session's settings and from the person, for this compaction */
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
  /** whether the agent was about to be asked, and is asked afterwards */
  goesOn: boolean
  /** whether something waited for an answer, so that the person can continue the agent */
  isUnanswered: boolean
  /** the person's unanswered messages; they stay verbatim */
  kept: string[]
  /** whether the agent had begun on the kept messages; missing in older logs, which kept nothing */
  isUnderWay?: boolean
}

export interface ContextCompacted {
  type: 'agent.thread_context_compacted'
  by: 'palimpsest' | 'api'
  /** id of the `context.compaction_start` event; null if the API compacted by itself */
  startId: string | null
  cause: CompactionCause
  summary: string | null
  /** whether a person edited it */
  isEdited: boolean
  restored: RestoredMemory[]
  kept: string[]
  isUnderWay?: boolean
  goesOn: boolean
  isUnanswered: boolean
  tokensBefore: number
  tokensAfter: number
  /** whether `tokensAfter` was counted, not estimated */
  isCounted: boolean
  /** the API's own block, sent back unchanged */
  block: Record<string, unknown> | null
}

export interface CompactionFailed {
  type: 'context.compaction_failed'
  startId: string | null
  cause: CompactionCause
  reason: CompactionFault
  /** the message of the model's server, or the missing sections */
  message: string
  tokensBefore: number
  goesOn: boolean
  isUnanswered: boolean
  /** of the failed request */
  usage: ModelUsage
  durationMs: number | null
  /** the API's own block, if it failed at the API */
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

/** Tokens as the API counts them. */
export interface ModelUsage {
  inputTokens: number
  outputTokens: number
  cacheReadTokens: number
  cacheCreationTokens: number
}

/** The tokens of two requests together. */
export function usageOfBoth(one: ModelUsage, other: ModelUsage): ModelUsage {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    cacheReadTokens: one.cacheReadTokens + other.cacheReadTokens,
    cacheCreationTokens: one.cacheCreationTokens + other.cacheCreationTokens,
  }
}

export const NO_USAGE: ModelUsage = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheCreationTokens: 0,
}

/** The reason that a session is idle. */
export type StopReason =
  | { type: 'end_turn'; detail: 'done' | 'interrupted' | 'max_tokens' | 'context_full' }
  /** ids of the `agent.tool_use` events that wait for a person */
  | { type: 'requires_action'; eventIds: string[] }
  /** preceded by an error; a person may continue */
  | { type: 'retries_exhausted' }
  /** the run made its maximum number of model requests */
  | { type: 'budget_reached'; maxRequests: number }
  | { type: 'refusal'; explanation: string | null }

/** A failure: its kind, which each face words itself, and the other side's message. */
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
  /** the server's message, if any */
  message: string
  /** whether it is retried automatically, or waits for a person */
  retry: 'retrying' | 'exhausted'
}

/** An event of this type. */
export type EventOf<Type extends SessionEventType> = Extract<SessionEvent, { type: Type }>
