import { createHash } from 'node:crypto'
import type { APIError } from '@anthropic-ai/sdk'
import { createStore, updateStore } from '@/lib/store/change-stores'
import { BY_PERSON } from '@/lib/store/model/actor'
import { describe, expect, test as base } from '@/tests/support/fixtures'
import { refused } from '@/tests/support/refused'
import { textsOf, written } from '@/tests/support/written'

/** The standard's calls, line by line, by the official SDK. */

const test = base
  .extend('stores', ({ me }) => me.sdk.beta.memoryStores)
  .extend('memories', ({ stores }) => stores.memories)

describe('stores', () => {
  test('are created, read, changed, listed, archived and deleted', async ({ stores }) => {
    const made = await stores.create({ name: 'Notes', metadata: { team: 'a', old: '1' } })
    expect(made).toMatchObject({ type: 'memory_store', description: '', archived_at: null })
    expect(made.id).toMatch(/^memstore_[1-9A-HJ-NP-Za-km-z]{24,}$/)
    expect(made.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    const changed = await stores.update(made.id, {
      description: 'of a team',
      metadata: { old: null, new: '2' },
    })
    const metadata = { team: 'a', new: '2' }
    expect(changed).toMatchObject({ name: 'Notes', description: 'of a team', metadata })
    expect(await stores.retrieve(made.id)).toEqual(changed)
    const archived = await stores.archive(made.id)
    expect(archived.archived_at).not.toBeNull()
    expect(await stores.archive(made.id)).toEqual(archived)
    const listed = async (params: object) => (await stores.list({ limit: 1, ...params })).data
    expect(await listed({})).not.toContainEqual(archived)
    expect(await listed({ include_archived: true })).toEqual([archived])
    expect(await stores.delete(made.id)).toEqual({ id: made.id, type: 'memory_store_deleted' })
    const gone = { status: 404, type: 'not_found_error' }
    expect(await refused(stores.retrieve(made.id))).toMatchObject(gone)
  })

  test('have a time that moves with name, description and metadata, and not with their limits', async ({
    stores,
    store,
  }) => {
    const time = async () => (await stores.retrieve(store.id)).updated_at
    const before = await time()
    await updateStore(store.id, { limits: { memories: 5 } }, BY_PERSON)
    expect(await time()).toBe(before)
    await stores.update(store.id, { name: 'Another' })
    expect(await time()).not.toBe(before)
  })

  test('are listed newest first, in pages that go on while others are made', async ({ stores }) => {
    const names = ['1', '2', '3', '4', '5']
    for (const name of names) await stores.create({ name })
    const seen: string[] = []
    for await (const store of stores.list({ limit: 2 })) {
      if (seen.length === 1) await stores.create({ name: 'later' })
      if (seen.push(store.name) === names.length) break
    }
    expect(seen).toEqual(names.toReversed())
  })

  const pairs = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [i, '']))

  test.for([
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(256) }, 'name'],
    [{ name: 'a\u0007b' }, 'name'],
    [{ name: 'x', description: 'x'.repeat(1025) }, 'description'],
    [{ name: 'x', metadata: { '': 'x' } }, 'metadata'],
    [{ name: 'x', metadata: { k: 'x'.repeat(513) } }, 'metadata'],
    [{ name: 'x', metadata: { ['k'.repeat(65)]: 'x' } }, 'metadata'],
    [{ name: 'x', metadata: { k: 7 } }, 'metadata'],
    [{ name: 'x', metadata: pairs(17) }, 'metadata'],
  ] as const)(
    'with a field that breaks a rule are refused by its name: %#',
    async (row, { ask }) => {
      const [body, field] = row
      const { status, body: answer } = await ask('POST', '/v1/memory_stores', body)
      const message = expect.stringContaining(field) as string
      expect([status, answer]).toMatchObject([
        400,
        { type: 'error', error: { type: 'invalid_request_error', message } },
      ])
    },
  )
})

