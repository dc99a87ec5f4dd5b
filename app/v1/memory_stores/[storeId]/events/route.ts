import { apiRoute } from '@/lib/api/api-route'
import { otherMethods } from '@/lib/api/other-methods'
import { eventStream } from '@/lib/api/event-stream'
import { parseInput, parseQuery } from '@/lib/api/parse'
import { eventsQuery, lastEventIdHeader } from '@/lib/api/schemas'
import { wireEvent } from '@/lib/api/serialise'
import { followEvents } from '@/lib/store/follow-events'
import { getStore } from '@/lib/store/get-store'

export const dynamic = 'force-dynamic'

/** Streams changes as they happen, after replaying those since `Last-Event-ID`, or `after`. */
export const GET = apiRoute<{ storeId: string }>('read', async (call) => {
  const { db, request, params, requestId } = call
  const { storeId } = params
  const store = await getStore(db, storeId)
  const { after } = parseQuery(eventsQuery, request)
  const { 'Last-Event-ID': resumed } = parseInput(lastEventIdHeader, {
    'Last-Event-ID': request.headers.get('last-event-id') ?? undefined,
  })
  const from = resumed ?? after ?? store.lastSequence
  return eventStream(request.signal, requestId, async function* (signal) {
    for await (const event of followEvents(db, { storeId, after: from, signal })) {
      yield { id: event.sequence, event: event.type, data: wireEvent(event) }
    }
  })
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
