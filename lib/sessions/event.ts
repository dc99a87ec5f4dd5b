import type { WireSettings } from './settings'

/**
 * What happens in a session, in the shape of the wire: a row's body is the SDK's own object, our
 * fields beside its own. The log is all that a run knows.
 */

export interface TextBlock {
  type: 'text'
  text: string
}

const COUNTS = [
  'input_tokens',
  'output_tokens',
  'cache_creation_input_tokens',
  'cache_read_input_tokens',
] as const

/** Tokens as the API counts them. */
export type ModelUsage = Record<(typeof COUNTS)[number], number>

export const usageOf = (count: (name: keyof ModelUsage) => number): ModelUsage =>
  Object.fromEntries(COUNTS.map((name) => [name, count(name)])) as ModelUsage

export const NO_USAGE = usageOf(() => 0)

/** Why a session is idle. */
export type StopReason =
  /** `detail`: left out where the agent came to its end by itself */
  | { type: 'end_turn'; detail?: 'interrupted' | 'max_tokens' | 'context_full' }
  /** the `agent.tool_use` events that wait for a person */
  | { type: 'requires_action'; event_ids: string[] }
  /** an error stands before it; a person may continue */
  | { type: 'retries_exhausted' }
  | { type: 'budget_reached'; max_requests: number }
  | { type: 'refusal' }

export type FaultKind =
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
  /** the server was stopped in the middle of the run, or its database took no writes */
  | 'restarted'
  /** a redaction took out of the log what the run was working on */
  | 'redacted'
  | 'internal'
  | 'context_full'

/** What failed; `type` is the SDK's word for `kind`. */
export interface SessionFault {
  type:
    | 'model_overloaded_error'
    | 'model_rate_limited_error'
    | 'model_request_failed_error'
    | 'unknown_error'
  kind: FaultKind
  /** the other side's, or ours in English */
  message: string
  retry_status: { type: 'retrying' | 'exhausted' }
}

/** The parts of what a model is sent. */
export const PARTS = ['system', 'reminders', 'memory', 'messages', 'other_results'] as const
/** Tokens of each part. */
export type PartTokens = Record<(typeof PARTS)[number], number>

/** A store's number after a change. */
export interface SeenState {
  memory_store_id: string
  sequence: number
}

export type ReminderKind = 'listing' | 'changes' | 'limits' | 'size' | 'requests'

/** The highest threshold that a context has reached. */
export type ContextLevel = 'below' | 'warning' | 'error' | 'compaction'

/** What the API took out of a request before the model read it. */
export type AppliedEdit =
  | {
      type: 'clear_tool_uses_20250919'
      cleared_tool_uses: number
      cleared_input_tokens: number
    }
  | {
      type: 'clear_thinking_20251015'
      cleared_thinking_turns: number
      cleared_input_tokens: number
    }

export type CompactionCause = 'threshold' | 'asked' | 'full'

export type CompactionFault =
  | FaultKind
  | 'empty'
  | 'cut_off'
  | 'sections_missing'
  | 'refusal'
  | 'timeout'
  | 'interrupted'

/** A memory that was given back to an agent with its summary. */
export interface RestoredMemory {
  memory_store_id: string
  memory_version_id: string
  /** as the agent writes it */
  path: string
  state: 'whole' | 'cut' | 'left_out'
  /** null: left out */
  text: string | null
  /** of that text, and of the whole memory; estimated */
  tokens: number
  whole_tokens: number
}

