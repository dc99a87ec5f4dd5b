import type {
  BetaContextManagementConfig,
  MessageCreateParamsStreaming,
} from '@anthropic-ai/sdk/resources/beta/messages'
import { sha256Hex, utf8Size } from '@/lib/text/content'
import type { AttachedStore } from './attached'
import { conversationOf, messagesOf, withBreakpoint } from './conversation'
import { isOf, type PartTokens, type SessionEvent } from './event'
import { estimatedTokens, partsOf } from './parts'
import type { ContextSettings, ToolSet, WireSettings } from './settings'
import { systemPrompt } from './system-prompt'
import { MEMORY_TOOL } from '@/lib/memory-tool/calls'
import type { BetaTool, BetaToolUnion } from '@anthropic-ai/sdk/resources/beta'
import { CUSTOM_MEMORY_TOOL, definitionOf } from '@/lib/memory-tool/definitions'
import { DOCUMENT_TOOLS } from '@/lib/memory-tool/documents'

/** The native memory tool, and clearing by the API. */
const CONTEXT_BETA = 'context-management-2025-06-27'

/** The body of a request; its order of fields is that of the JSON that is sent. */
export type RequestBody = Omit<MessageCreateParamsStreaming, 'betas'>

/** What a request is made of, besides the log. */
export interface RequestSetup {
  /** the server's name of it */
  model: string
  settings: WireSettings
  stores: readonly AttachedStore[]
}

export interface ModelRequest {
  body: RequestBody
  /** the headers of what it uses */
  betas: string[]
  /** what it holds, estimated */
  parts: PartTokens
}

/** The next request of a session: a pure function of its log, settings and stores. */
export function requestOf(setup: RequestSetup, events: readonly SessionEvent[]): ModelRequest {
  const { model, settings, stores } = setup
  const system = systemPrompt(settings, stores)
  const tools = toolsOf(settings.tool_set, stores)
  const blocks = conversationOf(events, model)
  const edits = editsOf(settings)
  const isNative = tools.some(({ type }) => type === 'memory_20250818')
  const body: RequestBody = {
    model,
    max_tokens: settings.max_tokens,
    ...(system === ''
      ? {}
      : { system: [{ type: 'text', text: system, cache_control: { type: 'ephemeral' } }] }),
    ...(tools.length === 0 ? {} : { tools }),
    ...(settings.thinking === 'adaptive'
      ? { thinking: { type: 'adaptive', display: 'summarized' } }
      : {}),
    ...(edits.length === 0 ? {} : { context_management: { edits } }),
    messages: withBreakpoint(messagesOf(blocks)),
    // Last, where the SDK puts it.
    stream: true,
  }
  const fixed =
    estimatedTokens(system) + (tools.length === 0 ? 0 : estimatedTokens(JSON.stringify(tools)))
  return {
    body,
    betas: isNative || edits.length > 0 ? [CONTEXT_BETA] : [],
    parts: partsOf(blocks, fixed),
  }
}

type Edit = NonNullable<BetaContextManagementConfig['edits']>[number]

/** What the API is to clear. Thinking goes first, and only where there is any: it refuses all else. */
function editsOf({ thinking, context: { clearing } }: WireSettings): Edit[] {
  return [
    ...(clearing.thinking && thinking === 'adaptive' ? [thinkingEdit(clearing.thinking)] : []),
    ...(clearing.tool_uses ? [toolUsesEdit(clearing.tool_uses)] : []),
  ]
}

type Clearing = ContextSettings['clearing']

const thinkingEdit = ({ keep }: NonNullable<Clearing['thinking']>): Edit => ({
  type: 'clear_thinking_20251015',
  keep: keep === 'all' ? { type: 'all' } : { type: 'thinking_turns', value: keep },
})

function toolUsesEdit(clearing: NonNullable<Clearing['tool_uses']>): Edit {
  const { trigger, keep, clear_at_least: least, exclude_tools, clear_tool_inputs } = clearing
  return {
    type: 'clear_tool_uses_20250919',
    trigger: { type: trigger.type, value: trigger.value },
    keep: { type: 'tool_uses', value: keep },
    ...(least === null ? {} : { clear_at_least: { type: 'input_tokens', value: least } }),
    exclude_tools,
    clear_tool_inputs,
  }
}

/** What is kept of a request that was sent: the hash and size of its bytes. */
export const hashOf = (json: string): { sha256: string; bytes: number } => ({
  sha256: sha256Hex(json),
  bytes: utf8Size(json),
})

/** The settings that a request's start is to record: those that differ from what the log has. */
export function settingsToRecord(
  events: readonly SessionEvent[],
  settings: WireSettings,
): { settings?: WireSettings } {
  const recorded = recordedSettings(events)
  const isSame = recorded !== null && JSON.stringify(recorded) === JSON.stringify(settings)
  return isSame ? {} : { settings }
}

/** The settings of the last request in a log; null: it records none. */
export function recordedSettings(events: readonly SessionEvent[]): WireSettings | null {
  const starts = events.filter(isOf('span.model_request_start'))
  return starts.findLast(({ settings }) => settings)?.settings ?? null
}

/** An earlier request, made again. */
export interface RequestAt extends ModelRequest {
  /** the body as it is sent */
  json: string
  /** whether these are the bytes that were sent; null: no hash of them is kept */
  isExact: boolean | null
}

/**
 * The request that this start began, made again from the whole log: it was made of nothing else. What a
 * redaction took is gone here, too, and the request is then not exact. Null: there is no such start.
 * `settings`: for a log that records none.
 */
export function requestAt(
  events: readonly SessionEvent[],
  settings: WireSettings,
  stores: readonly AttachedStore[],
  startId: string,
): RequestAt | null {
  const at = events.findIndex(({ id }) => id === startId)
  const start = events[at]
  if (start?.type !== 'span.model_request_start') return null
  const then = recordedSettings(events.slice(0, at + 1)) ?? settings
  const setup = { model: start.model, settings: then, stores }
  const request = requestOf(setup, events.slice(0, at))
  const json = JSON.stringify(request.body)
  const ends = events.filter(isOf('span.model_request_end'))
  const sent = ends.find((end) => end.model_request_start_id === startId)?.request ?? null
  return { ...request, json, isExact: sent && sent.sha256 === sha256Hex(json) }
}

/** What a model is told of its tools. A session without stores has none. */
export function toolsOf(toolSet: ToolSet, stores: readonly AttachedStore[]): BetaToolUnion[] {
  if (stores.length === 0) return []
  switch (toolSet) {
    case 'memory':
      return [{ type: 'memory_20250818', name: MEMORY_TOOL }]
    case 'memory_custom':
      return [{ type: 'custom', ...CUSTOM_MEMORY_TOOL }]
    case 'documents':
      return documentTools(stores.length > 1)
  }
}

/** A session's agent is not told of hashes: it has read what it overwrites, or is refused. */
const NOT_TOLD = ['expected_sha256']

const documentTools = (hasSeveral: boolean): BetaTool[] =>
  Object.entries(DOCUMENT_TOOLS).map(([name, tool]) => {
    const left = hasSeveral ? NOT_TOLD : [...NOT_TOLD, 'store']
    return { type: 'custom', ...definitionOf(name, tool, left) }
  })
