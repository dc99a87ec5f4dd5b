import type {
  BetaManagedAgentsMemory,
  BetaManagedAgentsMemoryListItem,
} from '@anthropic-ai/sdk/resources/beta/memory-stores'
import { z } from '@hono/zod-openapi'
import { createMiddleware } from 'hono/factory'
import { isRefusal, Refusal } from '@/lib/refusal'
import type { Cause } from '@/lib/store/model/actor'
import { createMemory, putMemory, removeMemory, updateMemory } from '@/lib/store/change-memories'
import { getMemory, listMemories } from '@/lib/store/memories'
import type { Folder, LiveMemory, Memory, View } from '@/lib/store/model/model'
import { sequenceAt } from '@/lib/store/past'
import { recordRead } from '@/lib/store/reads'
import { rfc3339 } from '@/lib/time'
import {
  answer,
  boundedLimit,
  cursor,
  deleted,
  type Env,
  given,
  id,
  inStore,
  nextPage,
  page,
  paging,
  part,
  sha256,
  size,
  STORE,
  text,
  time,
  viewParam,
} from './kit'

/** Memories: their wire type, both dialects, and the six calls. */

export const WireMemory = z
  .strictObject({
    id: z.string(),
    type: z.literal('memory'),
    memory_store_id: z.string(),
    memory_version_id: z.string(),
    path: z.string(),
    content: z.string().nullable(),
    content_sha256: sha256,
    content_size_bytes: size,
    created_at: time,
    updated_at: time,
  })
  .openapi('Memory') satisfies z.ZodType<BetaManagedAgentsMemory>

const WireItem = z.discriminatedUnion('type', [
  z.strictObject({
    ...WireMemory.shape,
    /** of the research preview */
    size_bytes: size.optional(),
    /** ours: its text was asked for, and is not what was written */
    palimpsest: z.strictObject({ damaged: z.literal(true) }).optional(),
  }),
  z.strictObject({ type: z.literal('memory_prefix'), path: z.string() }),
]) satisfies z.ZodType<BetaManagedAgentsMemoryListItem>

type Shown = LiveMemory & { content?: string | null }

/** A live memory; its text is told where the row has it. */
export const wireMemory = (memory: Memory | Shown): z.output<typeof WireMemory> => {
  const { path, sha256: hash, size: bytes, content = null } = memory as Shown
  return {
    id: memory.id,
    type: 'memory',
    memory_store_id: memory.storeId,
    memory_version_id: memory.versionId,
    path,
    content,
    content_sha256: hash,
    content_size_bytes: bytes,
    created_at: memory.createdAt.toISOString(),
    updated_at: memory.updatedAt.toISOString(),
  }
}

function wireItem(item: Shown | Folder, dialect: Env['Variables']['dialect']) {
  if ('kind' in item) return { type: 'memory_prefix' as const, path: item.path }
  return {
    ...wireMemory(item),
    ...(dialect === 'preview' && { size_bytes: item.size }),
    ...(item.content === null && { palimpsest: { damaged: true as const } }),
  }
}

/** Counts a text that was answered as read by its caller. */
export function noteRead(memory: Shown, cause: Cause): void {
  const { storeId, id: memoryId, versionId: id, content } = memory
  recordRead({ id, memoryId, storeId, content }, cause)
}

/** The number of a store's change that a time of a request stands for. */
export const sequenceOf = async (storeId: string, at: Date | undefined) =>
  at === undefined ? undefined : sequenceAt(storeId, at)

/** A text may be as long as a store's limit may be set, and is refused by the store in its own words. */
const content = z.string()
const path = z.string().max(10_000, 'must be at most 1024 bytes of UTF-8')

export const pathPrefix = text(4_096)
  .regex(/^\/(?:.*\/)?$/su, 'must begin and end with /')
  .default('/')

const MEMORIES = `${STORE}/memories` as const
const MEMORY = `${MEMORIES}/{memoryId}` as const

/** Refuses a memory that is not there before the body is looked at. */
const seenMemory = createMiddleware<Env>(async (c, next) => {
  const { store } = c.var
  await getMemory({ storeId: store.id, memoryId: c.req.param('memoryId') ?? '' }, 'basic')
  return next()
})

const create = inStore('post', MEMORIES, 'createMemory', 'write', {
  summary: 'Create a memory',
  description: 'In the research preview it is written over where one lies at the path.',
  query: z.object({ view: viewParam.default('basic') }),
  body: z.object({
    path,
    content,
    precondition: z
      .object({ type: z.literal('not_exists', 'must be not_exists where one is created') })
      .nullish(),
  }),
  responses: answer(WireMemory),
})

const list = inStore('get', MEMORIES, 'listMemories', 'read', {
  summary: 'List memories by path, now or at a time',
  query: z.object({
    ...paging,
    path_prefix: pathPrefix,
    depth: z.enum(['0', '1']).default('0'),
    view: viewParam.default('basic'),
    at: rfc3339.optional(),
  }),
  responses: answer(page(WireItem)),
})

const get = inStore('get', MEMORY, 'getMemory', 'read', {
  summary: 'Read a memory, now or at a time',
  query: z.object({ view: viewParam.default('full'), at: rfc3339.optional() }),
  responses: answer(WireMemory),
})

