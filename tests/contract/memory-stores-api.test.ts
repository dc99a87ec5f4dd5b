import { createHash } from 'node:crypto'
import Anthropic, { APIError } from '@anthropic-ai/sdk'
import { afterAll, describe, expect, test } from 'vitest'
import { serveDatabase } from '@/lib/db/open-database'
import type { Database } from '@/lib/db/database'
import { createApiKey, revokeApiKey } from '@/lib/auth/api-keys'
import { compactionFinished } from '@/lib/store/background/compaction'
import { createStore } from '@/lib/store/stores/change-stores'
import { onBothDatabases } from '@/tests/support/databases'
import { serveApi, type TestServer } from '@/tests/support/http-server'

/**
 * The API page, line by line, with the official SDK where it has the call and plain HTTP otherwise.
 */

onBothDatabases((current) => {
  let server: TestServer | undefined

  const started = async (): Promise<TestServer> => {
    server ??= await serveApi(current())
    serveDatabase(current())
    return server
  }

  afterAll(async () => server?.close())

  const sdk = async (apiKey = 'local') => {
    const { url } = await started()
    return new Anthropic({ apiKey, baseURL: url, maxRetries: 0 }).beta.memoryStores
  }

  /** A plain request; the body is sent as JSON unless it is already text. */
  const http = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const { url } = await started()
    const response = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const json = (await response.json()) as Record<string, unknown>
    return { status: response.status, headers: response.headers, json }
  }

  const refused = async (promise: PromiseLike<unknown>) => {
    const error = await promise.then(
      () => null,
      (reason: unknown) => reason,
    )
    if (!(error instanceof APIError)) throw new Error('the call was not refused')
    const { error: body } = error.error as { error: { type: string; message: string } }
    return { status: error.status as number, ...body }
  }

  describe('stores', () => {
    test('are created, read, changed, listed, archived and deleted by the SDK', async () => {
      const stores = await sdk()
      const made = await stores.create({ name: 'Notes', metadata: { team: 'a', old: '1' } })
      expect(made).toMatchObject({ type: 'memory_store', description: '', archived_at: null })
      expect(made.id).toMatch(/^memstore_[1-9A-HJ-NP-Za-km-z]{24,}$/)
      expect(made.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      const changed = await stores.update(made.id, {
        description: 'of a team',
        metadata: { old: null, new: '2' },
      })
      expect(changed).toMatchObject({
        name: 'Notes',
        description: 'of a team',
        metadata: { team: 'a', new: '2' },
      })
      expect(await stores.retrieve(made.id)).toEqual(changed)
      const archived = await stores.archive(made.id)
      expect(archived.archived_at).not.toBeNull()
      expect(await stores.archive(made.id)).toEqual(archived)
      expect((await stores.list()).data).toEqual([])
      expect((await stores.list({ include_archived: true })).data).toEqual([archived])
      expect(await stores.delete(made.id)).toEqual({ id: made.id, type: 'memory_store_deleted' })
      expect(await refused(stores.retrieve(made.id))).toMatchObject({
        status: 404,
        type: 'not_found_error',
      })
    })

    test('are listed newest first, in pages that continue while others are created', async () => {
      const stores = await sdk()
      const names = ['1', '2', '3', '4', '5']
      for (const name of names) await stores.create({ name })
      const seen: string[] = []
      for await (const store of stores.list({ limit: 2 })) {
        if (seen.length === 1) await stores.create({ name: 'later' })
        seen.push(store.name)
      }
      expect(seen).toEqual(names.toReversed())
    })

    test.each([
      [{}, 'name'],
      [{ name: '' }, 'name'],
      [{ name: 'x'.repeat(256) }, 'name'],
      [{ name: 'a\u0007b' }, 'name'],
      [{ name: 'x', description: 'x'.repeat(1025) }, 'description'],
      [{ name: 'x', metadata: { '': 'x' } }, 'metadata'],
      [{ name: 'x', metadata: { k: 'x'.repeat(513) } }, 'metadata'],
      [{ name: 'x', metadata: { ['k'.repeat(65)]: 'x' } }, 'metadata'],
      [{ name: 'x', metadata: { k: 7 } }, 'metadata'],
      [
        { name: 'x', metadata: Object.fromEntries(Array.from({ length: 17 }, (_, i) => [i, ''])) },
        'metadata',
      ],
    ])(
      '%# with a field that breaks a rule are refused, and the error names it',
      async (body, field) => {
        const { status, json } = await http('POST', '/v1/memory_stores', body)
        expect(status).toBe(400)
        expect(json).toMatchObject({
          type: 'error',
          error: {
            type: 'invalid_request_error',
            message: expect.stringContaining(field) as string,
          },
        })
      },
    )
  })

  const store = async (settings: Parameters<typeof makeStore>[1] = {}) => {
    const stores = await sdk()
    const { id } = await makeStore(current(), settings)
    return { stores, id }
  }

  describe('memories', () => {
    test('are created, read, listed, changed, renamed and deleted by the SDK', async () => {
      const { stores, id } = await store()
      const made = await stores.memories.create(id, { path: '/a/b.md', content: 'té\r\n' })
      expect(made).toMatchObject({
        type: 'memory',
        memory_store_id: id,
        path: '/a/b.md',
        content: null,
        content_size_bytes: 5,
        content_sha256: createHash('sha256').update('té\r\n').digest('hex'),
      })
      const full = await stores.memories.retrieve(made.id, { memory_store_id: id })
      expect(full.content).toBe('té\r\n')
      const moved = await stores.memories.update(made.id, { memory_store_id: id, path: '/c.md' })
      expect(moved).toMatchObject({ id: made.id, path: '/c.md' })
      expect(moved.memory_version_id).not.toBe(made.memory_version_id)
      expect(await stores.memories.delete(made.id, { memory_store_id: id })).toEqual({
        id: made.id,
        type: 'memory_deleted',
      })
      expect(
        await refused(stores.memories.retrieve(made.id, { memory_store_id: id })),
      ).toMatchObject({ status: 404 })
      const { data } = await stores.memoryVersions.list(id, { memory_id: made.id })
      expect(data.map((version) => version.operation)).toEqual(['deleted', 'modified', 'created'])
    })

    test('of a folder are listed by the bytes of their paths, deeper ones as prefixes', async () => {
      const { stores, id } = await store()
      const paths = ['/a', '/n/x/1', '/n/x/2', '/n/x-y', '/n/\u{1F600}', '/n/\uFF5E', '/z/1']
      for (const path of paths) await stores.memories.create(id, { path, content: '' })
      const listed = async (params: object) => {
        const seen: string[] = []
        for await (const item of stores.memories.list(id, { limit: 2, ...params }))
          seen.push(item.path)
        return seen
      }
      expect(await listed({})).toEqual([
        '/a',
        '/n/x-y',
        '/n/x/1',
        '/n/x/2',
        '/n/\uFF5E',
        '/n/\u{1F600}',
        '/z/1',
      ])
      expect(await listed({ path_prefix: '/n/', depth: 1 })).toEqual([
        '/n/x-y',
        '/n/x/',
        '/n/\uFF5E',
        '/n/\u{1F600}',
      ])
      expect(await listed({ depth: 1 })).toEqual(['/a', '/n/', '/z/'])
    })

    test('with their contents come at most 20 to a page', async () => {
      const { stores, id } = await store()
      for (let i = 0; i < 25; i++)
        await stores.memories.create(id, { path: `/${i}`, content: `${i}` })
      const page = await stores.memories.list(id, { view: 'full', limit: 100 })
      expect(page.data).toHaveLength(20)
      expect(page.next_page).not.toBeNull()
    })

    test.each([
      ['limit=0', 'limit'],
      ['limit=101', 'limit'],
      ['limit=abc', 'limit'],
      ['depth=2', 'depth'],
      ['path_prefix=/a', 'path_prefix'],
      ['path_prefix=a/', 'path_prefix'],
      ['view=some', 'view'],
      ['page=page_nonsense', 'page'],
    ])('are not listed with %s', async (query, field) => {
      const { id } = await store()
      const { status, json } = await http('GET', `/v1/memory_stores/${id}/memories?${query}`)
      expect(status).toBe(400)
      expect(json.error).toMatchObject({ message: expect.stringContaining(field) as string })
    })

    test('are not listed with a cursor of another list', async () => {
      const { stores, id } = await store()
      for (const path of ['/a', '/b']) await stores.memories.create(id, { path, content: '' })
      const { next_page: page } = await stores.memories.list(id, { limit: 1 })
      const { status } = await http('GET', `/v1/memory_stores/${id}/memories?depth=1&page=${page}`)
      expect(status).toBe(400)
    })

    test('an unknown query key is ignored', async () => {
      const { id } = await store()
      const { status } = await http('GET', `/v1/memory_stores/${id}/memories?beta=true&x=1`)
      expect(status).toBe(200)
    })

    test.each([
      '',
      'a',
      '/',
      '/a/',
      '//a',
      '/a//b',
      '/./a',
      '/../a',
      '/a\u0000',
      '/a\u200d',
      '/a\u2028',
      '/e\u0301',
      `/${'x'.repeat(1024)}`,
      '/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17/18/19/20/21',
      '/.anthropic-memory-store',
    ])('the path %j is refused', async (path) => {
      const { stores, id } = await store()
      expect(await refused(stores.memories.create(id, { path, content: '' }))).toMatchObject({
        status: 400,
        type: 'invalid_request_error',
        message: expect.stringMatching(/^path: /) as string,
      })
    })

    test.each(['/a\\b', '/100%', '/a_b', '/.hidden/x', '/with space', '/Ünïcode/한글'])(
      'the path %s is taken',
      async (path) => {
        const { stores, id } = await store()
        expect((await stores.memories.create(id, { path, content: '' })).path).toBe(path)
      },
    )

    test('a content is kept to the byte, up to 102,400 of them', async () => {
      const { stores, id } = await store()
      const content = `\uFEFF\r\n${'é'.repeat(51_197)}\n`
      const made = await stores.memories.create(id, { path: '/a', content })
      expect(made.content_size_bytes).toBe(102_400)
      const full = await stores.memories.retrieve(made.id, { memory_store_id: id })
      expect(full.content).toBe(content)
      expect(
        await refused(stores.memories.create(id, { path: '/b', content: `${content}x` })),
      ).toMatchObject({ status: 400, type: 'invalid_request_error' })
    })

    test.each([
      ['{"path":"/a","content":"\\ud800"}', 'content'],
      ['{"path":"/a","content":"a\\u0000b"}', 'content'],
      ['{"path":"/a","content":null}', 'content'],
      ['{"path":"/a"}', 'content'],
      ['{"content":""}', 'path'],
      ['{"path":', 'JSON'],
      ['[]', ''],
    ])('the body %s is refused', async (body, field) => {
      const { id } = await store()
      const { status, json } = await http('POST', `/v1/memory_stores/${id}/memories`, body)
      expect(status).toBe(400)
      expect(json.error).toMatchObject({
        type: 'invalid_request_error',
        message: expect.stringContaining(field) as string,
      })
    })

    test.each([
      ['/a/b', '/a/b', '/a/b'],
      ['/a/b', '/a', '/a/b'],
      ['/a', '/a/b/c', '/a'],
    ])('where %s is, %s is a conflict with %s', async (there, path, conflicting) => {
      const { stores, id } = await store()
      const made = await stores.memories.create(id, { path: there, content: '' })
      const { status, headers, json } = await http('POST', `/v1/memory_stores/${id}/memories`, {
        path,
        content: 'x',
      })
      expect(status).toBe(409)
      expect(headers.get('x-should-retry')).toBe('false')
      expect(json).toEqual({
        type: 'error',
        error: {
          type: 'memory_path_conflict_error',
          message: expect.any(String) as string,
          conflicting_path: conflicting,
          conflicting_memory_id: made.id,
        },
        request_id: headers.get('request-id'),
      })
    })

    test('of two writers with the same precondition exactly one wins', async () => {
      const { stores, id } = await store()
      const made = await stores.memories.create(id, { path: '/a', content: '0' })
      const precondition = {
        type: 'content_sha256' as const,
        content_sha256: made.content_sha256,
      }
      const attempts = Array.from({ length: 8 }, (_, writer) =>
        stores.memories.update(made.id, {
          memory_store_id: id,
          content: `by ${writer}`,
          precondition,
        }),
      )
      const results = await Promise.allSettled(attempts)
      expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
      const lost = results.flatMap((result) =>
        result.status === 'rejected' ? [result.reason as APIError] : [],
      )
      for (const error of lost) {
        expect(error.status).toBe(409)
        expect(error.error).toMatchObject({ error: { type: 'memory_precondition_failed_error' } })
      }
    })

    test('an update without effect answers 200 and writes no version, whatever the precondition says', async () => {
      const { stores, id } = await store()
      const made = await stores.memories.create(id, { path: '/a', content: 'same' })
      const again = await stores.memories.update(made.id, {
        memory_store_id: id,
        content: 'same',
        precondition: { type: 'content_sha256', content_sha256: '0'.repeat(64) },
      })
      expect(again).toEqual(made)
    })

    test('an update of nothing is refused', async () => {
      const { stores, id } = await store()
      const made = await stores.memories.create(id, { path: '/a', content: '' })
      expect(await refused(stores.memories.update(made.id, { memory_store_id: id }))).toMatchObject(
        { status: 400 },
      )
    })

    test('the checks of an update run in their order', async () => {
      const { stores, id } = await store()
      const made = await stores.memories.create(id, { path: '/a', content: 'x' })
      await stores.memories.create(id, { path: '/taken', content: '' })
      const url = (memory: string) => `/v1/memory_stores/${id}/memories/${memory}`
      const wrong = { type: 'content_sha256', content_sha256: '0'.repeat(64) }
      const status = async (path: string, body: unknown) => (await http('POST', path, body)).status
      expect(await status(url('mem_none'), '{')).toBe(404)
      expect(await status(url(made.id), { path: 'bad', precondition: wrong })).toBe(400)
      expect(await status(url(made.id), { path: '/taken', precondition: wrong })).toBe(409)
      const conflict = await http('POST', url(made.id), { path: '/taken', precondition: wrong })
      expect(conflict.json.error).toMatchObject({ type: 'memory_precondition_failed_error' })
      await stores.archive(id)
      const archived = await http('POST', url(made.id), { content: 'x', precondition: wrong })
      expect([archived.status, (archived.json.error as { type: string }).type]).toEqual([
        400,
        'invalid_request_error',
      ])
      expect(await status(url(made.id), { path: 'bad' })).toBe(400)
    })

    test('a delete that expects another content is refused', async () => {
      const { stores, id } = await store()
      const made = await stores.memories.create(id, { path: '/a', content: 'x' })
      const expecting = (sha256: string) =>
        stores.memories.delete(made.id, { memory_store_id: id, expected_content_sha256: sha256 })
      expect(await refused(expecting('0'.repeat(64)))).toMatchObject({
        status: 409,
        type: 'memory_precondition_failed_error',
      })
      expect(await expecting(made.content_sha256)).toMatchObject({ type: 'memory_deleted' })
    })

    test('an id of another store is not found', async () => {
      const { stores, id } = await store()
      const other = await store()
      const made = await stores.memories.create(id, { path: '/a', content: '' })
      expect(
        await refused(stores.memories.retrieve(made.id, { memory_store_id: other.id })),
      ).toMatchObject({ status: 404 })
    })

    test('an archived store is read and deleted from, and nothing is written', async () => {
      const { stores, id } = await store()
      const made = await stores.memories.create(id, { path: '/a', content: 'x' })
      await stores.archive(id)
      expect((await stores.memories.retrieve(made.id, { memory_store_id: id })).content).toBe('x')
      for (const write of [
        () => stores.memories.create(id, { path: '/b', content: '' }),
        () => stores.memories.update(made.id, { memory_store_id: id, content: 'y' }),
        () => stores.update(id, { name: 'y' }),
      ]) {
        expect(await refused(write())).toMatchObject({
          status: 400,
          message: expect.stringContaining('archived') as string,
        })
      }
      expect(await stores.memories.delete(made.id, { memory_store_id: id })).toMatchObject({
        type: 'memory_deleted',
      })
    })

    test.each([
      [{ maxMemories: 1 }, '1 memories'],
      [{ maxBytes: 3 }, '3 bytes'],
      [{ maxVersions: 1 }, '1 versions'],
    ])(
      'past the limit %j creating is refused, and what exists stays editable',
      async (limit, words) => {
        const { stores, id } = await store(limit)
        const made = await stores.memories.create(id, { path: '/a', content: 'xx' })
        expect(
          await refused(stores.memories.create(id, { path: '/b', content: 'yy' })),
        ).toMatchObject({
          status: 400,
          message: expect.stringContaining(words) as string,
        })
        const edited = await stores.memories.update(made.id, {
          memory_store_id: id,
          content: 'longer than that',
        })
        expect(edited.content_size_bytes).toBe(16)
      },
    )

    test('a body over the limit is refused while it is sent, not after', async () => {
      const { id } = await store()
      const { url } = await started()
      let sent = 0
      const endless = new ReadableStream<Uint8Array>({
        pull(controller) {
          sent += 65_536
          controller.enqueue(new Uint8Array(65_536).fill(32))
        },
      })
      const response = await fetch(`${url}/v1/memory_stores/${id}/memories`, {
        method: 'POST',
        body: endless,
        duplex: 'half',
      } as RequestInit).catch(() => null)
      if (response) {
        expect(response.status).toBe(413)
        expect(await response.json()).toMatchObject({ error: { type: 'request_too_large' } })
      }
      expect(sent).toBeLessThan(32 * 1024 * 1024)
    })
  })

  describe('versions', () => {
    test('are listed newest first and filtered by memory, operation, key and time', async () => {
      const { stores, id } = await store()
      const a = await stores.memories.create(id, { path: '/a', content: '1' })
      await stores.memories.create(id, { path: '/b', content: '1' })
      await stores.memories.update(a.id, { memory_store_id: id, content: '2' })
      const listed = async (params: object) =>
        (await stores.memoryVersions.list(id, params)).data.map((v) => [v.operation, v.path])
      expect(await listed({})).toEqual([
        ['modified', '/a'],
        ['created', '/b'],
        ['created', '/a'],
      ])
      expect(await listed({ memory_id: a.id })).toHaveLength(2)
      expect(await listed({ operation: 'modified' })).toEqual([['modified', '/a']])
      expect(await listed({ api_key_id: 'apikey_none' })).toEqual([])
      expect(await listed({ 'created_at[lte]': '2020-01-01T00:00:00Z' })).toEqual([])
      expect(await listed({ 'created_at[gte]': '2020-01-01T00:00:00Z' })).toHaveLength(3)
    })

    test('name who wrote them: without a key, the local API actor', async () => {
      const { stores, id } = await store()
      await stores.memories.create(id, { path: '/a', content: '' })
      const [version] = (await stores.memoryVersions.list(id)).data
      expect(version?.created_by).toMatchObject({
        type: 'api_actor',
        api_key_id: expect.stringMatching(/^apikey_/) as string,
      })
    })

    test("are redacted for good, except for a live memory's head", async () => {
      const { stores, id } = await store()
      const made = await stores.memories.create(id, { path: '/a', content: 'secret' })
      const redact = (version: string) =>
        stores.memoryVersions.redact(version, { memory_store_id: id })
      expect(await refused(redact(made.memory_version_id))).toMatchObject({
        status: 400,
        message: expect.stringContaining(
          'Write a new version or delete the memory first',
        ) as string,
      })
      await stores.memories.update(made.id, { memory_store_id: id, content: 'clean' })
      const redacted = await redact(made.memory_version_id)
      expect(redacted).toMatchObject({
        id: made.memory_version_id,
        operation: 'created',
        path: null,
        content: null,
        content_sha256: null,
        content_size_bytes: null,
        redacted_by: { type: 'api_actor' },
      })
      expect(await redact(made.memory_version_id)).toEqual(redacted)
      const read = await stores.memoryVersions.retrieve(made.memory_version_id, {
        memory_store_id: id,
      })
      expect(read).toEqual(redacted)
      await compactionFinished(current())
    })
  })

  describe('the research preview', () => {
    const preview = { 'anthropic-beta': 'managed-agents-2026-04-01' }

    test('overwrites what is at a path', async () => {
      const { id } = await store()
      const url = `/v1/memory_stores/${id}/memories`
      const first = await http('POST', url, { path: '/a', content: '1' }, preview)
      const second = await http('POST', url, { path: '/a', content: '2' }, preview)
      expect(second.status).toBe(200)
      expect(second.json.id).toBe(first.json.id)
    })

    test('does not overwrite where nothing may exist', async () => {
      const { id } = await store()
      const url = `/v1/memory_stores/${id}/memories`
      const body = { path: '/a', content: '1', precondition: { type: 'not_exists' } }
      expect((await http('POST', url, body, preview)).status).toBe(200)
      const again = await http('POST', url, body, preview)
      expect([again.status, again.json.error]).toMatchObject([
        409,
        { type: 'memory_precondition_failed' },
      ])
    })

    test('leaves a memory where it is when its new path is taken', async () => {
      const { id, stores } = await store()
      const a = await stores.memories.create(id, { path: '/a', content: '' })
      await stores.memories.create(id, { path: '/b', content: '' })
      const { status, json } = await http(
        'PATCH',
        `/v1/memory_stores/${id}/memories/${a.id}`,
        { path: '/b', precondition: { type: 'not_exists' } },
        preview,
      )
      expect([status, json.path]).toEqual([200, '/a'])
    })

    test('has size_bytes in lists, and other names for times', async () => {
      const { id, stores } = await store()
      await stores.memories.create(id, { path: '/a', content: 'xyz' })
      const list = await http('GET', `/v1/memory_stores/${id}/memories`, undefined, preview)
      expect(list.json.data).toMatchObject([{ size_bytes: 3, content_size_bytes: 3 }])
      const versions = await http(
        'GET',
        `/v1/memory_stores/${id}/memory_versions?created_at_lte=2020-01-01T00:00:00Z`,
        undefined,
        preview,
      )
      expect(versions.json.data).toEqual([])
    })

    test('both headers together mean the current dialect', async () => {
      const { id } = await store()
      const both = { 'anthropic-beta': 'managed-agents-2026-04-01,agent-memory-2026-07-22' }
      const url = `/v1/memory_stores/${id}/memories`
      await http('POST', url, { path: '/a', content: '1' }, both)
      expect((await http('POST', url, { path: '/a', content: '2' }, both)).status).toBe(409)
    })
  })

  describe('requests from elsewhere', () => {
    test.each([
      [{ origin: 'http://evil.example' }, 403],
      [{ origin: 'null' }, 403],
      [{ 'sec-fetch-site': 'cross-site' }, 403],
    ])('with %j may not write', async (headers, status) => {
      const refusal = await http('POST', '/v1/memory_stores', { name: 'x' }, headers)
      expect([refusal.status, refusal.json.error]).toMatchObject([
        status,
        { type: 'permission_error' },
      ])
    })
  })

  describe('keys', () => {
    test('limited to a store or to reading are refused elsewhere', async () => {
      const { id, stores } = await store()
      const other = await store()
      const { secret } = await createApiKey(current(), {
        name: 'reader',
        access: 'read',
        storeIds: [id],
      })
      await stores.memories.create(id, { path: '/a', content: '' })
      const reader = await sdk(secret)
      expect((await reader.memories.list(id)).data).toHaveLength(1)
      expect((await reader.list()).data.map((each) => each.id)).toEqual([id])
      expect(await refused(reader.memories.list(other.id))).toMatchObject({
        status: 404,
        type: 'not_found_error',
      })
      for (const call of [
        () => reader.memories.create(id, { path: '/b', content: '' }),
        () => reader.create({ name: 'x' }),
      ]) {
        expect(await refused(call())).toMatchObject({ status: 403, type: 'permission_error' })
      }
    })

    test('are the authors of what they write', async () => {
      const { id } = await store()
      const { key, secret } = await createApiKey(current(), {
        name: 'writer',
        access: 'write',
        storeIds: null,
      })
      const writer = await sdk(secret)
      const made = await writer.memories.create(id, { path: '/a', content: '' })
      const version = await writer.memoryVersions.retrieve(made.memory_version_id, {
        memory_store_id: id,
      })
      expect(version.created_by).toEqual({ type: 'api_actor', api_key_id: key.id })
    })

    test('that were revoked, or never existed, are not valid', async () => {
      const { key, secret } = await createApiKey(current(), {
        name: 'gone',
        access: 'admin',
        storeIds: null,
      })
      await revokeApiKey(current(), key.id)
      for (const bad of [secret, 'plk_made-up']) {
        const { status, json } = await http('GET', '/v1/memory_stores', undefined, {
          'x-api-key': bad,
        })
        expect([status, json.error]).toMatchObject([401, { type: 'authentication_error' }])
      }
    })
  })

  describe("this project's own calls", () => {
    test('the memory tool runs over HTTP, with its session and its call on the version', async () => {
      const { id, stores } = await store()
      const url = `/v1/memory_stores/${id}/memory_tool`
      const { json } = await http('POST', url, {
        command: 'create',
        path: '/memories/a.md',
        file_text: 'x',
        session_id: 'sesn_1',
        tool_use_id: 'toolu_1',
      })
      expect(json).toEqual({
        type: 'memory_tool_result',
        content: 'File created successfully at: /memories/a.md',
        is_error: false,
        memory_version_ids: [expect.stringMatching(/^memver_/)],
      })
      const inSession = await stores.memoryVersions.list(id, { session_id: 'sesn_1' })
      expect(inSession.data).toHaveLength(1)
      const wrong = await http('POST', url, { command: 'view', path: '/etc' })
      expect([wrong.status, wrong.json]).toMatchObject([200, { is_error: true }])
    })

    test('a version is restored, a deleted memory too, under its id', async () => {
      const { id, stores } = await store()
      const made = await stores.memories.create(id, { path: '/a', content: 'one' })
      await stores.memories.delete(made.id, { memory_store_id: id })
      const url = `/v1/memory_stores/${id}/memory_versions/${made.memory_version_id}/restore`
      const { status, json } = await http('POST', url)
      expect([status, json]).toMatchObject([200, { id: made.id, path: '/a' }])
      const { data } = await stores.memoryVersions.list(id)
      expect(data.map((version) => version.operation)).toEqual(['modified', 'deleted', 'created'])
    })

    test('the store is read, searched, compared and restored as of a moment', async () => {
      const { id, stores } = await store()
      const a = await stores.memories.create(id, { path: '/a', content: 'alpha' })
      const then = (await stores.memoryVersions.list(id)).data[0]?.created_at ?? ''
      await later(then)
      await stores.memories.update(a.id, { memory_store_id: id, content: 'beta' })
      await stores.memories.create(id, { path: '/d/b', content: 'new' })
      const at = `at=${encodeURIComponent(then)}`
      const base = `/v1/memory_stores/${id}`
      const list = await http('GET', `${base}/memories?depth=1&${at}`)
      expect(list.json.data).toMatchObject([{ path: '/a' }])
      expect((await http('GET', `${base}/memories/${a.id}?${at}`)).json.content).toBe('alpha')
      expect((await http('GET', `${base}/search?q=alpha&${at}`)).json.data).toHaveLength(1)
      expect((await http('GET', `${base}/search?q=alpha`)).json.data).toEqual([])
      expect((await http('GET', `${base}/search?q=ALPHA&history=true`)).json.data).toMatchObject([
        { memory_id: a.id, appearances: [{ until: { operation: 'modified' } }] },
      ])
      const now = encodeURIComponent(new Date().toISOString())
      const changes = await http(
        'GET',
        `${base}/changes?from=${encodeURIComponent(then)}&to=${now}`,
      )
      expect(changes.json.data).toMatchObject([
        { change: 'modified', before: { path: '/a' } },
        { change: 'created', after: { path: '/d/b' } },
      ])
      const plan = await http('POST', `${base}/restore`, { at: then, dry_run: true })
      expect(plan.json).toMatchObject({ counts: { will_change: 2 }, memory_version_ids: [] })
      const restored = await http('POST', `${base}/restore`, { at: then })
      expect(restored.json.memory_version_ids).toHaveLength(2)
      const after = await stores.memories.list(id, { view: 'full' })
      expect(after.data).toMatchObject([{ path: '/a', content: 'alpha' }])
    })

    test('a session is undone, except for what somebody else has changed since', async () => {
      const { id, stores } = await store()
      const tool = (command: object) =>
        http('POST', `/v1/memory_stores/${id}/memory_tool`, { session_id: 'sesn_bad', ...command })
      await tool({ command: 'create', path: '/memories/a', file_text: '1' })
      await tool({ command: 'create', path: '/memories/b', file_text: '1' })
      const [b] = (await stores.memories.list(id, { path_prefix: '/' })).data.filter(
        (item) => item.path === '/b',
      )
      await stores.memories.update(b && 'id' in b ? b.id : '', {
        memory_store_id: id,
        content: 'mine',
      })
      const undo = (body: object) =>
        http('POST', `/v1/memory_stores/${id}/undo`, { session_id: 'sesn_bad', ...body })
      const plan = await undo({ dry_run: true })
      expect(plan.json).toMatchObject({
        counts: { will_change: 1, changed_since: 1, already_so: 0, cannot: 0 },
        changed_since: [{ by: { type: 'api_actor' } }],
      })
      await undo({})
      expect((await stores.memories.list(id)).data).toMatchObject([{ path: '/b' }])
      await undo({ force: true })
      expect((await stores.memories.list(id)).data).toEqual([])
    })

    test('of two sessions that append to one memory the second is undone without the first', async () => {
      const { id, stores } = await store()
      const made = await stores.memories.create(id, { path: '/log', content: 'log\n' })
      const append = (session_id: string, insert_line: number, insert_text: string) =>
        http('POST', `/v1/memory_stores/${id}/memory_tool`, {
          session_id,
          command: 'insert',
          path: '/memories/log',
          insert_line,
          insert_text,
        })
      await append('sesn_one', 1, 'one\n')
      await append('sesn_two', 2, 'two\n')
      await append('sesn_one', 3, 'one more\n')
      const plan = await http('POST', `/v1/memory_stores/${id}/undo`, {
        session_id: 'sesn_two',
        dry_run: true,
      })
      expect(plan.json).toMatchObject({ counts: { will_change: 1, changed_since: 0 } })
      await http('POST', `/v1/memory_stores/${id}/undo`, { session_id: 'sesn_two' })
      const full = await stores.memories.retrieve(made.id, { memory_store_id: id })
      expect(full.content).toBe('log\none\none more\n')
    })

    test('nothing is undone or restored by an outdated plan, and of two at once one is', async () => {
      const { id, stores } = await store()
      const made = await stores.memories.create(id, { path: '/a', content: 'one\n' })
      await later(made.created_at)
      const update = (content: string) =>
        stores.memories.update(made.id, { memory_store_id: id, content })
      const { memory_version_id } = await update('one\ntwo\n')
      const undo = (body: object) =>
        http('POST', `/v1/memory_stores/${id}/undo`, {
          memory_version_ids: [memory_version_id],
          ...body,
        })
      const restore = (body: object) =>
        http('POST', `/v1/memory_stores/${id}/restore`, { at: made.created_at, ...body })
      const stale = (await undo({ dry_run: true })).json.plan
      const staleRestore = (await restore({ dry_run: true })).json.plan
      await update('one\ntwo\nthree\n')
      for (const refused of [await undo({ plan: stale }), await restore({ plan: staleRestore })]) {
        expect(refused.status).toBe(409)
        expect(refused.json).toMatchObject({ error: { type: 'conflict_error' } })
      }
      expect((await undo({ plan: 'no hash' })).status).toBe(400)
      const { plan } = (await undo({ dry_run: true })).json
      const both = await Promise.all([undo({ plan }), undo({ plan })])
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
      const full = await stores.memories.retrieve(made.id, { memory_store_id: id })
      expect(full.content).toBe('one\nthree\n')
    })

    test('every occurrence of a text is found, taken out by a job, and proved gone', async () => {
      const { id, stores } = await store()
      const made = await stores.memories.create(id, { path: '/a', content: 'key sk-secret-1' })
      await stores.memories.update(made.id, { memory_store_id: id, content: 'still sk-secret-1' })
      const redact = (body: object) =>
        http('POST', `/v1/memory_stores/${id}/redact`, { text: 'sk-secret-1', ...body })
      const places = await redact({ dry_run: true })
      const counts = { memories: 1, versions: 2, remarks: 0, conversations: 0 }
      expect(places.json).toMatchObject({
        counts,
        total: 1,
        data: [{ type: 'memory', memory_id: made.id, holds_it_now: true, versions: 2, count: 1 }],
      })
      const { json } = await redact({ wait: true })
      expect(json).toMatchObject({
        type: 'job',
        state: 'done',
        result: {
          rewrittenMemories: counts.memories,
          rewrittenVersions: counts.versions,
          emptiedVersions: 0,
          proof: { placesLeft: 0 },
        },
      })
      const versions = await stores.memoryVersions.list(id, { view: 'full' })
      expect(versions.data.map(({ content }) => content)).toEqual([
        'still [redacted]',
        'still [redacted]',
        'key [redacted]',
      ])
      expect(versions.data.map((version) => 'palimpsest' in version)).toEqual([false, true, true])
      expect(versions.data.every(({ redacted_at }) => redacted_at === null)).toBe(true)
      const full = await stores.memories.retrieve(made.id, { memory_store_id: id })
      expect(full.content).toBe('still [redacted]')
    })

    test('the readers of a memory are recorded', async () => {
      const { id, stores } = await store()
      const made = await stores.memories.create(id, { path: '/a', content: '' })
      await stores.memories.retrieve(made.id, { memory_store_id: id })
      const { json } = await http('GET', `/v1/memory_stores/${id}/reads?memory_id=${made.id}`)
      expect(json.data).toMatchObject([{ memory_id: made.id, read_count: 1 }])
    })
  })
})

/** Waits until the clock has passed a time, so that the next change is dated after it. */
async function later(than: string): Promise<void> {
  while (Date.now() <= Date.parse(than)) await new Promise((resolve) => setTimeout(resolve, 1))
}

async function makeStore(
  db: Database,
  settings: { maxMemories?: number; maxBytes?: number; maxVersions?: number },
) {
  return createStore(db, { name: 'Contract', settings })
}
