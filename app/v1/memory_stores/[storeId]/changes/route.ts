import { apiRoute } from '@/lib/api/api-route'
import { respondLongList } from '@/lib/api/long-list'
import { otherMethods } from '@/lib/api/other-methods'
import { parseQuery } from '@/lib/api/parse'
import { changesQuery } from '@/lib/api/schemas'
import { wireNetChanges } from '@/lib/api/serialise'
import { netChanges } from '@/lib/store/net-changes'

export const GET = apiRoute<{ storeId: string }>('read', async (call) => {
  const { db, request, params, audience, requestId } = call
  const { from, to } = parseQuery(changesQuery, request)
  const net = await netChanges(db, {
    storeId: params.storeId,
    from: { time: from },
    to: { time: to },
    audience,
    signal: request.signal,
  })
  return respondLongList(wireNetChanges(net), requestId)
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
