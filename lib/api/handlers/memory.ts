import type { Handler } from '../api-call'
import { invalidRequest } from '../api-error'
import { orHeld } from '../held-write'
import { parseInput, parseQuery } from '../parse'
import { bodyLimitFor, readJson } from '../read-body'
import { deleteMemoryQuery, getMemoryQuery, updateMemoryBody, viewQuery } from '../schemas'
import { wireMemory } from '../resources/memory'
import { getMemory } from '@/lib/store/memories/read-memories'
import { getStore } from '@/lib/store/stores/read-stores'
import { recordRead } from '@/lib/store/reads/reads'
import { removeMemory, updateMemory } from '@/lib/store/memories/change-memories'

type Params = { storeId: string; memoryId: string }

export const GET: Handler<Params> = async ({ db, request, params, audience, cause }) => {
  const { view, at } = parseQuery(getMemoryQuery, request)
  const memory = await getMemory(db, {
    ...params,
    view,
    at: at === undefined ? undefined : { time: at },
    audience,
  })
  if (view === 'full') recordRead(db, { memoryId: memory.id, sequence: memory.sequence, cause })
  return wireMemory(memory)
}

export const POST: Handler<Params> = async (call) => {
  const { db, request, params, dialect, cause } = call
  const { view } = parseQuery(viewQuery('basic'), request)
  const { settings } = await getStore(db, params.storeId)
  // A missing memory is reported before an invalid body.
  await getMemory(db, { ...params, view: 'basic' })
  const body = parseInput(
    updateMemoryBody,
    await readJson(request, bodyLimitFor(settings.maxContentBytes)),
  )
  const { precondition } = body
  if (precondition?.type === 'not_exists' && dialect === 'current') {
    throw invalidRequest('precondition: must have the type content_sha256')
  }
  const { storeId, memoryId } = params
  const contentSha256 =
    precondition?.type === 'content_sha256' ? precondition.content_sha256 : undefined
  const update = {
    memoryId,
    content: body.content ?? undefined,
    path: body.path ?? undefined,
    whenPathTaken: precondition?.type === 'not_exists' ? ('keep' as const) : ('refuse' as const),
  }
  const command = { kind: 'update' as const, ...update, contentSha256 }
  const memory = await orHeld({ db, request, storeId, command, cause }, () =>
    updateMemory(db, {
      storeId,
      ...update,
      precondition: contentSha256 === undefined ? undefined : { contentSha256 },
      cause,
    }),
  )
  if (view === 'basic') return wireMemory(memory)
  return wireMemory(await getMemory(db, { ...params, view: 'full' }))
}

export const DELETE: Handler<Params> = async ({ db, request, params, cause }) => {
  const { expected_content_sha256: expected } = parseQuery(deleteMemoryQuery, request)
  const { storeId, memoryId } = params
  const command = { kind: 'delete' as const, memoryId, contentSha256: expected }
  await orHeld({ db, request, storeId, command, cause }, () =>
    removeMemory(db, {
      storeId,
      memoryId,
      precondition: expected === undefined ? undefined : { contentSha256: expected },
      cause,
    }),
  )
  return { id: params.memoryId, type: 'memory_deleted' }
}
