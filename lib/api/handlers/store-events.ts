import type { Handler } from '../api-call'
import { parseInput, parseQuery } from '../parse'
import { eventsQuery, lastEventIdHeader } from '../schemas'
import { storeEventStream } from '../store-event-stream'
import { getStore } from '@/lib/store/stores/read-stores'

/**
 * Streams changes as they happen, after replaying those since `Last-Event-ID`, or `after`; besides,
 * from now on, what happens in the store's review.
 */
export const GET: Handler<{ storeId: string }> = async (call) => {
  const { db, request, params, audience, requestId } = call
  const store = await getStore(db, params.storeId)
  const { after } = parseQuery(eventsQuery, request)
  const { 'Last-Event-ID': resumed } = parseInput(lastEventIdHeader, {
    'Last-Event-ID': request.headers.get('last-event-id') ?? undefined,
  })
  const from = resumed ?? after ?? store.lastSequence
  return storeEventStream(db, request, { store, after: from, audience, requestId })
}
