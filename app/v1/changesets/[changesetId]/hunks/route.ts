import { apiRoute } from '@/lib/api/api-route'
import { decodeCursor, encodeCursor } from '@/lib/api/cursor'
import { respondLongList } from '@/lib/api/long-list'
import { otherMethods } from '@/lib/api/other-methods'
import { parseQuery } from '@/lib/api/parse'
import { listHunksQuery } from '@/lib/api/review-schemas'
import { wireHunks } from '@/lib/api/serialise-review'
import { listHunks } from '@/lib/review/list-hunks'

export const GET = apiRoute<{ changesetId: string }>('read', async (call) => {
  const { db, request, params, audience, requestId } = call
  const query = parseQuery(listHunksQuery, request)
  const filters = {
    memoryId: query.memory_id,
    state: query.state,
    level: query.level,
    sinceDecided: query.since_decided,
  }
  const scope = ['hunks', params.changesetId, JSON.stringify(filters)]
  const page = await listHunks(db, {
    changesetId: params.changesetId,
    ...filters,
    limit: query.limit,
    after: decodeCursor(scope, query.page, 'hunk'),
    audience,
    signal: request.signal,
  })
  const next = page.next && encodeCursor(scope, page.next)
  return respondLongList(wireHunks(page, next), requestId)
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
