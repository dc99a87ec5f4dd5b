import type {
  BetaContentBlockParam,
  BetaToolResultBlockParam,
} from '@anthropic-ai/sdk/resources/beta'
import type { SessionEvent } from '../session-event'

/** A message as it is sent; its content is always a list of blocks. */
export interface Message {
  role: 'user' | 'assistant'
  content: BetaContentBlockParam[]
}

/**
 * What the model is told of a session: its events as messages of the Messages API. A pure function
 * of the log, so that the same log gives the same bytes and what did not change stays cached.
 */
export function conversationOf(events: readonly SessionEvent[], model: string): Message[] {
  const messages: Message[] = []
  const modelIds = new Map<string, string>()
  let answering = model
  for (const [index, event] of events.entries()) {
    switch (event.type) {
      case 'span.model_request_start':
        answering = event.model
        break
      case 'user.message':
        for (const text of event.texts) add(messages, 'user', { type: 'text', text })
        break
      case 'agent.thinking':
        // A model takes back only its own, and only as it was signed.
        if (answering === model && isSigned(event)) add(messages, 'assistant', thinkingBlock(event))
        break
      case 'agent.message':
        if (event.text !== '' && (!event.isPartial || isFollowedByMessage(events, index))) {
          add(messages, 'assistant', { type: 'text', text: event.text })
        }
        break
      case 'agent.tool_use':
        modelIds.set(event.id, event.modelToolUseId)
        add(messages, 'assistant', {
          type: 'tool_use',
          id: event.modelToolUseId,
          name: event.name,
          input: event.input,
        })
        break
      case 'agent.tool_result':
        add(messages, 'user', resultBlock(event, modelIds.get(event.toolUseId) ?? event.toolUseId))
        break
      default:
    }
  }
  return messages
}

/**
 * The same with the places marked up to which the API is to cache: the end, and the end of the turn
 * before, which the last request wrote (prompt caching: at most four marks a request, one is the
 * system prompt's).
 */
export function withCacheMarks(messages: readonly Message[]): Message[] {
  const turns = messages.flatMap(({ role }, index) => (role === 'user' ? [index] : []))
  const marked = new Set(turns.slice(-2))
  return messages.map((message, index) =>
    marked.has(index) ? { ...message, content: withMark(message.content) } : message,
  )
}

function withMark(content: Message['content']): Message['content'] {
  const last = content.at(-1)
  if (last?.type !== 'text' && last?.type !== 'tool_result') return content
  return [...content.slice(0, -1), { ...last, cache_control: { type: 'ephemeral' } }]
}

function add(messages: Message[], role: Message['role'], block: BetaContentBlockParam): void {
  const last = messages.at(-1)
  if (last?.role === role) last.content.push(block)
  else messages.push({ role, content: [block] })
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
  event: Extract<SessionEvent, { type: 'agent.tool_result' }>,
  modelToolUseId: string,
): BetaToolResultBlockParam {
  return {
    type: 'tool_result',
    tool_use_id: modelToolUseId,
    content: event.content,
    ...(event.isError ? { is_error: true } : {}),
  }
}

/** A broken answer is part of the conversation once the person has replied to it, and else is asked for anew. */
function isFollowedByMessage(events: readonly SessionEvent[], index: number): boolean {
  for (const event of events.slice(index + 1)) {
    if (event.type === 'user.message') return true
    if (event.type === 'span.model_request_start') return false
  }
  return false
}