interface Bodies {
  'user.message': { content: TextBlock[] }
  'user.interrupt': object
  'user.tool_confirmation': {
    tool_use_id: string
    result: 'allow' | 'deny'
    deny_message?: string | null
    /** the session asks no more */
    for_session?: boolean
    /** of what was shown */
    content_sha256?: string
    /** the person's text in place of the agent's */
    content?: string
    by: { type: string; id: string }
  }
  'user.compaction': { instructions: string }
  'agent.message': { content: TextBlock[]; partial?: true }
  /** `signature`: as the model gave it; `redacted`: thinking that it gave encrypted */
  'agent.thinking': { thinking: string; signature: string; redacted?: string }
  'agent.tool_use': {
    name: string
    input: Record<string, unknown>
    evaluated_permission: 'allow' | 'ask' | 'deny'
    /** the model's id of the call, which its result carries back */
    model_tool_use_id: string
    held_write_id?: string
    /** of one that waits: its answer once it is allowed as it is */
    planned_answer?: string
    /** what the model sent where it is no JSON object; `input` is then empty */
    malformed_input?: string
    /** it changed nothing when it was planned, so nobody was asked: it is run for its answer alone */
    writes_nothing?: true
  }
  'agent.tool_result': {
    tool_use_id: string
    content: TextBlock[]
    is_error: boolean
    memory_versions: { memory_store_id: string; memory_version_id: string }[]
    /** the states that it was answered from */
    seen: SeenState[]
    /** null: it was not run */
    duration_ms: number | null
  }
  'span.model_request_start': {
    model: string
    /** where they differ from those of the request before */
    settings?: WireSettings
    context_window: number
    estimated_parts: PartTokens
    /** what the agent was told of changes by others, up to these numbers */
    told: SeenState[]
  }
  'span.model_request_end': {
    model_request_start_id: string
    is_error: boolean
    model_usage: ModelUsage
    /** null: the answer is not whole */
    model: string | null
    stop_reason: string | null
    /** of a refusal, in the model's words */
    explanation?: string
    duration_ms: number
    context_management?: { applied_edits: AppliedEdit[] }
    /** of the body as it was sent; null: none was, or a redaction took it */
    request: { sha256: string; bytes: number } | null
  }
  'context.reminder': {
    is_meta: true
    content: TextBlock[]
    sections: { kind: ReminderKind; tokens: number }[]
    /** the threshold that it tells of */
    level?: ContextLevel
    /** the reviewers' requests that it tells of */
    requests?: string[]
    /** what took too long to gather */
    late: ReminderKind[]
    duration_ms: number
  }
  'context.compaction_start': {
    cause: CompactionCause
    tokens_before: number
    instructions: string
  }
  'context.compaction_failed': {
    cause: CompactionCause
    tokens_before: number
    reason: CompactionFault
    message: string
    model_usage: ModelUsage
  }
  'agent.thread_context_compacted': {
    cause: CompactionCause
    summary: string
    tokens_before: number
    /** estimated until the next request counts them */
    tokens_after: number
    restored_memories: RestoredMemory[]
    /** the person's messages without an answer, as they wrote them */
    kept_messages: string[]
    /** whether the agent was at work, and goes on */
    goes_on: boolean
    /** how often the model has answered for the message that it works on */
    requests: number
    /** what the agent was told of changes by others, up to these numbers: the view begins here */
    told: SeenState[]
    model: string | null
    model_usage: ModelUsage
  }
  'session.status_running': object
  'session.status_idle': {
    stop_reason: StopReason
    stop_details: { type: 'refusal'; category: null; explanation: string | null } | null
  }
  'session.status_terminated': object
  'session.error': { error: SessionFault }
}

export type EventType = keyof Bodies

/** An event that is not stored yet. `id`: given away before, as where its text was shown already. */
export type EventBody<Type extends EventType = EventType> = {
  [Each in Type]: { type: Each } & Bodies[Each]
}[Type]

export type NewEvent<Type extends EventType = EventType> = EventBody<Type> & { id?: string }

interface Stored {
  id: string
  /** from 1 */
  sequence: number
  /** RFC 3339 */
  processed_at: string
}

/** A stored event, as every client gets it. */
export type SessionEvent<Type extends EventType = EventType> = EventBody<Type> & Stored

/** Tells events of some types from others. */
export const isOf =
  <Type extends EventType>(...types: Type[]) =>
  (event: SessionEvent): event is Extract<SessionEvent, { type: Type }> =>
    types.some((type) => type === event.type)

/** A message that waits for its turn. */
export type QueuedMessage = EventBody<'user.message'> & {
  id: string
  sequence: null
  processed_at: null
}

export const textOf = ({ content }: { content: readonly TextBlock[] }): string =>
  content.map(({ text }) => text).join('\n\n')

export const textBlocks = (...texts: string[]): TextBlock[] =>
  texts.filter((text) => text !== '').map((text) => ({ type: 'text', text }))

export const sumOfUsage = (one: ModelUsage, other: ModelUsage): ModelUsage =>
  usageOf((name) => one[name] + other[name])

/** Everything that went through the model's window in one request. */
export const contextOf = (usage: ModelUsage): number =>
  COUNTS.reduce((sum, name) => sum + usage[name], 0)

/** Types of our own; every other is the SDK's. */
export type OwnType =
  | 'user.compaction'
  | 'context.reminder'
  | 'context.compaction_start'
  | 'context.compaction_failed'
