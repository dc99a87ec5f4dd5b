import { sequenceAt } from '@/lib/store/past'
import { type Caller, describe, expect, test } from '@/tests/support/fixtures'

/** What the standard lacks: putting back, undoing, comparing, and looking into the past, over HTTP. */

interface Rollback {
  plan: string
  counts: Record<string, number>
  memory_version_ids: string[]
  batch_id: string | null
  changed_since: { by: object }[]
}

/** Calls about one store. */
function about({ ask, sdk }: Caller, storeId: string) {
  const base = `/v1/memory_stores/${storeId}`
  const { memories, memoryVersions } = sdk.beta.memoryStores
  const at = { memory_store_id: storeId }
  return {
    get: async <T>(address: string) => (await ask<T>('GET', `${base}/${address}`)).body,
    post: <T = Rollback>(address: string, body: object) =>
      ask<T>('POST', `${base}/${address}`, body),
    create: (path: string, content: string) => memories.create(storeId, { path, content }),
    update: (id: string, content: string) => memories.update(id, { ...at, content }),
    remove: (id: string) => memories.delete(id, at),
    text: async (id: string) => (await memories.retrieve(id, at)).content,
    paths: async () => (await memories.list(storeId)).data.map(({ path }) => path),
    operations: async () =>
      (await memoryVersions.list(storeId)).data.map(({ operation }) => operation),
  }
}

/** A time that is later than all that was written, and earlier than what comes. */
async function between(storeId: string): Promise<string> {
  const last = await sequenceAt(storeId, new Date())
  const time = new Date().toISOString()
  // The next change is dated after it.
  await expect.poll(() => new Date().toISOString() > time).toBe(true)
  expect(await sequenceAt(storeId, new Date(time))).toBe(last)
  return time
}

describe('a version', () => {
  test('is not restored over what the caller has not seen', async ({ as, store }) => {
    const { create, update, post } = about(await as(), store.id)
    const made = await create('/a', 'one')
    await update(made.id, 'two')
    const { content_sha256 } = made
    const precondition = { type: 'content_sha256', content_sha256 }
    const address = `memory_versions/${made.memory_version_id}/restore`
    const { status, body } = await post<{ error: { type: string } }>(address, { precondition })
    expect([status, body.error.type]).toEqual([409, 'memory_precondition_failed_error'])
  })
})

describe('a store', () => {
  test('is read, searched, compared and restored as of a time', async ({ as, store }) => {
    const { get, post, create, update, paths, text } = about(await as(), store.id)
    const a = await create('/a', 'alpha')
    const then = await between(store.id)
    await update(a.id, 'beta')
    await create('/d/b', 'new')
    const at = `at=${encodeURIComponent(then)}`
    expect(await get(`memories?depth=1&${at}`)).toMatchObject({ data: [{ path: '/a' }] })
    expect(await get(`memories/${a.id}?${at}`)).toMatchObject({ content: 'alpha' })
    expect(await get(`search?q=alpha&${at}`)).toMatchObject({ data: [{ memory: { id: a.id } }] })
    expect(await get('search?q=alpha')).toMatchObject({ data: [] })
    expect(await get('search?q=ALPHA&history=true')).toMatchObject({
      data: [{ memory_id: a.id, appearances: [{ until: { operation: 'modified' } }] }],
    })
    const now = encodeURIComponent(new Date().toISOString())
    expect(await get(`changes?from=${encodeURIComponent(then)}&to=${now}`)).toMatchObject({
      data: [
        { change: 'modified', before: { path: '/a' } },
        { change: 'created', after: { path: '/d/b' } },
      ],
    })
    const { body: plan } = await post('restore', { at: then, dry_run: true })
    expect(plan).toMatchObject({ counts: { will_change: 2 }, memory_version_ids: [] })
    const { body: done } = await post('restore', { at: then, plan: plan.plan })
    expect(done.memory_version_ids).toHaveLength(2)
    expect([await paths(), await text(a.id)]).toEqual([['/a'], 'alpha'])
  })

  test('has no state before it was made', async ({ as, store }) => {
    const { get, create } = about(await as(), store.id)
    await create('/since', 'x')
    const { error } = await get<{ error: { message: string } }>('memories?at=2020-01-01T00:00:00Z')
    expect(error.message).toMatch(/^at: /)
    const long = (days: number) =>
      encodeURIComponent(new Date(Date.now() - days * 864e5).toISOString())
    const until = encodeURIComponent(new Date().toISOString())
    expect(await get(`changes?from=${long(9)}&to=${until}`)).toMatchObject({
      data: [{ change: 'created', before: null, after: { path: '/since' } }],
    })
    expect(await get(`changes?from=${long(9)}&to=${long(8)}`)).toMatchObject({ data: [] })
  })
})

describe('what a session did', () => {
  test('is undone, except for what somebody else has changed since', async ({ as, store }) => {
    const { post, get, update, paths } = about(await as(), store.id)
    const create = (path: string) =>
      post('memory_tool', { session_id: 'sesn_bad', command: 'create', path, file_text: '1' })
    await create('/memories/a')
    await create('/memories/b')
    const { data } = await get<{ data: { id: string; path: string }[] }>('memories')
    await update(data.find(({ path }) => path === '/b')?.id ?? '', 'mine')
    const undo = (body: object) => post('undo', { session_id: 'sesn_bad', ...body })
    expect((await undo({ dry_run: true })).body).toMatchObject({
      counts: { will_change: 1, changed_since: 1, already_so: 0, cannot: 0 },
      changed_since: [{ by: { type: 'api_actor' } }],
    })
    await undo({})
    expect(await paths()).toEqual(['/b'])
    await undo({ force: true })
    expect(await paths()).toEqual([])
  })
})

describe('a plan', () => {
  test('that is another by now is not done, and of two at once one is', async ({ as, store }) => {
    const { post, create, update, text } = about(await as(), store.id)
    const made = await create('/a', 'one\n')
    const then = await between(store.id)
    const { memory_version_id } = await update(made.id, 'one\ntwo\n')
    const undo = (body: object) =>
      post('undo', { memory_version_ids: [memory_version_id], ...body })
    const restore = (body: object) => post('restore', { at: then, ...body })
    const stale = (await undo({ dry_run: true })).body.plan
    const staleRestore = (await restore({ dry_run: true })).body.plan
    await update(made.id, 'one\ntwo\nthree\n')
    for (const refused of [await undo({ plan: stale }), await restore({ plan: staleRestore })]) {
      expect(refused).toMatchObject({ status: 409, body: { error: { type: 'conflict_error' } } })
    }
    const { plan } = (await undo({ dry_run: true })).body
    const both = await Promise.all([undo({ plan }), undo({ plan })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await text(made.id)).toBe('one\nthree\n')
  })
})
