import { apiRoute } from '@/lib/api/api-route'
import { otherMethods } from '@/lib/api/other-methods'
import { parseInput } from '@/lib/api/parse'
import { readJson } from '@/lib/api/read-body'
import { updateStoreBody } from '@/lib/api/schemas'
import { wireStore } from '@/lib/api/serialise'
import { deleteStore } from '@/lib/store/delete-store'
import { getStore } from '@/lib/store/get-store'
import { updateStore } from '@/lib/store/update-store'

type Params = { storeId: string }

export const GET = apiRoute<Params>('read', async ({ db, params }) =>
  wireStore(await getStore(db, params.storeId)),
)

export const POST = apiRoute<Params>('administer', async ({ db, request, params, cause }) => {
  await getStore(db, params.storeId)
  const { name, description, metadata } = parseInput(updateStoreBody, await readJson(request))
  const store = await updateStore(db, {
    storeId: params.storeId,
    name: name ?? undefined,
    description: description === null ? '' : description,
    metadata: metadata ?? undefined,
    cause,
  })
  return wireStore(store)
})

export const DELETE = apiRoute<Params>('administer', async ({ db, params, cause }) => {
  await deleteStore(db, { storeId: params.storeId, cause })
  return { id: params.storeId, type: 'memory_store_deleted' }
})

export const { PUT, PATCH, OPTIONS } = otherMethods('GET', 'POST', 'DELETE')
