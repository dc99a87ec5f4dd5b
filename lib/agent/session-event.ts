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
    }
  | AgentMessage
  | { type: 'agent.thinking'; thinking: string; signature: string; redacted: string | null }
  | AgentToolUse
  | AgentToolResult
  | { type: 'span.model_request_start'; model: string }
  | ModelRequestEnd
  | { type: 'session.status_running' }
  | { type: 'session.status_idle'; stopReason: StopReason }
  | { type: 'session.error'; error: SessionFault }
  | { type: 'session.status_terminated' }

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
}

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
  /** what the server said, where it said something */
  message: string
  /** whether it is tried again by itself, or waits for a person */
  retry: 'retrying' | 'exhausted'
}

/** An event of this type. */
export type EventOf<Type extends SessionEventType> = Extract<SessionEvent, { type: Type }>
