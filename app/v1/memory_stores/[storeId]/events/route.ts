import { apiRoute } from '@/lib/api/api-route'
import { otherMethods } from '@/lib/api/other-methods'
import { parseInput, parseQuery } from '@/lib/api/parse'
import { eventsQuery, lastEventIdHeader } from '@/lib/api/schemas'
import { storeEventStream } from '@/lib/api/store-event-stream'
import { getStore } from '@/lib/store/get-store'

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
  return storeEventStream(db, request, { storeId, after: from, audience, requestId })
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
