import { apiRoute } from '@/lib/api/api-route'
import { otherMethods } from '@/lib/api/other-methods'
import { eventStream, type ServerSentEvent } from '@/lib/api/event-stream'
import { parseInput, parseQuery } from '@/lib/api/parse'
import { eventsQuery, lastEventIdHeader } from '@/lib/api/schemas'
import { wireEvent } from '@/lib/api/serialise'
import { wireReviewEvent } from '@/lib/api/serialise-review'
import { merged } from '@/lib/live/merged'
import type { StoreEvent } from '@/lib/store/events'
import { followEvents } from '@/lib/store/follow-events'
import { followReviewEvents } from '@/lib/store/follow-review-events'
import { getStore } from '@/lib/store/get-store'
import type { ReviewEvent } from '@/lib/store/model/review-event'

export const dynamic = 'force-dynamic'

/**
 * Streams changes as they happen, after replaying those since `Last-Event-ID`, or `after`; besides,
 * from now on, what happens in the store's review.
 */
export const GET = apiRoute<{ storeId: string }>('read', async (call) => {
  const { db, request, params, audience, requestId } = call
  const { storeId } = params
  const store = await getStore(db, storeId)
  const { after } = parseQuery(eventsQuery, request)
  const { 'Last-Event-ID': resumed } = parseInput(lastEventIdHeader, {
    'Last-Event-ID': request.headers.get('last-event-id') ?? undefined,
  })
  const from = resumed ?? after ?? store.lastSequence
  // Our own pages listen for people, who see what is in quarantine; no other page can send this.
  const isOwnPage = request.headers.get('sec-fetch-site') === 'same-origin'
  const listener = isOwnPage ? 'people' : audience
  return eventStream(request.signal, requestId, (signal) =>
    merged([
      changes(followEvents(db, { storeId, after: from, audience: listener, signal })),
      reviewing(followReviewEvents(db, { storeId, signal })),
    ]),
  )
})

async function* changes(events: AsyncGenerator<StoreEvent>): AsyncGenerator<ServerSentEvent> {
  for await (const event of events) {
    yield { id: event.sequence, event: event.type, data: wireEvent(event) }
  }
}

/** Without an id: they are not replayed, and a listener resumes after the last change. */
async function* reviewing(events: AsyncGenerator<ReviewEvent>): AsyncGenerator<ServerSentEvent> {
  for await (const event of events) yield { event: event.type, data: wireReviewEvent(event) }
}

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
