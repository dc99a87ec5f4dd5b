import type { z } from 'zod'
import { apiRoute } from '@/lib/api/api-route'
import { decodeCursor, encodeCursor } from '@/lib/api/cursor'
import { otherMethods } from '@/lib/api/other-methods'
import { parseQuery } from '@/lib/api/parse'
import { listChangesetsQuery } from '@/lib/api/review-schemas'
import { wirePage } from '@/lib/api/serialise'
import { wireChangeset } from '@/lib/api/serialise-review'
import { type ChangesetFilter, listChangesets } from '@/lib/review/list-changesets'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'

export const GET = apiRoute('read', async ({ db, request, caller }) => {
  const query = parseQuery(listChangesetsQuery, request)
  const filters = {
    ...stateOf(query.state),
    storeId: query.store_id,
    sessionId: query.session_id,
    actorId: query.actor_id,
    level: query.level,
    category: query.category,
    pathPrefix: query.path_prefix,
    assignee: assigneeNamed(query.assignee),
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

type Asked = z.output<typeof listChangesetsQuery>

const stateOf = (state: Asked['state']) =>
  state === 'waiting' ? ({ state: 'open', isWaiting: true } as const) : { state }

function assigneeNamed(id: Asked['assignee']): ChangesetFilter['assignee'] {
  if (id === undefined || id === 'nobody') return id
  return { type: id === LOCAL_USER_ACTOR.id ? 'user' : 'api_key', id }
}

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
