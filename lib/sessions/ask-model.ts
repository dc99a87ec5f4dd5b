import type Anthropic from '@anthropic-ai/sdk'
import type {
  BetaRawContentBlockDelta,
  BetaRawContentBlockStartEvent,
  BetaRawMessageStreamEvent,
} from '@anthropic-ai/sdk/resources/beta/messages'
import { z } from 'zod'
import { jsonOf } from '@/lib/text/content'
import { newId } from '@/lib/text/ids'
import {
  type AppliedEdit,
  type ModelUsage,
  type NewEvent,
  NO_USAGE,
  textBlocks,
  usageOf,
} from './event'
import { CutAnswer, type Fault, faultOf, isTransient } from './faults'
import type { RequestBody } from './request'

/** A block of an answer as far as it has arrived; `id`: of the event that it becomes. */
export type AnswerBlock = { id: string } & (
  | { type: 'text'; text: string }
  | { type: 'thinking'; thinking: string; signature: string; redacted?: string }
  /** `json`: of its input, as the model wrote it; `whole`: what some servers send at its start instead */
  | { type: 'tool_use'; name: string; model_tool_use_id: string; json: string; whole?: unknown }
)

interface Received {
  blocks: AnswerBlock[]
  usage: ModelUsage
  /** null: the answer had not begun */
  model: string | null
  /** null: the answer is not whole */
  stop_reason: string | null
  /** why the model refused */
  explanation: string | null
  applied_edits: AppliedEdit[]
}

/** What became of one attempt at an answer, with all that arrived of it. */
export type Answer = Received & { duration_ms: number } & (
    | { kind: 'whole' }
    | { kind: 'failed'; fault: Fault }
    | { kind: 'aborted' }
  )

/** A call as the model made it. Whoever stores it adds whether it may be run. */
export type AnsweredCall = Omit<NewEvent<'agent.tool_use'>, 'evaluated_permission'> & { id: string }

/** What an answer's block becomes. */
export type AnsweredEvent =
  | (NewEvent<'agent.message' | 'agent.thinking'> & { id: string })
  | AnsweredCall

/** The beginning of an event whose text follows. */
export interface BegunEvent {
  id: string
  type: 'agent.message' | 'agent.thinking' | 'agent.tool_use'
  /** of a call, the tool */
  name?: string
}

export interface Asking {
  client: Anthropic
  body: RequestBody
  betas: readonly string[]
  signal: AbortSignal
  onStart?: (event: BegunEvent) => void
  /** `text`: what is added; of a call, of the JSON of its input */
  onDelta?: (id: string, text: string) => void
}

/**
 * Asks a model once; the SDK repeats what is refused before it is answered. Does not throw for what
 * the server or the network does; throws what is a mistake of ours.
 */
export async function askModel(asking: Asking): Promise<Answer> {
  const { client, body, betas, signal } = asking
  const begunAt = performance.now()
  const collector = new Collector(asking)
  const ended = () => ({
    ...collector.received,
    duration_ms: Math.round(performance.now() - begunAt),
  })
  try {
    const params = betas.length === 0 ? body : { ...body, betas: [...betas] }
    // Not the SDK's `stream()`, which gives an answer up at a tool input that is not JSON.
    for await (const event of await client.beta.messages.create(params, { signal })) {
      if (!isReadable(event)) throw new CutAnswer('The server sent what is no answer.')
      collector.take(event)
      if (collector.isTooLarge) throw new CutAnswer('The server sent more than an answer may have.')
    }
    if (!collector.isWhole) throw new CutAnswer()
    return { kind: 'whole', ...ended() }
  } catch (error) {
    if (collector.isWhole) return { kind: 'whole', ...ended() }
    const received = { ...ended(), stop_reason: null }
    if (signal.aborted) return { kind: 'aborted', ...received }
    const fault = faultOf(error)
    if (fault.kind === 'internal') throw error
    if (received.model !== null && isTransient(fault.kind)) fault.kind = 'broken_stream'
    return { kind: 'failed', fault, ...received }
  }
}

/**
 * The events of an answer's blocks, in their order; a call still lacks whether it may be run. One that
 * must not be, since its input is no JSON object or was cut off, has its `malformed_input`, even if empty.
 */
export function answerEvents(answer: Pick<Answer, 'blocks' | 'stop_reason'>): AnsweredEvent[] {
  const cut = cutCall(answer)
  return answer.blocks.flatMap((block): AnsweredEvent[] => {
    if (block.type === 'text') return messageOf(block)
    if (block.type === 'thinking') return [{ ...block, type: 'agent.thinking' }]
    const { json, whole, ...call } = block
    const input = block.id === cut ? null : objectIn(json === '' ? (whole ?? {}) : jsonOf(json))
    const malformed = input === null && { malformed_input: json }
    return [{ ...call, type: 'agent.tool_use', input: input ?? {}, ...malformed }]
  })
}

/** What was said in an answer that is not whole; its calls and its thinking are left out. */
export function partialEvents({ blocks }: Pick<Answer, 'blocks'>): NewEvent<'agent.message'>[] {
  return blocks
    .flatMap((block) => (block.type === 'text' ? messageOf(block) : []))
    .map((event) => ({ ...event, partial: true as const }))
}

/** Answers that end so may end in the middle of a call. */
export const CUT_OFF: readonly (string | null)[] = ['max_tokens', 'model_context_window_exceeded']

/** The id of the call in whose middle an answer ended, or may have. */
export function cutCall(answer: Pick<Answer, 'blocks' | 'stop_reason'>): string | null {
  const last = answer.blocks.at(-1)
  return last?.type === 'tool_use' && CUT_OFF.includes(answer.stop_reason) ? last.id : null
}

