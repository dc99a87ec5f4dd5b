import type { Handler } from '../api-call'
import { respondLongList } from '../long-list'
import { parseQuery } from '../parse'
import { changesQuery } from '../schemas'
import { wireNetChanges } from '../resources/changes'
import { netChanges } from '@/lib/store/changes/net-changes'

export const GET: Handler<{ storeId: string }> = async (call) => {
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
}
