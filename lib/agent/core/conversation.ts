import type {
  BetaCompactionBlockParam,
  BetaContentBlockParam,
  BetaToolResultBlockParam,
} from '@anthropic-ai/sdk/resources/beta'
import {
  CONTINUE_WORK,
  CONTINUE_REQUEST,
  restoredText,
  saveReminder,
  COMPACTION_FAILED,
  summaryText,
} from '@/lib/context/compaction-prompt'
import type { ContextBlock, Message } from '@/lib/context/context-block'
import { asMemoryData } from '@/lib/context/memory-data'
import { effectOf } from '@/lib/memory-tool/tool-effects'
import type { ContextCompacted, SessionEvent } from '../session-event'

/**
 * Builds the conversation that the model is sent: a session's events as blocks, from the start of
 * its view. A pure function of the log: the same log gives the same bytes, so the unchanged part
 * stays cached.
 */
export function conversationOf(events: readonly SessionEvent[], model: string): ContextBlock[] {
  const conversation = new ConversationBuilder()
  const calls = new Map<string, { modelId: string; shows: boolean }>()
  let answering = model
  let wasToSave = false
  for (let index = viewStart(events); index < events.length; index++) {
    const event = events[index]
    if (!event) break
    switch (event.type) {
      case 'span.model_request_start':
        answering = event.model
        break
      case 'user.message':
        for (const text of event.texts) conversation.byPerson(text)
        break
      case 'context.reminder':
        conversation.remind(event.text)
        break
      case 'agent.thinking':
        // A model accepts only its own thinking, and only as signed.
        if (answering === model && isSigned(event)) conversation.byAgent(thinkingBlock(event))
        break
      case 'agent.message':
        if (event.text !== '' && (!event.isPartial || isFollowedByMessage(events, index))) {
          conversation.byAgent({ type: 'text', text: event.text })
        }
        break
      case 'agent.tool_use': {
        const { id, name, input, modelToolUseId } = event
        calls.set(id, { modelId: modelToolUseId, shows: effectOf({ name, input }).shows })
        conversation.byAgent({ type: 'tool_use', id: modelToolUseId, name, input })
        break
      }
      case 'agent.tool_result': {
        const call = calls.get(event.toolUseId)
        conversation.result(event, call?.modelId ?? event.toolUseId, call?.shows ?? false)
        break
      }
      case 'context.compaction_start':
        wasToSave = event.savesFirst
        if (wasToSave) conversation.note(saveReminder(event.tokensBefore, event.window))
        break
      case 'context.compaction_failed':
        if (event.block) {
          // The API rejects an empty block, and ignores one without content.
          if (answering === model && event.block.content !== '') {
            conversation.byAgent(compactionBlock(event.block))
          }
        }
        // An agent that did not finish saving still believes that saving is all it may do.
        else if (conversation.endsWithAgent ? event.goesOn : wasToSave)
          conversation.note(COMPACTION_FAILED)
        break
      case 'agent.thread_context_compacted':
        // Only the model that produced the API's summary can read its block; others get the text.
        if (event.block && answering === model) conversation.byAgent(compactionBlock(event.block))
        else restartFromSummary(conversation, event)
        break
      default:
    }
  }
  return conversation.blocks
}

/** The index at which the model's view begins: our last compaction. */
export function viewStart(events: readonly SessionEvent[]): number {
  const start = events.findLastIndex(
    (event) => event.type === 'agent.thread_context_compacted' && event.by === 'palimpsest',
  )
  return Math.max(0, start)
}

function restartFromSummary(
  conversation: ConversationBuilder,
  event: ContextCompacted & { id: string },
): void {
  conversation.clear()
  conversation.summary(summaryText(event.summary ?? '', continuation(event)))
  for (const memory of event.restored) {
    const text = restoredText(memory, event.id)
    if (text !== null) conversation.restored(text)
  }
  for (const text of event.kept) conversation.byPerson(text)
}

/**
 * The instruction that lets an interrupted agent continue its work; null if the kept messages
 * already ask for it, or nothing is to be done.
 */
function continuation({ by, goesOn, kept, isUnderWay = false }: ContextCompacted): string | null {
  if (isUnderWay && kept.length > 0) return CONTINUE_REQUEST
  return by === 'palimpsest' && goesOn && kept.length === 0 ? CONTINUE_WORK : null
}

