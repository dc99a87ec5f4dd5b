import type {
  BetaContentBlockParam,
  BetaToolResultBlockParam,
} from '@anthropic-ai/sdk/resources/beta'
import { isOf, type PARTS, type SessionEvent, textOf } from './event'
import {
  asMemoryData,
  CONTINUE_REQUEST,
  CONTINUE_WORK,
  restoredText,
  summaryText,
} from './summary-text'

/** The words with which an agent is asked to go on with an answer that was cut off. */
export const CONTINUE_MESSAGE = 'Please go on exactly where you stopped.'

/** A block of a conversation, and the part of the context that it counts to. */
export interface ContextBlock {
  role: 'user' | 'assistant'
  part: Exclude<(typeof PARTS)[number], 'system'>
  block: BetaContentBlockParam
}

/** A message as it is sent: its content is always a list. */
export interface Message {
  role: ContextBlock['role']
  content: BetaContentBlockParam[]
}

/**
 * The conversation that a model is sent: a session's events as blocks, from its last summary on. A pure
 * function of the log that only grows at its end as the log does, so that what stands stays cached.
 */
export function conversationOf(events: readonly SessionEvent[], model: string): ContextBlock[] {
  const said = new Conversation()
  const calls = new Map<string, Call>()
  /** an answer that broke off: it is there once the person has replied, else it is asked for again */
  let broken: string[] = []
  let answering = model
  for (const event of events.slice(viewStart(events))) {
    switch (event.type) {
      case 'span.model_request_start':
        answering = event.model
        broken = []
        said.wereSent()
        break
      case 'user.message':
        for (const text of broken.splice(0)) said.byAgent({ type: 'text', text })
        for (const { text } of event.content) said.byPerson(text)
        break
      case 'context.reminder':
        said.remind(textOf(event))
        break
      case 'agent.thinking':
        // A model takes back its own thinking only, and only as it was signed.
        if (answering === model && isSigned(event)) said.byAgent(thinkingBlock(event))
        break
      case 'agent.message': {
        const texts = event.content.map(({ text }) => text).filter((text) => !isBlank(text))
        if (event.partial) broken.push(...texts)
        else for (const text of texts) said.byAgent({ type: 'text', text })
        break
      }
      case 'agent.tool_use': {
        const { model_tool_use_id: id, name, input } = event
        calls.set(event.id, { id, name, input })
        said.byAgent({ type: 'tool_use', id, name, input })
        break
      }
      case 'agent.tool_result': {
        const call = calls.get(event.tool_use_id)
        if (call) said.result(resultOf(event, call), call.id)
        break
      }
      case 'agent.thread_context_compacted':
        for (const block of openingOf(event)) said.open(block)
        for (const text of event.kept_messages) said.byPerson(text)
        break
      default:
    }
  }
  return withoutLastThoughts(said.end())
}

/** Where a model's view begins: the last summary. */
export const viewStart = (events: readonly SessionEvent[]): number =>
  Math.max(0, events.findLastIndex(isOf('agent.thread_context_compacted')))

/** What a conversation begins with that was summarised, before the person's own messages. */
function openingOf(event: SessionEvent<'agent.thread_context_compacted'>): ContextBlock[] {
  const { id, summary, kept_messages: kept, goes_on: goesOn, restored_memories: restored } = event
  const then = kept.length > 0 ? CONTINUE_REQUEST : goesOn ? CONTINUE_WORK : null
  const texts = restored.flatMap((memory) => restoredText(memory, id) ?? [])
  return [
    userText('messages', summaryText(summary, then)),
    ...texts.map((text) => userText('memory', text)),
  ]
}

const userText = (part: ContextBlock['part'], text: string): ContextBlock => ({
  role: 'user',
  part,
  block: { type: 'text', text },
})

const isBlank = (text: string) => text.trim() === ''

/** Collects blocks, and keeps the results of an answer's calls together. */
class Conversation {
  readonly #blocks: ContextBlock[] = []
  /** how many of the last blocks the person said since a model was asked */
  #fresh = 0
  readonly #open = new Set<string>()
  /** what came while calls were open */
  #later: (() => void)[] = []

  /** What was sent stays where it is. */
  wereSent(): void {
    this.#fresh = 0
  }