describe('memories', () => {
  test('are created, read, listed, changed, renamed and deleted', async ({ stores, store }) => {
    const at = { memory_store_id: store.id }
    const made = await stores.memories.create(store.id, { path: '/a/b.md', content: 'té\r\n' })
    expect(made).toMatchObject({
      ...at,
      type: 'memory',
      path: '/a/b.md',
      content: null,
      content_size_bytes: 5,
      content_sha256: createHash('sha256').update('té\r\n').digest('hex'),
    })
    expect((await stores.memories.retrieve(made.id, at)).content).toBe('té\r\n')
    const moved = await stores.memories.update(made.id, { ...at, path: '/c.md' })
    expect(moved).toMatchObject({ id: made.id, path: '/c.md' })
    expect(moved.memory_version_id).not.toBe(made.memory_version_id)
    const deleted = await stores.memories.delete(made.id, at)
    expect(deleted).toEqual({ id: made.id, type: 'memory_deleted' })
    expect(await refused(stores.memories.retrieve(made.id, at))).toMatchObject({ status: 404 })
    const { data } = await stores.memoryVersions.list(store.id, { memory_id: made.id })
    expect(data.map(({ operation }) => operation)).toEqual(['deleted', 'modified', 'created'])
  })

  test('of a folder are listed by the bytes of their paths, deeper ones as prefixes', async ({
    memories,
    store,
  }) => {
    const paths = ['/a', '/n/x/1', '/n/x/2', '/n/x-y', '/n/\u{1F600}', '/n/\uFF5E', '/z/1']
    for (const path of paths) await memories.create(store.id, { path, content: '' })
    const listed = async (params: object) => {
      const seen: string[] = []
      for await (const item of memories.list(store.id, { limit: 2, ...params }))
        seen.push(item.path)
      return seen
    }
    const ofN = ['/n/x-y', '/n/x/1', '/n/x/2', '/n/\uFF5E', '/n/\u{1F600}']
    expect(await listed({})).toEqual(['/a', ...ofN, '/z/1'])
    const children = ['/n/x-y', '/n/x/', '/n/\uFF5E', '/n/\u{1F600}']
    expect(await listed({ path_prefix: '/n/', depth: 1 })).toEqual(children)
    expect(await listed({ depth: 1 })).toEqual(['/a', '/n/', '/z/'])
  })

  test('with their contents come at most 20 to a page', async ({ memories, store }) => {
    const texts = Array.from({ length: 25 }, (_, at) => [`/${at}`, `${at}`] as const)
    await written(store.id, Object.fromEntries(texts))
    const page = await memories.list(store.id, { view: 'full', limit: 100 })
    expect(page.data).toHaveLength(20)
    expect(page.next_page).not.toBeNull()
  })

  test.for([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=abc', 'limit'],
    ['depth=2', 'depth'],
    ['path_prefix=/a', 'path_prefix'],
    ['path_prefix=a/', 'path_prefix'],
    ['view=some', 'view'],
    ['page=page_nonsense', 'page'],
  ] as const)('are not listed with %s', async ([query, field], { ask, store }) => {
    const { status, body } = await ask('GET', `/v1/memory_stores/${store.id}/memories?${query}`)
    const message = expect.stringContaining(field) as string
    expect([status, body.error]).toMatchObject([400, { message }])
  })

  test('a content is kept to the byte, up to 102,400 of them', async ({ memories, store }) => {
    const content = `\uFEFF\r\n${'é'.repeat(51_197)}\n`
    const made = await memories.create(store.id, { path: '/a', content })
    expect(made.content_size_bytes).toBe(102_400)
    const full = await memories.retrieve(made.id, { memory_store_id: store.id })
    expect(full.content).toBe(content)
    const larger = memories.create(store.id, { path: '/b', content: `${content}x` })
    expect(await refused(larger)).toMatchObject({ status: 400, type: 'invalid_request_error' })
  })

  test.for([
    ['{"path":"/a","content":"\\ud800"}', 'content'],
    ['{"path":"/a","content":"a\\u0000b"}', 'content'],
    ['{"path":"/a","content":null}', 'content'],
    ['{"path":"/a"}', 'content'],
    ['{"content":""}', 'path'],
    ['{"path":', 'JSON'],
    ['[]', ''],
  ] as const)('the body %s is refused', async ([text, field], { ask, store }) => {
    const { status, body } = await ask('POST', `/v1/memory_stores/${store.id}/memories`, text)
    const message = expect.stringContaining(field) as string
    expect([status, body.error]).toMatchObject([400, { type: 'invalid_request_error', message }])
  })

  test.for([
    ['/a/b', '/a/b', '/a/b'],
    ['/a/b', '/a', '/a/b'],
    ['/a', '/a/b/c', '/a'],
  ] as const)('where %s is, %s is a conflict with %s', async (row, { memories, me, store }) => {
    const [there, path, conflicting] = row
    const made = await memories.create(store.id, { path: there, content: '' })
    const body = { path, content: 'x' }
    const answer = await me.call('POST', `/v1/memory_stores/${store.id}/memories`, body)
    expect([answer.status, answer.headers.get('x-should-retry')]).toEqual([409, 'false'])
    expect(await answer.json()).toEqual({
      type: 'error',
      error: {
        type: 'memory_path_conflict_error',
        message: expect.any(String) as string,
        conflicting_path: conflicting,
        conflicting_memory_id: made.id,
      },
      request_id: answer.headers.get('request-id'),
    })
  })

  test('of eight writers with the same precondition exactly one wins', async ({
    memories,
    store,
  }) => {
    const made = await memories.create(store.id, { path: '/a', content: '0' })
    const precondition = {
      type: 'content_sha256' as const,
      content_sha256: made.content_sha256,
    }
    const update = (content: string) =>
      memories.update(made.id, { memory_store_id: store.id, content, precondition })
    const results = await Promise.allSettled(Array.from({ length: 8 }, (_, i) => update(`by ${i}`)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) {
      if (result.status === 'fulfilled') continue
      const { status, error } = result.reason as APIError
      const lost = { error: { type: 'memory_precondition_failed_error' } }
      expect([status, error]).toMatchObject([409, lost])
    }
  })

  test('an update without effect writes no version, whatever the precondition says', async ({
    memories,
    store,
  }) => {
    const made = await memories.create(store.id, { path: '/a', content: 'same' })
    const again = await memories.update(made.id, {
      memory_store_id: store.id,
      content: 'same',
      precondition: { type: 'content_sha256', content_sha256: '0'.repeat(64) },
    })
    expect(again).toEqual(made)
  })

  test('the checks of an update run in their order', async ({ stores, store }) => {
    const at = { memory_store_id: store.id }
    const made = await stores.memories.create(store.id, { path: '/a', content: 'x' })
    const update = (id: string, body: object) => stores.memories.update(id, { ...at, ...body })
    const wrong = { type: 'content_sha256', content_sha256: '0'.repeat(64) }
    await stores.memories.create(store.id, { path: '/b', content: '' })
    const statuses = async (...bodies: object[]) =>
      Promise.all(bodies.map(async (body) => (await refused(update(made.id, body))).status))
    expect(await refused(update('mem_none', { path: 'no path' }))).toMatchObject({ status: 404 })
    expect(await statuses({}, { path: 'no path', precondition: wrong })).toEqual([400, 400])
    expect(await refused(update(made.id, { path: '/b', precondition: wrong }))).toMatchObject({
      status: 409,
      type: 'memory_precondition_failed_error',
    })
    expect(await refused(update(made.id, { path: '/b' }))).toMatchObject({
      status: 409,
      type: 'memory_path_conflict_error',
    })
    await stores.archive(store.id)
    expect(await refused(update(made.id, { content: 'y', precondition: wrong }))).toMatchObject({
      status: 400,
      message: expect.stringContaining('archived') as string,
    })
  })

  test('of an archived store are read and deleted, and not changed', async ({ stores, store }) => {
    const made = await stores.memories.create(store.id, { path: '/a', content: 'x' })
    await stores.archive(store.id)
    const archived = { status: 400, message: expect.stringContaining('archived') as string }
    const create = stores.memories.create(store.id, { path: '/b', content: '' })
    expect(await refused(create)).toMatchObject(archived)
    expect(await refused(stores.update(store.id, { name: 'y' }))).toMatchObject(archived)
    const deleted = await stores.memories.delete(made.id, { memory_store_id: store.id })
    expect(deleted).toMatchObject({ type: 'memory_deleted' })
  })

  test('a deletion that expects another content is refused', async ({ memories, store }) => {
    const made = await memories.create(store.id, { path: '/a', content: 'x' })
    const remove = (hash: string) =>
      memories.delete(made.id, { memory_store_id: store.id, expected_content_sha256: hash })
    const failed = { status: 409, type: 'memory_precondition_failed_error' }
    expect(await refused(remove('0'.repeat(64)))).toMatchObject(failed)
    expect(await remove(made.content_sha256)).toMatchObject({ type: 'memory_deleted' })
  })
})

describe('versions', () => {
  test('are listed newest first, by memory, operation, key and time', async ({ as, store }) => {
    const { memories, memoryVersions } = (await as()).sdk.beta.memoryStores
    const a = await memories.create(store.id, { path: '/a', content: '1' })
    await memories.create(store.id, { path: '/b', content: '1' })
    await memories.update(a.id, { memory_store_id: store.id, content: '2' })
    const listed = async (params: object) => {
      const { data } = await memoryVersions.list(store.id, params)
      return data.map(({ operation, path }) => `${operation} ${path}`)
    }
    expect(await listed({})).toEqual(['modified /a', 'created /b', 'created /a'])
    expect(await listed({ memory_id: a.id })).toHaveLength(2)
    expect(await listed({ operation: 'modified' })).toEqual(['modified /a'])
    expect(await listed({ api_key_id: 'apikey_other' })).toEqual([])
    expect(await listed({ 'created_at[lte]': '2020-01-01T00:00:00Z' })).toEqual([])
    expect(await listed({ 'created_at[gte]': '2020-01-01T00:00:00Z' })).toHaveLength(3)
  })

  test('name the key that wrote them, or that there was none', async ({ as, store }) => {
    for (const like of [{ access: 'write' }, undefined] as const) {
      const { sdk, keyId } = await as(like)
      const { memories, memoryVersions } = sdk.beta.memoryStores
      const made = await memories.create(store.id, { path: `/of ${keyId}`, content: '' })
      const at = { memory_store_id: store.id }
      const { created_by } = await memoryVersions.retrieve(made.memory_version_id, at)
      expect(created_by).toEqual({ type: 'api_actor', api_key_id: keyId ?? 'apikey_none' })
    }
  })

  test("are redacted for good, except for a live memory's head", async ({ as, store }) => {
    const { memories, memoryVersions } = (await as()).sdk.beta.memoryStores
    const at = { memory_store_id: store.id }
    const made = await memories.create(store.id, { path: '/a', content: 'secret' })
    const first = made.memory_version_id
    const words = 'Write a new version or delete the memory first'
    expect(await refused(memoryVersions.redact(first, at))).toMatchObject({
      status: 400,
      message: expect.stringContaining(words) as string,
    })
    await memories.update(made.id, { ...at, content: 'clean' })
    const redacted = await memoryVersions.redact(first, at)
    expect(redacted).toMatchObject({
      id: first,
      operation: 'created',
      redacted_by: { type: 'api_actor' },
      path: null,
      content: null,
      content_sha256: null,
      content_size_bytes: null,
    })
    expect(await memoryVersions.redact(first, at)).toEqual(redacted)
    expect(await memoryVersions.retrieve(first, at)).toEqual(redacted)
  })
})

test('a key that is limited to a store finds no other in the list', async ({ as, store }) => {
  await createStore({ name: 'other' })
  const { sdk } = await as({ access: 'read', storeIds: [store.id] })
  expect((await sdk.beta.memoryStores.list()).data.map(({ id }) => id)).toEqual([store.id])
})

describe('the research preview', () => {
  const PREVIEW = { 'anthropic-beta': 'managed-agents-2026-04-01' }
  const BOTH = { 'anthropic-beta': 'managed-agents-2026-04-01,agent-memory-2026-07-22' }

  test('writes over what is at a path, unless nothing may be there', async ({ ask, store }) => {
    const create = (body: object, headers: Record<string, string>) =>
      ask('POST', `/v1/memory_stores/${store.id}/memories`, { path: '/a', ...body }, headers)
    const first = await create({ content: '1' }, PREVIEW)
    const second = await create({ content: '2' }, PREVIEW)
    expect([second.status, second.body.id]).toEqual([200, first.body.id])
    const guarded = { content: '3', precondition: { type: 'not_exists' } }
    expect(await create(guarded, PREVIEW)).toMatchObject({
      status: 409,
      body: { error: { type: 'memory_precondition_failed' } },
    })
    expect((await create({ content: '3' }, BOTH)).status).toBe(409)
    const unknown = { type: 'content_sha256', content_sha256: '0'.repeat(64) }
    for (const dialect of [PREVIEW, BOTH]) {
      expect((await create({ content: '3', precondition: unknown }, dialect)).status).toBe(400)
    }
    expect(await textsOf(store.id)).toEqual({ '/a': '2' })
  })

  test('leaves a memory where it is when its new path is taken', async ({
    memories,
    ask,
    store,
  }) => {
    const a = await memories.create(store.id, { path: '/a', content: '' })
    await memories.create(store.id, { path: '/b', content: '' })
    const address = `/v1/memory_stores/${store.id}/memories/${a.id}`
    const body = { path: '/b', precondition: { type: 'not_exists' } }
    const answer = await ask('PATCH', address, body, PREVIEW)
    expect([answer.status, answer.body.path]).toEqual([200, '/a'])
  })

  test('has size_bytes in lists, and other names for times', async ({ memories, ask, store }) => {
    const content = 'xyz'
    await memories.create(store.id, { path: '/a', content })
    const listed = (list: string, headers?: Record<string, string>) =>
      ask<{ data: object[] }>('GET', `/v1/memory_stores/${store.id}/${list}`, undefined, headers)
    const sizes = [{ size_bytes: 3, content_size_bytes: 3 }]
    expect((await listed('memories', PREVIEW)).body.data).toMatchObject(sizes)
    const past = 'created_at_lte=2020-01-01T00:00:00Z'
    expect((await listed(`memory_versions?${past}`, PREVIEW)).body.data).toEqual([])
    expect((await listed(`memory_versions?${past}`)).body.data).toHaveLength(1)
  })
})
