import type { Handler } from '../api-call'
import { decodeCursor, encodeCursor } from '../cursor'
import { parseInput, parseQuery } from '../parse'
import { readJson } from '../read-body'
import { createStoreBody, listStoresQuery } from '../schemas'
import { wireStore } from '../resources/memory-store'
import { wirePage } from '../resources/values'
import { branchesOf } from '@/lib/store/branches/find-branch'
import { createStore } from '@/lib/store/stores/change-stores'
import { listStores } from '@/lib/store/stores/read-stores'

export const POST: Handler = async ({ db, request }) => {
  const body = parseInput(createStoreBody, await readJson(request))
  const store = await createStore(db, {
    name: body.name,
    description: body.description ?? undefined,
    metadata: body.metadata ?? undefined,
  })
  return wireStore(store, undefined)
}

export const GET: Handler = async ({ db, request, caller, dialect }) => {
  const query = parseQuery(listStoresQuery, request, dialect)
  const { 'created_at[gte]': from, 'created_at[lte]': to } = query
  const scope = ['stores', String(query.include_archived), from, to]
  const page = await listStores(db, {
    limit: query.limit,
    after: decodeCursor(scope, query.page, 'text'),
    includeArchived: query.include_archived,
    createdFrom: from,
    createdTo: to,
    onlyIds: caller.storeIds ?? undefined,
  })
  const next = page.next === null ? null : encodeCursor(scope, page.next)
  const branches = await branchesOf(
    db,
    page.stores.map(({ id }) => id),
  )
  return wirePage(
    page.stores.map((store) => wireStore(store, branches.get(store.id))),
    next,
  )
}
