import type { Handler } from '../api-call'
import { parseInput } from '../parse'
import { readJson } from '../read-body'
import { updateStoreBody } from '../schemas'
import { wireOne } from '../wire-one-store'
import { deleteStore, updateStore } from '@/lib/store/stores/change-stores'
import { getStore } from '@/lib/store/stores/read-stores'

type Params = { storeId: string }

export const GET: Handler<Params> = async ({ db, params }) =>
  wireOne(db, await getStore(db, params.storeId))

export const POST: Handler<Params> = async ({ db, request, params, cause }) => {
  await getStore(db, params.storeId)
  const { name, description, metadata } = parseInput(updateStoreBody, await readJson(request))
  const store = await updateStore(db, {
    storeId: params.storeId,
    name: name ?? undefined,
    description: description === null ? '' : description,
    metadata: metadata ?? undefined,
    cause,
  })
  return wireOne(db, store)
}

export const DELETE: Handler<Params> = async ({ db, params, cause }) => {
  await deleteStore(db, { storeId: params.storeId, cause })
  return { id: params.storeId, type: 'memory_store_deleted' }
}
