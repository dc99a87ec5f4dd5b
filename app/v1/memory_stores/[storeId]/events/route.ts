import { apiRoute } from '@/lib/api/api-route'
import { eventStream } from '@/lib/api/event-stream'
import { invalidRequest } from '@/lib/api/api-error'
import { parseQuery } from '@/lib/api/parse'
import { eventsQuery } from '@/lib/api/schemas'
import { wireEvent } from '@/lib/api/serialise'
import { followEvents } from '@/lib/store/follow-events'
import { getStore } from '@/lib/store/get-store'

export const dynamic = 'force-dynamic'

/** Every change as it happens; what came after `Last-Event-ID`, or `after`, is replayed first. */
export const GET = apiRoute<{ storeId: string }>('read', async (call) => {
  const { db, request, params, requestId } = call
  const { storeId } = params
  const store = await getStore(db, storeId)
  const resumed = request.headers.get('last-event-id')
  if (resumed !== null && !/^\d+$/.test(resumed)) {
    throw invalidRequest('Last-Event-ID: must be the id of an event')
  }
  const { after } = parseQuery(eventsQuery, request)
  const from = resumed === null ? (after ?? store.lastSequence) : Number(resumed)
  return eventStream(request.signal, requestId, async function* (signal) {
    for await (const event of followEvents(db, { storeId, after: from, signal })) {
      yield { id: event.sequence, event: event.type, data: wireEvent(event) }
    }
  })
})
