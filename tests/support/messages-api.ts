import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'

/**
 * The rules of the Messages API for a request, as far as ours could break them; stricter where the API
 * forgives and we need not be: roles alternate, every answer is streamed.
 */

const text = z.string().refine((value) => value.isWellFormed(), 'holds half of a character')
const said = text.refine((value) => value.trim() !== '', 'text must hold more than whitespace')
const cache = z.strictObject({ type: z.literal('ephemeral') }).optional()

const textBlock = z.strictObject({ type: z.literal('text'), text: said, cache_control: cache })

const resultBlock = z.strictObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  content: z.union([said, z.array(textBlock).min(1)]).optional(),
  is_error: z.boolean().optional(),
  cache_control: cache,
})

const callBlock = z.strictObject({
  type: z.literal('tool_use'),
  id: z.string().regex(/^[\w-]+$/),
  name: z.string().regex(/^[\w-]{1,128}$/),
  input: z.record(z.string(), z.unknown()),
  cache_control: cache,
})

const thinkingBlock = z.strictObject({
  type: z.literal('thinking'),
  thinking: text,
  signature: z.string().min(1, 'thinking must be signed'),
})

const hiddenBlock = z.strictObject({
  type: z.literal('redacted_thinking'),
  data: z.string().min(1),
})

const userMessage = z.strictObject({
  role: z.literal('user'),
  content: z.union([said, z.array(z.discriminatedUnion('type', [textBlock, resultBlock])).min(1)]),
})

const assistantMessage = z.strictObject({
  role: z.literal('assistant'),
  content: z.union([
    said,
    z
      .array(z.discriminatedUnion('type', [textBlock, callBlock, thinkingBlock, hiddenBlock]))
      .min(1),
  ]),
})

const nativeTool = z.strictObject({
  type: z.literal('memory_20250818'),
  name: z.literal('memory'),
  cache_control: cache,
})

const customTool = z.strictObject({
  type: z.literal('custom').optional(),
  name: z.string().regex(/^[\w-]{1,128}$/),
  description: said,
  input_schema: z.looseObject({ type: z.literal('object') }),
  cache_control: cache,
})

const clearing = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('clear_thinking_20251015'),
    keep: z.union([
      z.strictObject({ type: z.literal('all') }),
      z.strictObject({ type: z.literal('thinking_turns'), value: z.int().min(1) }),
    ]),
  }),
  z.strictObject({
    type: z.literal('clear_tool_uses_20250919'),
    trigger: z
      .strictObject({ type: z.enum(['input_tokens', 'tool_uses']), value: z.int().min(1) })
      .optional(),
    keep: z.strictObject({ type: z.literal('tool_uses'), value: z.int().min(0) }).optional(),
    clear_at_least: z
      .strictObject({ type: z.literal('input_tokens'), value: z.int().min(1) })
      .optional(),
    exclude_tools: z.array(z.string()).optional(),
    clear_tool_inputs: z.union([z.boolean(), z.array(z.string())]).optional(),
  }),
])

const request = z.strictObject({
  model: z.string().min(1),
  max_tokens: z.int().min(1),
  system: z.union([said, z.array(textBlock).min(1)]).optional(),
  messages: z.array(z.discriminatedUnion('role', [userMessage, assistantMessage])).min(1),
  tools: z
    .array(z.union([nativeTool, customTool]))
    .min(1)
    .optional(),
  thinking: z
    .strictObject({
      type: z.literal('adaptive'),
      display: z.enum(['summarized', 'omitted']).optional(),
    })
    .optional(),
  temperature: z.number().min(0).max(1).optional(),
  context_management: z.strictObject({ edits: z.array(clearing).min(1) }).optional(),
  stream: z.literal(true),
})

/** A request as it was sent. */
export type SentRequest = z.output<typeof request>

type Block = z.output<typeof textBlock | typeof resultBlock> | z.output<typeof callBlock>
type SentMessage = SentRequest['messages'][number]

const CONTEXT_BETA = 'context-management-2025-06-27'
const MOST_BREAKPOINTS = 4