/** Collects blocks in order. */
class ConversationBuilder {
  readonly blocks: ContextBlock[] = []
  /** number of trailing blocks that the person just said */
  private fresh = 0
  /** calls without a result yet: nothing may come between them and their results */
  private readonly open = new Set<string>()
  private pendingNote: string | null = null

  get endsWithAgent(): boolean {
    return this.blocks.at(-1)?.role === 'assistant'
  }

  byPerson(text: string): void {
    this.add({ role: 'user', part: 'messages', block: { type: 'text', text } })
    this.fresh++
  }

  /** Goes before the person's latest messages. */
  remind(text: string): void {
    const block: ContextBlock = { role: 'user', part: 'reminders', block: { type: 'text', text } }
    this.blocks.splice(this.blocks.length - this.fresh, 0, block)
  }

  /** Drops everything before from the view. */
  clear(): void {
    this.blocks.length = 0
    this.fresh = 0
    this.open.clear()
    this.pendingNote = null
  }

  /** Goes at the end, but after the results of open calls. */
  note(text: string): void {
    if (this.open.size > 0) {
      this.pendingNote = text
      return
    }
    this.other({ role: 'user', part: 'reminders', block: { type: 'text', text } })
  }

  summary(text: string): void {
    this.other({ role: 'user', part: 'messages', block: { type: 'text', text } })
  }

  restored(text: string): void {
    this.other({ role: 'user', part: 'memoryResults', block: { type: 'text', text } })
  }

  byAgent(block: BetaContentBlockParam): void {
    if (block.type === 'tool_use') this.open.add(block.id)
    this.other({ role: 'assistant', part: 'messages', block })
  }

  result(event: ResultEvent, modelToolUseId: string, shows: boolean): void {
    const isData = shows && !event.isError
    this.other({
      role: 'user',
      part: isData ? 'memoryResults' : 'otherResults',
      block: resultBlock(event, modelToolUseId, isData),
    })
    this.open.delete(modelToolUseId)
    if (this.pendingNote === null || this.open.size > 0) return
    const text = this.pendingNote
    this.pendingNote = null
    this.note(text)
  }

  private other(block: ContextBlock): void {
    this.add(block)
    this.fresh = 0
  }

  private add(block: ContextBlock): void {
    this.blocks.push(block)
  }
}

/**
 * Adds the cache breakpoints: at the end, and at the end of the previous turn, which the last
 * request wrote (prompt caching: at most four breakpoints a request; one is the system prompt's).
 */
export function withCacheBreakpoints(messages: readonly Message[]): Message[] {
  const turns = messages.flatMap(({ role }, index) => (role === 'user' ? [index] : []))
  const marked = new Set(turns.slice(-2))
  return messages.map((message, index) =>
    marked.has(index) ? { ...message, content: withBreakpoint(message.content) } : message,
  )
}

function withBreakpoint(content: Message['content']): Message['content'] {
  const last = content.at(-1)
  if (last?.type !== 'text' && last?.type !== 'tool_result') return content
  return [...content.slice(0, -1), { ...last, cache_control: { type: 'ephemeral' } }]
}

type ResultEvent = Extract<SessionEvent, { type: 'agent.tool_result' }>

/** The API's own block, sent back as received. */
function compactionBlock(block: Record<string, unknown>): BetaCompactionBlockParam {
  return block as unknown as BetaCompactionBlockParam
}

function thinkingBlock(
  event: Extract<SessionEvent, { type: 'agent.thinking' }>,
): BetaContentBlockParam {
  if (event.redacted !== null) return { type: 'redacted_thinking', data: event.redacted }
  return { type: 'thinking', thinking: event.thinking, signature: event.signature }
}

function isSigned(event: Extract<SessionEvent, { type: 'agent.thinking' }>): boolean {
  return event.redacted !== null || event.signature !== ''
}

function resultBlock(
  event: ResultEvent,
  modelToolUseId: string,
  isData: boolean,
): BetaToolResultBlockParam {
  return {
    type: 'tool_result',
    tool_use_id: modelToolUseId,
    content: isData ? asMemoryData(event.content, event.id) : event.content,
    ...(event.isError ? { is_error: true } : {}),
  }
}

/**
 * A broken answer joins the conversation once the person has replied to it; otherwise it is
 * requested again.
 */
function isFollowedByMessage(events: readonly SessionEvent[], index: number): boolean {
  for (const event of events.slice(index + 1)) {
    if (event.type === 'user.message') return true
    if (event.type === 'span.model_request_start') return false
  }
  return false
}
