import { checkedSettings, type SettingsPatch, type WireSettings } from '@/lib/sessions/settings'
import {
  type EventBody,
  type ModelUsage,
  type NewEvent,
  NO_USAGE,
  type SessionEvent,
  type StopReason,
} from '@/lib/sessions/event'
import { NO_PARTS } from '@/lib/sessions/parts'
import type { AttachedStore } from '@/lib/sessions/attached'

/** Events of a session with what a test does not care about filled in. */

/** Bodies as a log: the n-th is number n, a second after the one before, and `e<n>` unless it has an id. */
export function logOf(...bodies: readonly NewEvent[]): SessionEvent[] {
  return bodies.map((body, at) => ({
    ...body,
    id: body.id ?? `e${at + 1}`,
    sequence: at + 1,
    processed_at: new Date(Date.UTC(2026, 5, 1) + at * 1_000).toISOString(),
  }))
}

export const settingsOf = (more: SettingsPatch = {}): WireSettings =>
  checkedSettings({ model: 'm', ...more })

const texts = (...all: string[]) => all.map((text) => ({ type: 'text' as const, text }))

export const person = (...all: string[]): NewEvent => ({
  type: 'user.message',
  content: texts(...all),
})

export const stopped: NewEvent = { type: 'user.interrupt' }

export const runs: NewEvent = { type: 'session.status_running' }

export const rests = (
  stop_reason: StopReason = { type: 'end_turn' },
  explanation?: string,
): NewEvent => ({
  type: 'session.status_idle',
  stop_reason,
  stop_details: explanation === undefined ? null : { type: 'refusal', category: null, explanation },
})

export const decided = (
  id: string,
  result: 'allow' | 'deny',
  more: Partial<EventBody<'user.tool_confirmation'>> = {},
): NewEvent => ({
  type: 'user.tool_confirmation',
  tool_use_id: id,
  result,
  by: { type: 'user', id: 'user_local' },
  ...more,
})

export const asksFor = (instructions = ''): NewEvent => ({ type: 'user.compaction', instructions })

export const agent = (...all: string[]): NewEvent => ({
  type: 'agent.message',
  content: texts(...all),
})

/** What the agent had said when its answer broke off. */
export const half = (text: string): NewEvent => ({
  type: 'agent.message',
  content: texts(text),
  partial: true,
})

export const thought = (more: Partial<EventBody<'agent.thinking'>> = {}): NewEvent => ({
  type: 'agent.thinking',
  thinking: 'hm',
  signature: 'signed',
  ...more,
})

/** A call of the memory tool; the model's id of it is its event's with `toolu_` before. */
export const call = (id: string, more: Partial<EventBody<'agent.tool_use'>> = {}): NewEvent => ({
  type: 'agent.tool_use',
  id,
  name: 'memory',
  evaluated_permission: 'allow',
  input: { command: 'view', path: '/memories' },
  model_tool_use_id: `toolu_${id}`,
  ...more,
})

export const result = (id: string, ...all: string[]): NewEvent<'agent.tool_result'> => ({
  type: 'agent.tool_result',
  tool_use_id: id,
  is_error: false,
  duration_ms: 1,
  content: texts(...(all.length === 0 ? ['Found.'] : all)),
  memory_versions: [],
  seen: [],
})

export const refusal = (id: string, text: string): NewEvent => ({
  ...result(id, text),
  is_error: true,
})

export const asked = (
  more: Partial<NewEvent<'span.model_request_start'>> = {},
): NewEvent<'span.model_request_start'> => ({
  type: 'span.model_request_start',
  model: 'm',
  told: [],
  context_window: 1_000,
  estimated_parts: NO_PARTS,
  ...more,
})

export const answered = (
  stopReason: string | null = 'end_turn',
  more: Partial<EventBody<'span.model_request_end'>> = {},
): NewEvent => ({
  type: 'span.model_request_end',
  model_request_start_id: 'start',
  is_error: false,
  model_usage: NO_USAGE,
  model: 'm',
  stop_reason: stopReason,
  duration_ms: 5,
  request: null,
  ...more,
})

export const broke = (): NewEvent => answered(null, { is_error: true, model: null })

export const usage = (more: Partial<ModelUsage>): ModelUsage => ({ ...NO_USAGE, ...more })

export const reminder = (
  text: string,
  more: Partial<EventBody<'context.reminder'>> = {},
): NewEvent => ({
  type: 'context.reminder',
  is_meta: true,
  content: texts(text),
  sections: [],
  late: [],
  duration_ms: 1,
  ...more,
})

export const beginsCompaction = (): NewEvent => ({
  type: 'context.compaction_start',
  cause: 'threshold',
  tokens_before: 900,
  instructions: '',
})

export const compacted = (
  more: Partial<NewEvent<'agent.thread_context_compacted'>> = {},
): NewEvent => ({
  type: 'agent.thread_context_compacted',
  cause: 'threshold',
  summary: 'A summary',
  tokens_before: 900,
  tokens_after: 100,
  restored_memories: [],
  kept_messages: [],
  goes_on: false,
  requests: 0,
  told: [],
  model: 'm',
  model_usage: NO_USAGE,
  ...more,
})

export const notCompacted = (
  more: Partial<EventBody<'context.compaction_failed'>> = {},
): NewEvent => ({
  type: 'context.compaction_failed',
  cause: 'threshold',
  tokens_before: 900,
  reason: 'empty',
  message: '',
  model_usage: NO_USAGE,
  ...more,
})

/** A store as it is attached, to be read and written. */
export const attached = (storeId: string, more: Partial<AttachedStore> = {}): AttachedStore => ({
  storeId,
  name: 'Notes',
  description: '',
  instructions: '',
  mountName: 'notes',
  isReadOnly: false,
  ...more,
})
