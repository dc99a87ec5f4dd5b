import type { BetaManagedAgentsMemoryStore } from '@anthropic-ai/sdk/resources/beta/memory-stores'
import { z } from '@hono/zod-openapi'
import { archiveStore, createStore, deleteStore, updateStore } from '@/lib/store/change-stores'
import type { Store } from '@/lib/store/model/model'
import { listStores } from '@/lib/store/stores'
import {
  answer,
  createdRange,
  cursor,
  deleted,
  flag,
  given,
  inStore,
  may,
  nextPage,
  operation,
  page,
  paging,
  part,
  previewRange,
  STORE,
  time,
} from './kit'

/** Memory stores: their wire type, what a request may say, and the six calls. */

const WireStore = z
  .strictObject({
    id: z.string(),
    type: z.literal('memory_store'),
    name: z.string(),
    description: z.string(),
    metadata: z.record(z.string(), z.string()),
    created_at: time,
    updated_at: time,
    archived_at: time.nullable(),
  })
  .openapi('MemoryStore') satisfies z.ZodType<BetaManagedAgentsMemoryStore>

const wireStore = (store: Store): z.output<typeof WireStore> => ({
  id: store.id,
  type: 'memory_store',
  name: store.name,
  description: store.description,
  metadata: store.metadata,
  created_at: store.createdAt.toISOString(),
  updated_at: store.updatedAt.toISOString(),
  archived_at: store.archivedAt?.toISOString() ?? null,
})

const STORES = '/v1/memory_stores'

const list = operation('get', STORES, 'listMemoryStores', [may('read'), previewRange], {
  summary: 'List stores, newest first',
  query: z.object({ ...paging, ...createdRange, include_archived: flag.default(false) }),
  responses: answer(page(WireStore)),
})

/** What a store allows of these is less, and refused by its verbs. */
const words = z.string().max(10_000, 'must be at most 10000 characters')

const create = operation('post', STORES, 'createMemoryStore', [may('create stores')], {
  summary: 'Make a store',
  body: z.object({
    name: words,
    description: words.nullish(),
    metadata: z.record(words, words).nullish(),
  }),
  responses: answer(WireStore),
})

const get = inStore('get', STORE, 'getMemoryStore', 'read', {
  summary: 'Read a store',
  responses: answer(WireStore),
})

const update = inStore('post', STORE, 'updateMemoryStore', 'administer', {
  summary: 'Change a store',
  body: z.object({
    name: words.nullish(),
    description: words.nullish(),
    /** an entry that is null is removed */
    metadata: z.record(words, words.nullable()).nullish(),
  }),
  responses: answer(WireStore),
})

const archive = inStore('post', `${STORE}/archive`, 'archiveMemoryStore', 'administer', {
  summary: 'Archive a store, for good',
  responses: answer(WireStore),
})

const remove = inStore('delete', STORE, 'deleteMemoryStore', 'administer', {
  summary: 'Delete a store with all that is in it',
  responses: answer(deleted('memory_store_deleted')),
})

export const stores = part()
  .openapi(list, async (c) => {
    const { page: from, limit, ...filter } = c.req.valid('query')
    const scope = ['stores', filter]
    const found = await listStores({
      limit,
      after: cursor(scope, from),
      includeArchived: filter.include_archived,
      from: filter['created_at[gte]'],
      to: filter['created_at[lte]'],
      onlyIds: c.var.caller.storeIds,
    })
    return c.json({ data: found.items.map(wireStore), next_page: nextPage(scope, found.next) }, 200)
  })
  .openapi(create, async (c) => {
    const { name, description, metadata } = c.req.valid('json')
    const input = { name, description: given(description), metadata: given(metadata) }
    return c.json(wireStore(await createStore(input)), 200)
  })
  .openapi(get, (c) => c.json(wireStore(c.var.store), 200))
  .openapi(update, async (c) => {
    const { name, description, metadata } = c.req.valid('json')
    const change = {
      name: given(name),
      // null clears it, as in the SDK's types; null leaves name and metadata.
      description: description === null ? '' : description,
      metadata: given(metadata),
    }
    return c.json(wireStore(await updateStore(c.var.store.id, change, c.var.cause)), 200)
  })
  .openapi(archive, async (c) =>
    c.json(wireStore(await archiveStore(c.var.store.id, c.var.cause)), 200),
  )
  .openapi(remove, async (c) => {
    const { id } = c.var.store
    await deleteStore(id, c.var.cause)
    return c.json({ id, type: 'memory_store_deleted' as const }, 200)
  })
