import { apiRoute } from '@/lib/api/api-route'
import { decodeCursor, encodeCursor } from '@/lib/api/cursor'
import { otherMethods } from '@/lib/api/other-methods'
import { parseQuery } from '@/lib/api/parse'
import { listChangesetsQuery } from '@/lib/api/review-schemas'
import { wirePage } from '@/lib/api/serialise'
import { wireChangeset } from '@/lib/api/serialise-review'
import { listChangesets } from '@/lib/review/list-changesets'

export const GET = apiRoute('read', async ({ db, request, caller }) => {
  const query = parseQuery(listChangesetsQuery, request)
  const filters = {
    state: query.state,
    storeId: query.store_id,
    sessionId: query.session_id,
    actorId: query.actor_id,
    level: query.level,
  }
  const scope = ['changesets', JSON.stringify(filters)]
  const [level, lastChangedAt, id] = decodeCursor(scope, query.page, 'changeset') ?? []
  const page = await listChangesets(db, {
    ...filters,
    limit: query.limit,
    after:
      level === undefined || lastChangedAt === undefined || id === undefined
        ? undefined
        : { level, lastChangedAt, id },
    onlyStoreIds: caller.storeIds ?? undefined,
  })
  const { next } = page
  const cursor = next && encodeCursor(scope, [next.level, next.lastChangedAt, next.id])
  return wirePage(page.changesets.map(wireChangeset), cursor)
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
