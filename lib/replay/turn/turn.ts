import type { AgentToolUse, SessionEvent } from '@/lib/agent/session-event'

/** A turn of a session: from a person's message to the end of the agent's answer to it. */
export interface Turn {
  /** the `user.message` that began it */
  readonly messageId: string
  /** the log up to its first request, which it is a pure function of */
  readonly before: readonly SessionEvent[]
  /** what the agent then did, and what its calls answered */
  readonly answer: readonly SessionEvent[]
  /** when its first request was made, milliseconds since 1970 */
  readonly startedAt: number
}

/** The model's answer in one turn. */
export interface Answer {
  readonly texts: readonly string[]
  readonly calls: readonly Pick<AgentToolUse, 'name' | 'input'>[]
}

/** The turn that an event of a session belongs to; null: no model was asked about that. */
export function turnOf(events: readonly SessionEvent[], eventId: string): Turn | null {
  const at = events.findIndex(({ id }) => id === eventId)
  if (at === -1) return null
  const message = events.findLastIndex(
    (event, index) => index <= at && event.type === 'user.message',
  )
  if (message === -1) return null
  const start = events.findIndex(
    (event, index) =>
      index > message &&
      event.type === 'span.model_request_start' &&
      !isCompacting(events, message, index),
  )
  const next = events.findIndex((event, index) => index > message && event.type === 'user.message')
  if (start === -1 || (next !== -1 && next < start)) return null
  const end = next === -1 ? events.length : next
  return {
    messageId: events[message]?.id ?? '',
    before: events.slice(0, start),
    answer: events.slice(start, end),
    startedAt: events[start]?.createdAt ?? 0,
  }
}

/** Returns whether a compaction that began after the message is under way: its request answers nobody. */
function isCompacting(events: readonly SessionEvent[], message: number, index: number): boolean {
  const since = events.slice(message, index)
  const begun = since.findLastIndex(({ type }) => type === 'context.compaction_start')
  const ended = since.findLastIndex(
    ({ type }) => type === 'agent.thread_context_compacted' || type === 'context.compaction_failed',
  )
  return begun > ended
}

/** The texts and calls of a model in these events. */
export function answerOf(events: readonly SessionEvent[]): Answer {
  const texts: string[] = []
  const calls: Answer['calls'][number][] = []
  for (const event of events) {
    if (event.type === 'agent.message') texts.push(event.text)
    if (event.type === 'agent.tool_use') calls.push({ name: event.name, input: event.input })
  }
  return { texts, calls }
}
