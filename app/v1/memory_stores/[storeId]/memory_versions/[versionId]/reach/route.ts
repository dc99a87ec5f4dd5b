import { apiRoute } from '@/lib/api/api-route'
import { decodeCursor, encodeCursor } from '@/lib/api/cursor'
import { respondLongList } from '@/lib/api/long-list'
import { otherMethods } from '@/lib/api/other-methods'
import { parseQuery } from '@/lib/api/parse'
import { reachQuery } from '@/lib/api/review-schemas'
import { wireReach } from '@/lib/api/serialise-reach'
import { reachOf } from '@/lib/store/reach'

type Params = { storeId: string; versionId: string }

export const GET = apiRoute<Params>('read', async (call) => {
  const { db, request, params, caller, audience, requestId } = call
  const { steps, limit, page } = parseQuery(reachQuery, request)
  const scope = ['reach', params.storeId, params.versionId, steps]
  const after = decodeCursor(scope, page, 'text')
  const reach = await reachOf(db, {
    ...params,
    steps,
    audience,
    onlyStoreIds: caller.storeIds ?? undefined,
    signal: request.signal,
  })
  // Of a change that is not reached any more, -1: the list begins again.
  const from = reach.changes.findIndex(({ version }) => version.id === after) + 1
  const changes = reach.changes.slice(from, from + limit)
  const last = changes.at(-1)
  const hasMore = from + limit < reach.changes.length
  const next = last && hasMore ? encodeCursor(scope, last.version.id) : null
  return respondLongList(wireReach(reach, changes, next), requestId)
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
