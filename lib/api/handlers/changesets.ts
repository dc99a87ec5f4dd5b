import type { z } from 'zod'
import type { Handler } from '../api-call'
import { decodeCursor, encodeCursor } from '../cursor'
import { parseQuery } from '../parse'
import { listChangesetsQuery } from '../review-schemas'
import { wirePage } from '../resources/values'
import { wireChangeset } from '../resources/changeset'
import { type ChangesetFilter, listChangesets } from '@/lib/review/changesets/list-changesets'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'

export const GET: Handler = async ({ db, request, caller }) => {
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
}

type Asked = z.output<typeof listChangesetsQuery>

const stateOf = (state: Asked['state']) =>
  state === 'waiting' ? ({ state: 'open', isWaiting: true } as const) : { state }

function assigneeNamed(id: Asked['assignee']): ChangesetFilter['assignee'] {
  if (id === undefined || id === 'nobody') return id
  return { type: id === LOCAL_USER_ACTOR.id ? 'user' : 'api_key', id }
}