function messageOf({ id, text }: { id: string; text: string }) {
  const content = textBlocks(text)
  return content.length === 0 ? [] : [{ type: 'agent.message' as const, id, content }]
}

/** The input of a call; null: it is no object. */
function objectIn(value: unknown): Record<string, unknown> | null {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (value as Record<string, unknown>) : null
}

const READ = /^(message_start|message_delta|content_block_start|content_block_delta)$/

/** The SDK hands on whatever a server sends. */
const isReadable = (event: BetaRawMessageStreamEvent | null): boolean =>
  event !== null &&
  (!READ.test(event.type) ||
    ['message', 'delta', 'content_block'].some((part) => Reflect.get(event, part) != null))

/** 128,000 tokens, which no model exceeds, are some 600,000 characters. */
const MOST_UNITS = 4_000_000
const MOST_BLOCKS = 2_000

/** Puts an answer together from its stream, and tells of it as it arrives. */
class Collector {
  readonly received: Received = {
    blocks: [],
    usage: NO_USAGE,
    model: null,
    stop_reason: null,
    explanation: null,
    applied_edits: [],
  }
  isWhole = false
  private units = 0
  private readonly byIndex = new Map<number, AnswerBlock>()

  constructor(private readonly tell: Pick<Asking, 'onStart' | 'onDelta'>) {}

  get isTooLarge(): boolean {
    return this.units > MOST_UNITS || this.received.blocks.length > MOST_BLOCKS
  }

  take(event: BetaRawMessageStreamEvent): void {
    const { received } = this
    switch (event.type) {
      case 'message_start':
        received.model = event.message.model
        received.usage = counted(received.usage, event.message.usage)
        return
      case 'content_block_start':
        this.units += JSON.stringify(event.content_block).length
        return this.begin(event.index, event.content_block)
      case 'content_block_delta':
        this.units += Object.values(event.delta).join('').length
        return this.add(this.byIndex.get(event.index), event.delta)
      case 'message_delta':
        received.stop_reason = words(event.delta.stop_reason) || null
        received.explanation = words(event.delta.stop_details?.explanation) || null
        received.usage = counted(received.usage, event.usage)
        received.applied_edits = appliedEdits.parse(event.context_management?.applied_edits)
        return
      case 'message_stop':
        this.isWhole = true
        return
      default:
    }
  }

  private begin(index: number, content: BetaRawContentBlockStartEvent['content_block']): void {
    const id = newId('sevt')
    switch (content.type) {
      case 'text': {
        const block = { id, type: content.type, text: '' }
        this.keep(index, block, { id, type: 'agent.message' })
        return this.more(block, content.text)
      }
      case 'thinking': {
        const { type, signature } = content
        const block = { id, type, thinking: '', signature: words(signature) }
        this.keep(index, block, { id, type: 'agent.thinking' })
        return this.more(block, content.thinking)
      }
      case 'redacted_thinking': {
        const redacted = words(content.data)
        return this.keep(index, { id, type: 'thinking', thinking: '', signature: '', redacted })
      }
      case 'tool_use': {
        const { type, input: whole } = content
        const name = words(content.name)
        const model_tool_use_id = words(content.id) || id
        const block = { id, type, name, model_tool_use_id, json: '', whole }
        return this.keep(index, block, { id, type: 'agent.tool_use', name })
      }
      default:
    }
  }

  private keep(index: number, block: AnswerBlock, begun?: BegunEvent): void {
    this.byIndex.set(index, block)
    this.received.blocks.push(block)
    if (begun) this.tell.onStart?.(begun)
  }

  private add(block: AnswerBlock | undefined, delta: BetaRawContentBlockDelta): void {
    if (block?.type === 'thinking' && delta.type === 'signature_delta') {
      block.signature += words(delta.signature)
    } else if (block) this.more(block, Reflect.get(delta, SAID[block.type]))
  }

  private more(block: AnswerBlock, sent: unknown): void {
    const text = words(sent)
    if (block.type === 'text') block.text += text
    else if (block.type === 'thinking') block.thinking += text
    else block.json += text
    if (text !== '') this.tell.onDelta?.(block.id, text)
  }
}

/** Where a delta has what it adds to a block. */
const SAID = { text: 'text', thinking: 'thinking', tool_use: 'partial_json' } as const

/** Some servers leave out a text that is empty. */
const words = (sent: unknown): string => (typeof sent === 'string' ? sent : '')

/** Each report counts the whole answer; what the last one leaves out, or is no number, was counted before. */
const counted = (
  before: ModelUsage,
  reported: { [Name in keyof ModelUsage]?: number | null } | null | undefined,
): ModelUsage =>
  usageOf((name) => {
    const count = reported?.[name] ?? -1
    return Number.isSafeInteger(count) && count >= 0 ? count : before[name]
  })

const counter = z.int().nonnegative()

/** What was cleared, of edits that we know and that cleared something. */
const appliedEdits = z
  .array(
    z
      .discriminatedUnion('type', [
        z.object({
          type: z.literal('clear_tool_uses_20250919'),
          cleared_tool_uses: counter.positive(),
          cleared_input_tokens: counter,
        }),
        z.object({
          type: z.literal('clear_thinking_20251015'),
          cleared_thinking_turns: counter.positive(),
          cleared_input_tokens: counter,
        }),
      ])
      .nullable()
      .catch(null),
  )
  .catch([])
  .transform((edits): AppliedEdit[] => edits.flatMap((edit) => edit ?? []))
