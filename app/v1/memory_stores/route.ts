import { apiRoute } from '@/lib/api/api-route'
import { otherMethods } from '@/lib/api/other-methods'
import { decodeCursor, encodeCursor } from '@/lib/api/cursor'
import { parseInput, parseQuery } from '@/lib/api/parse'
import { readJson } from '@/lib/api/read-body'
import { createStoreBody, listStoresQuery } from '@/lib/api/schemas'
import { wirePage, wireStore } from '@/lib/api/serialise'
import { createStore } from '@/lib/store/create-store'
import { listStores } from '@/lib/store/list-stores'

export const POST = apiRoute('create stores', async ({ db, request }) => {
  const body = parseInput(createStoreBody, await readJson(request))
  const store = await createStore(db, {
    name: body.name,
    description: body.description ?? undefined,
    metadata: body.metadata ?? undefined,
  })
  return wireStore(store)
})

export const GET = apiRoute('read', async ({ db, request, caller, dialect }) => {
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
  return wirePage(page.stores.map(wireStore), next)
})

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'POST')
