import type { Handler } from '../api-call'
import { decodeCursor, encodeCursor } from '../cursor'
import { respondLongList } from '../long-list'
import { parseQuery } from '../parse'
import { reachQuery } from '../review-schemas'
import { wireReach } from '../resources/reach'
import { reachOf } from '@/lib/store/reads/reach'

type Params = { storeId: string; versionId: string }

export const GET: Handler<Params> = async (call) => {
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
}
