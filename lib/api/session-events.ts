import type { BetaManagedAgentsSessionEvent as StandardEvent } from '@anthropic-ai/sdk/resources/beta/sessions/events'
import { z } from '@hono/zod-openapi'
import { refuseAhead } from '@/lib/store/events'
import type { OwnType, SessionEvent } from '@/lib/sessions/event'
import { followSession, type SessionNews } from '@/lib/sessions/follow'
import { listEvents } from '@/lib/sessions/log'
import { sendEvents } from '@/lib/sessions/send'
import { newId } from '@/lib/text/ids'
import {
  answer,
  cursor,
  given,
  id,
  nextPage,
  number,
  page as pageOf,
  part,
  rawAnswer,
  requireMay,
  sequenceNumber,
  sha256,
  text,
} from './kit'
import {
  createdBetween,
  inSession,
  order,
  rangeOf,
  repeated,
  SESSION,
  userMessage,
} from './sessions'
import { eventStream, type ServerSentEvent } from './listened'

/** What happens in a session: its log, what is sent to it, and both as they come. */

/** As it is stored: the SDK's own object, our fields beside its own. */
const WireEvent = z
  .looseObject({ id: z.string(), type: z.string(), processed_at: z.string().nullable() })
  .openapi('SessionEvent')

/** What is stored is what is sent: the compiler holds the log to the SDK's types. */
const wireEvent = (event: SessionEvent): StandardEvent | SessionEvent<OwnType> => event

const list = inSession('get', `${SESSION}/events`, 'listSessionEvents', 'read', {
  summary: 'List the events of a session; messages that wait come last',
  query: z.object({
    limit: number(1, 1_000).default(100),
    page: text(10_000).optional(),
    order: order.default('asc'),
    'types[]': repeated(id),
    ...createdBetween,
  }),
  responses: answer(pageOf(WireEvent)),
})

const confirmation = z.object({
  type: z.literal('user.tool_confirmation'),
  tool_use_id: id,
  result: z.enum(['allow', 'deny']),
  deny_message: z.string().nullish(),
  for_session: z.boolean().optional(),
  content_sha256: sha256.nullish().transform(given),
  content: z.string().nullish().transform(given),
})

const compaction = z.object({
  type: z.literal('user.compaction'),
  instructions: text(20_000)
    .nullish()
    .transform((each) => each ?? ''),
})

const sent = z.discriminatedUnion(
  'type',
  [userMessage, z.object({ type: z.literal('user.interrupt') }), confirmation, compaction],
  'must be user.message, user.interrupt, user.tool_confirmation or user.compaction; others are not served here',
)

const send = inSession('post', `${SESSION}/events`, 'sendSessionEvents', 'write', {
  summary: 'Send up to 100 events, all or none',
  body: z.object({
    events: z.array(sent).min(1, 'must not be empty').max(100, 'must be at most 100'),
  }),
  responses: answer(z.strictObject({ data: z.array(WireEvent) })),
})

const DELTAS = ['agent.message', 'agent.thinking', 'agent.tool_use'] as const

const follow = inSession('get', `${SESSION}/events/stream`, 'streamSessionEvents', 'read', {
  summary: 'Follow a session',
  description:
    'Begins after Last-Event-ID without gap or double; without it, it begins now. event_deltas[] has text sent as it is generated.',
  query: z.object({
    'event_deltas[]': repeated(z.enum(DELTAS)),
  }),
  headers: z.object({ 'last-event-id': sequenceNumber.optional() }),
  responses: rawAnswer('Server-sent events', 'text/event-stream'),
})

/** News as the standard tells them; nothing: it has no word for it. */
function wireNews(news: SessionNews, deltas: readonly string[]): ServerSentEvent[] {
  switch (news.kind) {
    case 'events':
      return news.events.map((event) => {
        return { id: event.sequence, event: event.type, data: wireEvent(event) }
      })
    case 'start': {
      const { id: eventId, type, name, text: sofar } = news.preview
      if (!deltas.includes(type)) return []
      const event = { id: eventId, type, ...(name !== undefined && { name }) }
      const begun = { event: 'event_start', data: { type: 'event_start', event } }
      if (sofar === '') return [begun]
      return [begun, ...wireNews({ kind: 'delta', id: eventId, type, text: sofar }, deltas)]
    }
    case 'delta': {
      // Of thinking the standard tells only that it began.
      if (!deltas.includes(news.type) || news.type === 'agent.thinking') return []
      const delta =
        news.type === 'agent.message'
          ? { type: 'content_delta', index: 0, content: { type: 'text', text: news.text } }
          : { type: 'input_json_delta', partial_json: news.text }
      return [{ event: 'event_delta', data: { type: 'event_delta', event_id: news.id, delta } }]
    }
    default:
      return []
  }
}

export const sessionEvents = part()
  .openapi(list, async (c) => {
    const { limit, page, ...filter } = c.req.valid('query')
    const { order: sorted, 'types[]': types } = filter
    const { session } = c.var
    const scope = ['session events', session.id, filter]
    const after = cursor(scope, page)
    const { from: createdFrom, to: createdTo } = rangeOf(filter)
    const events = await listEvents({
      sessionId: session.id,
      order: sorted,
      types,
      createdFrom,
      createdTo,
      from: after === undefined ? undefined : Number(after),
      limit: limit + 1,
    })
    const shown = events.slice(0, limit)
    const isEnd = events.length <= limit
    // What waits has no time yet, so it lies in no range of times.
    const isAsked = (types?.includes('user.message') ?? true) && !createdFrom && !createdTo
    // One may have had its turn since the session was read.
    const waits = session.queue.filter((each) => !shown.some((event) => event.id === each.id))
    const waiting = isEnd && sorted === 'asc' && isAsked ? waits : []
    const next = isEnd ? null : nextPage(scope, String(shown.at(-1)?.sequence))
    return c.json({ data: [...shown, ...waiting], next_page: next }, 200)
  })
  .openapi(send, async (c) => {
    const { events } = c.req.valid('json')
    if (events.some(({ type }) => type === 'user.tool_confirmation')) requireMay(c, 'decide')
    return c.json({ data: await sendEvents(c.var.session.id, events, c.var.cause) }, 200)
  })
  .openapi(follow, (c) => {
    const { id: sessionId, lastSequence } = c.var.session
    const after = c.req.valid('header')['last-event-id'] ?? lastSequence
    // While the status can still say so.
    refuseAhead(after, lastSequence, 'session')
    const deltas = c.req.valid('query')['event_deltas[]'] ?? []
    return eventStream(c, async function* (signal) {
      for await (const news of followSession(sessionId, after, signal)) {
        if (news.kind === 'gone') {
          const gone = { id: newId('sevt'), type: 'session.deleted' }
          const data = { ...gone, processed_at: new Date().toISOString() }
          yield { event: 'session.deleted', data }
          return
        }
        yield* wireNews(news, deltas)
      }
    })
  })