/** What the API would refuse in a request; null: nothing. `after`: how the model's last answer ended. */
export function problemOf(
  body: unknown,
  headers: IncomingHttpHeaders,
  after?: string,
): string | null {
  const parsed = request.safeParse(body)
  if (!parsed.success) return z.prettifyError(parsed.error)
  return (
    headerProblem(parsed.data, headers) ??
    bodyProblem(parsed.data) ??
    turnsProblem(parsed.data, after)
  )
}

function headerProblem(sent: SentRequest, headers: IncomingHttpHeaders): string | null {
  if (!headers.authorization && !headers['x-api-key']) return 'a key is missing'
  if (!headers['anthropic-version']) return 'anthropic-version is missing'
  const betas = String(headers['anthropic-beta'] ?? '')
    .split(',')
    .filter(Boolean)
  const unknown = betas.filter((beta) => beta !== CONTEXT_BETA)
  if (unknown.length > 0) return `unknown beta ${unknown.join(', ')}`
  const isNeeded =
    sent.context_management ||
    sent.tools?.some((tool) => 'type' in tool && tool.type === 'memory_20250818')
  return isNeeded && betas.length === 0 ? `the beta header ${CONTEXT_BETA} is missing` : null
}

function bodyProblem(sent: SentRequest): string | null {
  const { tools = [], thinking, context_management: management, temperature } = sent
  const names = tools.map(({ name }) => name)
  if (new Set(names).size < names.length) return 'tools: names must be unique'
  const breakpoints = JSON.stringify(sent).split('"cache_control":').length - 1
  if (breakpoints > MOST_BREAKPOINTS) return `${breakpoints} blocks with cache_control; at most 4`
  if (thinking && temperature !== undefined) return 'temperature does not go with thinking'
  const edits = management?.edits.map(({ type }) => type) ?? []
  const thoughts = edits.indexOf('clear_thinking_20251015')
  if (thoughts > 0) return 'clear_thinking_20251015 must be the first edit'
  return thoughts === 0 && !thinking ? 'clear_thinking_20251015 needs thinking' : null
}

function turnsProblem({ messages, tools }: SentRequest, after?: string): string | null {
  if (messages[0]?.role !== 'user') return 'messages: the first must be the user’s'
  // What paused goes on from its own words.
  const last = after === 'pause_turn' ? 'assistant' : 'user'
  if (messages.at(-1)?.role !== last) return `messages: the last must be the ${last}’s`
  const ids = new Set<string>()
  for (const [index, message] of messages.entries()) {
    const before = messages[index - 1]
    if (before?.role === message.role) return `messages.${index}: roles must alternate`
    const blocks = blocksOf(message)
    for (const block of blocks) {
      if (block.type !== 'tool_use') continue
      if (!tools) return 'tool_use without tools'
      if (ids.has(block.id)) return `messages.${index}: tool_use ids must be unique`
      ids.add(block.id)
    }
    const end = message.role === 'assistant' ? message.content.at(-1) : null
    if (typeof end === 'object' && end?.type.includes('thinking')) {
      return `messages.${index}: the last block must not be thinking`
    }
    const problem = message.role === 'user' ? resultsProblem(blocks, blocksOf(before)) : null
    if (problem) return `messages.${index}: ${problem}`
  }
  return null
}

/** Each call of an answer has its result at the beginning of the next message, and none other is there. */
function resultsProblem(blocks: readonly Block[], before: readonly Block[]): string | null {
  const calls = before.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []))
  const results = blocks.flatMap((block) =>
    block.type === 'tool_result' ? [block.tool_use_id] : [],
  )
  const missing = calls.filter((id) => !results.includes(id))
  if (missing.length > 0) return `tool_use without tool_result: ${missing.join(', ')}`
  const unasked = results.filter((id) => !calls.includes(id))
  if (unasked.length > 0) return `tool_result without tool_use: ${unasked.join(', ')}`
  if (new Set(results).size < results.length) return 'a call has two results'
  const isFirst = blocks.slice(0, results.length).every(({ type }) => type === 'tool_result')
  return isFirst ? null : 'results must come before text'
}

const blocksOf = (message: SentMessage | undefined): Block[] => {
  if (!message || typeof message.content === 'string') return []
  return (message.content as { type: string }[]).filter((block): block is Block =>
    ['text', 'tool_use', 'tool_result'].includes(block.type),
  )
}
