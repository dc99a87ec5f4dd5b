import type { ContextGauge } from '@/lib/agent/context-gauge'
import type { SessionNews } from '@/lib/agent/follow-session'
import type { SessionEvent } from '@/lib/agent/session-event'
import type { SessionHead } from '@/lib/agent/session-head'
import type { SessionReview } from '@/lib/review/changesets/sessions-review'

/** Text being generated. */
export interface OpenPreview {
  eventId: string
  type: 'agent.message' | 'agent.thinking' | 'agent.tool_use' | 'context.summary_written'
  name: string | null
  text: string
}

/** A session as the browser knows it: stored events, queued ones, text being generated. */
export interface SessionState {
  /** oldest first, each once; of a long session only parts, where the numbers have gaps */
  events: readonly SessionEvent[]
  queue: readonly SessionEvent[]
  previews: readonly OpenPreview[]
  head: SessionHead
  /** size of its context, with the thresholds */
  gauge: ContextGauge
  /** of what it changed; null: it changed nothing */
  review: SessionReview | null
}

/** The state after one more event or delta; known events change nothing. */
export function afterNews(state: SessionState, news: SessionNews): SessionState {
  switch (news.kind) {
    case 'event':
      return withEvent(state, news.event)
    case 'queue':
      return { ...state, queue: news.messages }
    case 'head':
      return afterHead(state, news.head)
    case 'gauge':
      return { ...state, gauge: news.gauge }
    case 'start':
      return withPreview(state, { ...news.preview, text: '' })
    case 'delta':
      return {
        ...state,
        previews: state.previews.map((preview) =>
          preview.eventId === news.eventId
            ? { ...preview, text: preview.text + news.text }
            : preview,
        ),
      }
    case 'dropped':
      return {
        ...state,
        previews: state.previews.filter(({ eventId }) => !news.eventIds.includes(eventId)),
      }
  }
}

/** The state with the newer of its head and another: the page and the stream overtake each other. */
export function afterHead(state: SessionState, head: SessionHead): SessionState {
  return head.revision > state.head.revision ? { ...state, head } : state
}

/** A new connection repeats the text being generated from its beginning. */
export function afterReconnect(state: SessionState): SessionState {
  return { ...state, previews: [] }
}

/** The state with older events, which may leave gaps; known ones change nothing. */
export function afterPart(state: SessionState, part: readonly SessionEvent[]): SessionState {
  const known = new Set(state.events.map(({ id }) => id))
  const added = part.filter(({ id }) => !known.has(id))
  if (added.length === 0) return state
  const events = [...state.events, ...added].sort((one, other) => placeOf(one) - placeOf(other))
  return { ...state, events }
}

const placeOf = ({ sequence }: SessionEvent) => sequence ?? Infinity

function withEvent(state: SessionState, event: SessionEvent): SessionState {
  const last = state.events.at(-1)?.sequence ?? 0
  if (event.sequence !== null && event.sequence <= last) return state
  return {
    ...state,
    events: [...state.events, event],
    queue: state.queue.filter(({ id }) => id !== event.id),
    previews: state.previews.filter(({ eventId }) => eventId !== event.id),
  }
}

function withPreview(state: SessionState, preview: OpenPreview): SessionState {
  const others = state.previews.filter(({ eventId }) => eventId !== preview.eventId)
  return { ...state, previews: [...others, preview] }
}