  byPerson(text: string): void {
    this.#whenAnswered(() => {
      // The API takes no blank text.
      if (isBlank(text)) return
      this.#blocks.push(userText('messages', text))
      this.#fresh++
    })
  }

  /** Goes before the person's newest messages. */
  remind(text: string): void {
    this.#whenAnswered(() => {
      if (isBlank(text)) return
      const at = this.#blocks.length - this.#fresh
      this.#blocks.splice(at, 0, userText('reminders', text))
    })
  }

  open(block: ContextBlock): void {
    this.#blocks.push(block)
  }

  byAgent(block: BetaContentBlockParam): void {
    if (block.type === 'tool_use') this.#open.add(block.id)
    this.#blocks.push({ role: 'assistant', part: 'messages', block })
    this.#fresh = 0
  }

  result(block: ContextBlock, callId: string): void {
    this.#blocks.push(block)
    this.#fresh = 0
    this.#open.delete(callId)
    if (this.#open.size === 0) this.#addLater()
  }

  end(): readonly ContextBlock[] {
    this.#addLater()
    return this.#blocks
  }

  #whenAnswered(add: () => void): void {
    if (this.#open.size === 0) add()
    else this.#later.push(add)
  }

  #addLater(): void {
    for (const add of this.#later.splice(0)) add()
  }
}

/** The API takes no answer that ends in thinking. */
function withoutLastThoughts(blocks: readonly ContextBlock[]): ContextBlock[] {
  let isAnswer = false
  return blocks
    .toReversed()
    .filter((block) => {
      if (/^(redacted_)?thinking$/.test(block.block.type)) return isAnswer
      isAnswer = block.role === 'assistant'
      return true
    })
    .toReversed()
}

type Thinking = SessionEvent<'agent.thinking'>

const isSigned = ({ signature, redacted }: Thinking) => redacted !== undefined || signature !== ''

function thinkingBlock({ thinking, signature, redacted }: Thinking): BetaContentBlockParam {
  if (redacted !== undefined) return { type: 'redacted_thinking', data: redacted }
  return { type: 'thinking', thinking, signature }
}

interface Call {
  /** the model's */
  id: string
  name: string
  input: Record<string, unknown>
}

/** Commands that answer what is done and show nothing of a memory. */
const SILENT: readonly unknown[] = ['create', 'insert', 'delete', 'rename']
/** Their answers mark by themselves what is data. */
const READING = ['memory_list', 'memory_search', 'memory_read']

/**
 * A result's first text is the tool's own answer, and data where it shows a memory; what follows are
 * words of ours.
 */
function resultOf(event: SessionEvent<'agent.tool_result'>, call: Call): ContextBlock {
  const [answer = '', ...ours] = event.content.map(({ text }) => text)
  const isData = !event.is_error && call.name === 'memory' && !SILENT.includes(call.input.command)
  const shows = isData || (!event.is_error && READING.includes(call.name))
  const content = [isData ? asMemoryData(answer, event.id) : answer, ...ours].join('\n\n')
  const block: BetaToolResultBlockParam = {
    type: 'tool_result',
    tool_use_id: call.id,
    content,
    ...(event.is_error ? { is_error: true } : {}),
  }
  return { role: 'user', part: shows ? 'memory' : 'other_results', block }
}

/** Blocks as messages: neighbours of one role share one. */
export function messagesOf(blocks: readonly ContextBlock[]): Message[] {
  const messages: Message[] = []
  for (const { role, block } of blocks) {
    const last = messages.at(-1)
    if (last?.role === role) last.content.push(block)
    else messages.push({ role, content: [block] })
  }
  return messages
}

/** The messages with a cache breakpoint at the end of the last that is the person's. */
export function withBreakpoint(messages: readonly Message[]): Message[] {
  const at = messages.findLastIndex(({ role }) => role === 'user')
  return messages.map((message, index) =>
    index === at ? { ...message, content: marked(message.content) } : message,
  )
}

function marked(content: readonly BetaContentBlockParam[]): BetaContentBlockParam[] {
  const last = content.at(-1)
  if (last?.type !== 'text' && last?.type !== 'tool_result') return [...content]
  return [...content.slice(0, -1), { ...last, cache_control: { type: 'ephemeral' } }]
}