const update = {
  then: [seenMemory],
  summary: 'Change the text of a memory, its path, or both',
  query: z.object({ view: viewParam.default('basic') }),
  body: z.object({
    content: content.nullish(),
    path: path.nullish(),
    precondition: z
      .discriminatedUnion(
        'type',
        [
          z.object({ type: z.literal('content_sha256'), content_sha256: sha256 }),
          z.object({ type: z.literal('not_exists') }),
        ],
        'must have the type content_sha256',
      )
      .nullish(),
  }),
  responses: answer(WireMemory),
}

const post = inStore('post', MEMORY, 'updateMemory', 'write', update)
const patch = inStore('patch', MEMORY, 'patchMemory', 'write', update)

const remove = inStore('delete', MEMORY, 'deleteMemory', 'write', {
  summary: 'Delete a memory; its history stays',
  query: z.object({ expected_content_sha256: id.optional() }),
  responses: answer(deleted('memory_deleted')),
})

/** The preview writes over what lies at the path, unless it is told that nothing may. */
async function writeAt(
  write: { storeId: string; path: string; content: string },
  dialect: Env['Variables']['dialect'],
  precondition: object | null | undefined,
  cause: Cause,
): Promise<Memory> {
  if (dialect === 'preview' && !precondition) return putMemory(write, cause)
  if (dialect === 'current' && precondition) {
    throw new Refusal('invalid_input', 'precondition: has no meaning where a memory is created')
  }
  try {
    return await createMemory(write, cause)
  } catch (error) {
    const isTaken = isRefusal(error) && error.facts.conflicting_path === write.path
    if (!isTaken || dialect === 'current') throw error
    throw new Refusal('path_occupied', error.message)
  }
}

function change(
  at: { storeId: string; memoryId: string },
  { content: next, path: to, precondition }: z.output<typeof update.body>,
  { dialect, cause }: Pick<Env['Variables'], 'dialect' | 'cause'>,
): Promise<Memory> {
  const isAbsence = precondition?.type === 'not_exists'
  if (isAbsence && dialect === 'current') {
    throw new Refusal('invalid_input', 'precondition: must have the type content_sha256')
  }
  const expected = precondition?.type === 'content_sha256' ? precondition.content_sha256 : undefined
  const whenTaken = isAbsence ? ('leave' as const) : ('refuse' as const)
  const asked = { content: given(next), path: given(to), precondition: expected, whenTaken }
  return updateMemory({ ...at, ...asked }, cause)
}

/** A memory that was just written, with its text if it was asked for. */
async function shown(memory: Memory, view: View): Promise<z.output<typeof WireMemory>> {
  if (view === 'basic') return wireMemory(memory)
  const { storeId, id: memoryId, sequence } = memory
  return wireMemory(await getMemory({ storeId, memoryId, at: sequence }, 'full'))
}

export const memories = part()
  .openapi(create, async (c) => {
    const { precondition, ...write } = c.req.valid('json')
    const { store, dialect, cause } = c.var
    const memory = await writeAt({ ...write, storeId: store.id }, dialect, precondition, cause)
    return c.json(await shown(memory, c.req.valid('query').view), 200)
  })
  .openapi(list, async (c) => {
    const { page: from, limit, view, depth, path_prefix: prefix, at } = c.req.valid('query')
    const { store, dialect, cause } = c.var
    const scope = ['memories', store.id, prefix, depth, at]
    const asked = {
      storeId: store.id,
      prefix,
      depth: depth === '1' ? (1 as const) : (0 as const),
      limit: boundedLimit(limit, view),
      after: cursor(scope, from),
      at: await sequenceOf(store.id, at),
    }
    const { items, next } = await listMemories(asked, view)
    if (view === 'full') {
      for (const item of items) if (!('kind' in item)) noteRead(item, cause)
    }
    const data = items.map((item) => wireItem(item, dialect))
    return c.json({ data, next_page: nextPage(scope, next) }, 200)
  })
  .openapi(get, async (c) => {
    const { memoryId } = c.req.valid('param')
    const { view, at } = c.req.valid('query')
    const { id: storeId } = c.var.store
    const memory = await getMemory({ storeId, memoryId, at: await sequenceOf(storeId, at) }, view)
    if (view === 'full') noteRead(memory, c.var.cause)
    return c.json(wireMemory(memory), 200)
  })
  .openapi(post, async (c) => {
    const memory = await change(c.req.valid('param'), c.req.valid('json'), c.var)
    return c.json(await shown(memory, c.req.valid('query').view), 200)
  })
  .openapi(patch, async (c) => {
    const memory = await change(c.req.valid('param'), c.req.valid('json'), c.var)
    return c.json(await shown(memory, c.req.valid('query').view), 200)
  })
  .openapi(remove, async (c) => {
    const { storeId, memoryId } = c.req.valid('param')
    const precondition = c.req.valid('query').expected_content_sha256
    await removeMemory({ storeId, memoryId, precondition }, c.var.cause)
    return c.json({ id: memoryId, type: 'memory_deleted' as const }, 200)
  })
