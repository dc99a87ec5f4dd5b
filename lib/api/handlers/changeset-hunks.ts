import type { Handler } from '../api-call'
import { decodeCursor, encodeCursor } from '../cursor'
import { respondLongList } from '../long-list'
import { parseQuery } from '../parse'
import { listHunksQuery } from '../review-schemas'
import { wireHunks } from '../resources/hunk'
import { listHunks } from '@/lib/review/hunks/list-hunks'

export const GET: Handler<{ changesetId: string }> = async (call) => {
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
}
