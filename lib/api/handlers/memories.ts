import { ApiError, invalidRequest } from '../api-error'
import type { ApiCall, Handler } from '../api-call'
import { decodeCursor, encodeCursor } from '../cursor'
import { orHeld } from '../held-write'
import { parseInput, parseQuery } from '../parse'
import { bodyLimitFor, readJson } from '../read-body'
import { createMemoryBody, listMemoriesQuery, viewQuery } from '../schemas'
import { wireEntry, wireMemory } from '../resources/memory'
import { wirePage } from '../resources/values'
import { createMemory, putMemory } from '@/lib/store/memories/change-memories'
import { getStore } from '@/lib/store/stores/read-stores'
import { listMemories } from '@/lib/store/memories/read-memories'
import type { Memory } from '@/lib/store/model/memory'
import { StoreError } from '@/lib/store/model/problems'
import { recordRead } from '@/lib/store/reads/reads'

type Params = { storeId: string }

export const POST: Handler<Params> = async (call) => {
  const { db, request, params } = call
  const { view } = parseQuery(viewQuery('basic'), request)
  const { settings } = await getStore(db, params.storeId)
  const body = parseInput(
    createMemoryBody,
    await readJson(request, bodyLimitFor(settings.maxContentBytes)),
  )
  const memory = await write(call, body)
  // A policy may have had something else written.
  return wireMemory({
    ...memory,
    content: view === 'full' ? (memory.content ?? body.content) : null,
  })
}

/** The preview API overwrites by default, unless told not to. */
async function write(
  { db, request, params, dialect, cause }: ApiCall<Params>,
  body: ReturnType<typeof createMemoryBody.parse>,
): Promise<Memory> {
  const { storeId } = params
  const input = { storeId, path: body.path, content: body.content, cause }
  const command = { kind: 'create' as const, path: body.path, content: body.content }
  const create = () =>
    orHeld({ db, request, storeId, command, cause }, () => createMemory(db, input))
  const condition = body.precondition?.type
  if (dialect === 'current') {
    if (condition) throw invalidRequest('precondition: has no meaning when a memory is created')
    return create()
  }
  if (condition !== 'not_exists') {
    const putting = { ...command, kind: 'put' as const }
    const put = await orHeld({ db, request, storeId, command: putting, cause }, () =>
      putMemory(db, input),
    )
    return put.memory
  }
  return create().catch((error: unknown) => {
    if (!(error instanceof StoreError) || error.problem.kind !== 'path_conflict') throw error
    const { path, conflictingPath } = error.problem
    if (path !== conflictingPath) throw error
    throw new ApiError(409, 'memory_precondition_failed', `A memory is already at ${path}.`)
  })
}

const MAX_FULL_ITEMS = 20

export const GET: Handler<Params> = async (call) => {
  const { db, request, params, audience, dialect, cause } = call
  const query = parseQuery(listMemoriesQuery, request)
  const scope = ['memories', params.storeId, query.path_prefix, query.depth, query.at]
  const page = await listMemories(db, {
    storeId: params.storeId,
    directory: query.path_prefix.slice(0, -1),
    depth: query.depth === '1' ? 'children' : 'all',
    view: query.view,
    limit: query.view === 'full' ? Math.min(query.limit, MAX_FULL_ITEMS) : query.limit,
    after: decodeCursor(scope, query.page, 'text'),
    at: query.at === undefined ? undefined : { time: query.at },
    audience,
  })
  for (const entry of page.entries) {
    if (query.view !== 'full' || entry.type !== 'memory') continue
    recordRead(db, { memoryId: entry.memory.id, sequence: entry.memory.sequence, cause })
  }
  const next = page.next === null ? null : encodeCursor(scope, page.next)
  return wirePage(
    page.entries.map((entry) => wireEntry(entry, dialect)),
    next,
  )
}
