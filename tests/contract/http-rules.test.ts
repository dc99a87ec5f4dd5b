import { once } from 'node:events'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import Anthropic from '@anthropic-ai/sdk'
import { afterAll, describe, expect, test } from 'vitest'
import { serveDatabase } from '@/lib/db/open-database'
import { lastOutsideCall } from '@/lib/api/outside-calls'
import type { Access } from '@/lib/auth/access'
import { createApiKey } from '@/lib/auth/api-keys'
import { createMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { listVersions } from '@/lib/store/versions/read-versions'
import { type Cause, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { redactText } from '@/lib/store/redaction/redact-text'
import { onBothDatabases } from '@/tests/support/databases'
import { routes, serveApi, type TestServer } from '@/tests/support/http-server'

/** The rules of every API call, whatever it is about. */

const cause: Cause = { actor: { type: 'api_key', id: 'apikey_111111111111111111111111' } }
const PREVIEW = { 'anthropic-beta': 'managed-agents-2026-04-01' }

onBothDatabases((current) => {
  let server: TestServer | undefined
  afterAll(async () => server?.close())

  const http = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    server ??= await serveApi(current())
    serveDatabase(current())
    const response = await fetch(server.url + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const json = (text === '' ? {} : JSON.parse(text)) as {
      error?: { type: string; message: string }
      data?: unknown[]
      next_page?: string | null
    }
    return { status: response.status, headers: response.headers, json }
  }

  const setUp = async () => {
    const { id } = await createStore(current(), { name: 'Rules' })
    const memory = await createMemory(current(), { storeId: id, path: '/a', content: 'x', cause })
    const url = `/v1/memory_stores/${id}`
    const versions = async () =>
      (await listVersions(current(), { storeId: id, limit: 100 })).versions.length
    return { id, url, memory, versions }
  }

  test.each([
    ['OPTIONS', 204],
    ['GET', 400],
  ])('%s of the server as a whole (*) is answered %i', async (method, status) => {
    await http('GET', '/v1/memory_stores')
    const asking = httpRequest({ port: new URL(server?.url ?? '').port, method, path: '*' })
    const answered = once(asking, 'response') as Promise<[IncomingMessage]>
    asking.end()
    const [answer] = await answered
    expect(answer.resume().statusCode).toBe(status)
  })

  test('who reads how the API is called, or asks for what is none, has not called it yet', async () => {
    const { url } = await setUp()
    await http('GET', url, undefined, { 'user-agent': 'agent/1' })
    for (const path of ['/v1/openapi.json', '/v1/nothing', '/healthz', '/readyz']) {
      await http('GET', path, undefined, { 'user-agent': 'curl/8' })
    }
    expect(lastOutsideCall()).toMatchObject({ program: 'agent/1' })
  })

  describe('an address', () => {
    test('that does not exist answers an error that the SDK can read', async () => {
      await http('GET', '/v1/memory_stores')
      const client = new Anthropic({ apiKey: 'local', baseURL: server?.url ?? '', maxRetries: 0 })
      await expect(client.models.list()).rejects.toMatchObject({
        status: 404,
        requestID: expect.stringMatching(/^req_/) as string,
        error: { error: { type: 'not_found_error' } },
      })
      for (const path of ['/v1', '/v1/memory_stores/a/b', '/v1/memory_stores/a/memories/b/c']) {
        const { status, json } = await http('POST', path, {})
        expect([status, json.error?.message]).toEqual([
          404,
          `There is no POST ${path}. GET /v1/openapi.json describes what there is.`,
        ])
      }
    })

    test('answers each method that it lacks with an error and the methods that it has', async () => {
      for (const { pattern } of routes) {
        if (pattern.includes('[[')) continue
        const path = pattern.replace(/\{\w+\}/g, 'none')
        const options = await http('OPTIONS', path)
        const allow = options.headers.get('allow') ?? ''
        expect([options.status, allow]).toEqual([204, expect.stringContaining('OPTIONS')])
        const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
          (method) => !allow.split(', ').includes(method),
        )
        expect(others).toContain('PUT')
        for (const method of others) {
          const { status, headers, json } = await http(method, path)
          expect([method, status, json.error?.type]).toEqual([method, 405, 'invalid_request_error'])
          expect(headers.get('allow')).toBe(allow)
        }
      }
    })

    test('answers HEAD like GET, without a body', async () => {
      const { url } = await setUp()
      expect((await http('HEAD', url)).status).toBe(200)
      expect((await http('HEAD', '/v1/memory_stores/memstore_none')).status).toBe(404)
      const events = await http('HEAD', `${url}/events`)
      expect([events.status, events.headers.get('content-type')]).toEqual([
        200,
        'text/event-stream',
      ])
      expect(current().changes.hasListeners).toBe(false)
    })

    test('forbids browsers to guess another content type, errors included', async () => {
      const { url } = await setUp()
      const answers: [status: number, method: string, path: string][] = [
        [200, 'GET', url],
        [200, 'GET', `${url}/export?format=zip`],
        [200, 'HEAD', `${url}/events`],
        [400, 'GET', '/v1/memory_stores?limit=none'],
        [404, 'GET', '/v1/memory_stores/memstore_none'],
        [404, 'GET', '/v1/nowhere'],
        [405, 'PUT', url],
      ]
      for (const [status, method, path] of answers) {
        await http('HEAD', url)
        const response = await fetch(`${server?.url}${path}`, { method })
        await response.body?.cancel()
        expect([path, response.status, response.headers.get('x-content-type-options')]).toEqual([
          path,
          status,
          'nosniff',
        ])
      }
    })

    test('of another host is not this server', async () => {
      const { url } = await setUp()
      const { port } = new URL(server?.url ?? '')
      const answer = await new Promise<{ status: number | undefined; text: string }>((resolve) => {
        const sent = httpRequest(
          { port, path: url, headers: { host: 'evil.example' } },
          (response) => {
            let text = ''
            response.on('data', (chunk: Buffer) => (text += chunk.toString()))
            response.on('end', () => resolve({ status: response.statusCode, text }))
          },
        )
        sent.end()
      })
      expect([answer.status, JSON.parse(answer.text)]).toMatchObject([
        421,
        { type: 'error', error: { type: 'permission_error' } },
      ])
    })
  })

  describe('what no database could store', () => {
    test.each([
      '/v1/memory_stores/%00',
      '/v1/memory_stores/{store}/memories/%00',
      '/v1/memory_stores/{store}/memory_versions/a%00b',
      '/v1/jobs/%00',
    ])('matches nothing as an id: %s', async (path) => {
      const { id } = await setUp()
      const { status, json } = await http('GET', path.replace('{store}', id))
      expect([status, json.error?.type]).toEqual([404, 'not_found_error'])
    })

    test.each([
      ['GET', '/memory_versions?memory_id=%00', 'memory_id'],
      ['GET', '/memory_versions?session_id=%00', 'session_id'],
      ['GET', '/memory_versions?api_key_id=%00', 'api_key_id'],
      ['GET', '/memory_versions?service_account_id=%00', 'service_account_id'],
      ['GET', '/memories?path_prefix=/%00/', 'path_prefix'],
      ['GET', '/memories?depth=1&path_prefix=/%00/', 'path_prefix'],
      ['GET', '/search?q=abc%00', 'q'],
      ['GET', '/reads?session_id=%00', 'session_id'],
      ['GET', `/events?after=${'9'.repeat(30)}`, 'after'],
    ])('is refused in a query: %s %s', async (method, path, field) => {
      const { url } = await setUp()
      const { status, json } = await http(method, url + path)
      expect([status, json.error?.message]).toEqual([
        400,
        expect.stringMatching(new RegExp(`^${field}: `)) as string,
      ])
    })

    test.each([
      ['/memory_tool', { command: 'create', path: '/memories/n', file_text: '', session_id: '\0' }],
      [
        '/memory_tool',
        { command: 'create', path: '/memories/n', file_text: '', tool_use_id: '\0' },
      ],
      [
        '/memory_tool',
        { command: 'create', path: '/memories/n', file_text: '', session_id: '\ud800' },
      ],
      ['/undo', { session_id: '\0' }],
      ['/undo', { memory_version_ids: ['\0'] }],
      ['/redact', { text: 'abc\0', dry_run: true }],
      ['', { name: 'a\0' }],
      ['', { metadata: { 'a\0': 'x' } }],
      ['', { metadata: { a: '\udc00' } }],
    ])('is refused in a body, and nothing is written: POST …%s %j', async (path, body) => {
      const { url, versions } = await setUp()
      const { status, json } = await http('POST', url + path, body)
      expect([status, json.error?.type]).toEqual([400, 'invalid_request_error'])
      expect(await versions()).toBe(1)
    })

    test('is reported by a tool in its own way', async () => {
      const { url } = await setUp()
      const body = { command: 'create', path: '/memories/n', file_text: 'a\0b' }
      const { status, json } = await http('POST', `${url}/memory_tool`, body)
      expect([status, json]).toMatchObject([200, { is_error: true, memory_version_ids: [] }])
    })
  })

  describe('pages', () => {
    test('of every list continue from a cursor while others write, without gap or duplicate', async () => {
      const { id, url } = await setUp()
      const write = (path: string) =>
        createMemory(current(), { storeId: id, path, content: path, cause })
      for (let i = 0; i < 12; i++) await write(`/m/${String(i).padStart(2, '0')}`)
      const walk = async (list: string, name: 'path' | 'id') => {
        const seen: string[] = []
        let page = ''
        do {
          const { json } = await http('GET', `${list}&limit=5&page=${page}`)
          seen.push(...(json.data as Record<string, string>[]).map((item) => item[name] ?? ''))
          // Sorts before the point where the page ended: seen by nobody, and harmless.
          await write(`/m/00-${list.length}-${seen.length}`)
          page = json.next_page ?? ''
        } while (page !== '')
        expect(new Set(seen).size).toBe(seen.length)
        return seen
      }
      const memories = await walk(`${url}/memories?path_prefix=/m/`, 'path')
      expect(memories).toEqual(memories.toSorted())
      expect(memories.filter((path) => /^\/m\/\d\d$/.test(path))).toHaveLength(12)
      const versions = await walk(`${url}/memory_versions?operation=created`, 'id')
      expect(versions.length).toBeGreaterThanOrEqual(13)
      expect(versions).toEqual(versions.toSorted().toReversed())
    })

    test('with contents hold at most twenty versions', async () => {
      const { id, url } = await setUp()
      for (let i = 0; i < 25; i++) {
        await createMemory(current(), { storeId: id, path: `/${i}`, content: `${i}`, cause })
      }
      const { json } = await http('GET', `${url}/memory_versions?view=full&limit=100`)
      expect([json.data?.length, typeof json.next_page]).toEqual([20, 'string'])
    })

    test('start again where the SDK is given null for a page', async () => {
      const { id } = await setUp()
      const client = new Anthropic({ apiKey: 'local', baseURL: server?.url ?? '', maxRetries: 0 })
      const list = await client.beta.memoryStores.memories.list(id, { page: null as never })
      expect(list.data).toHaveLength(1)
    })

    test('refuse a cursor from another store, another filter, or another list', async () => {
      const { id, url } = await setUp()
      const other = await setUp()
      await createMemory(current(), { storeId: id, path: '/b', content: '', cause })
      const { json } = await http('GET', `${url}/memories?limit=1`)
      for (const list of [
        `${other.url}/memories?`,
        `${url}/memories?path_prefix=/b/&`,
        `${url}/memories?depth=1&`,
        `${url}/memory_versions?`,
        '/v1/memory_stores?',
      ]) {
        expect((await http('GET', `${list}page=${json.next_page}`)).status).toBe(400)
      }
      expect((await http('GET', `${url}/memories?page=${json.next_page}`)).status).toBe(200)
    })
  })

  describe('the two dialects', () => {
    test('use their own names for times only', async () => {
      const { url } = await setUp()
      const past = '2020-01-01T00:00:00Z'
      const count = async (query: string, headers = {}) =>
        (await http('GET', `${url}/memory_versions?${query}`, undefined, headers)).json.data?.length
      expect(await count(`created_at_lte=${past}`)).toBe(1)
      expect(await count(`created_at_lte=${past}`, PREVIEW)).toBe(0)
      expect(await count(`created_at[lte]=${past}`)).toBe(0)
      const stores = `/v1/memory_stores?created_at_gte=soon`
      expect((await http('GET', stores)).status).toBe(200)
      expect((await http('GET', stores, undefined, PREVIEW)).status).toBe(400)
    })

    test('never overwrite a content on a precondition that they do not know', async () => {
      const { url, versions } = await setUp()
      const precondition = { type: 'content_sha256', content_sha256: '0'.repeat(64) }
      const body = { path: '/a', content: 'other', precondition }
      expect((await http('POST', `${url}/memories`, body, PREVIEW)).status).toBe(400)
      expect((await http('POST', `${url}/memories`, body)).status).toBe(400)
      expect(await versions()).toBe(1)
    })

    test('write no version for an unchanged content', async () => {
      const { url, versions } = await setUp()
      const body = { path: '/a', content: 'x' }
      expect((await http('POST', `${url}/memories`, body, PREVIEW)).status).toBe(200)
      expect(await versions()).toBe(1)
      expect((await http('POST', `${url}/memories`, body)).status).toBe(409)
    })

    test('treat a path above or below another as taken', async () => {
      const { url } = await setUp()
      const body = { path: '/a/b', content: '' }
      for (const precondition of [undefined, { type: 'not_exists' }]) {
        const { status, json } = await http(
          'POST',
          `${url}/memories`,
          { ...body, precondition },
          PREVIEW,
        )
        expect([status, json.error?.type]).toEqual([409, 'memory_path_conflict_error'])
      }
    })
  })

  describe('a key', () => {
    const withKey = async (access: Access, storeIds: string[] | null) => {
      const { secret } = await createApiKey(current(), { name: 'k', access, storeIds })
      return { authorization: `Bearer ${secret}` }
    }

    test('opens what it covers and nothing else, call by call', async () => {
      const { id, url, memory } = await setUp()
      const calls: [Access, string, string, unknown][] = [
        ['read', 'GET', url, undefined],
        ['read', 'GET', `${url}/memories`, undefined],
        ['read', 'GET', `${url}/memories/${memory.id}`, undefined],
        ['read', 'GET', `${url}/memory_versions/${memory.versionId}`, undefined],
        ['read', 'GET', `${url}/search?q=abc`, undefined],
        ['read', 'POST', `${url}/memory_tool`, { command: 'view', path: '/memories' }],
        ['write', 'POST', `${url}/memories`, { path: '/new', content: '' }],
        ['write', 'POST', `${url}/memories/${memory.id}`, { content: 'x' }],
        ['write', 'POST', `${url}/undo`, { session_id: 'sesn_none' }],
        ['write', 'POST', `${url}/restore`, { at: '2026-01-01T00:00:00Z', dry_run: true }],
        ['write', 'POST', `${url}/memory_versions/${memory.versionId}/restore`, {}],
        ['write', 'DELETE', `${url}/memories/mem_none`, undefined],
        ['admin', 'POST', url, { description: 'd' }],
        ['admin', 'POST', `${url}/memory_versions/memver_none/redact`, undefined],
        ['admin', 'POST', `${url}/redact`, { text: 'abc', dry_run: true }],
        ['admin', 'POST', `${url}/archive`, undefined],
      ]
      const order: Access[] = ['read', 'write', 'admin']
      for (const access of order) {
        const here = await withKey(access, [id])
        const elsewhere = await withKey(access, ['memstore_other'])
        for (const [needed, method, path, body] of calls) {
          if (access === 'admin' && path.endsWith('/archive')) continue
          const isCovered = order.indexOf(access) >= order.indexOf(needed)
          const opened = await http(method, path, body, here)
          expect([access, method, path, opened.status === 403]).toEqual([
            access,
            method,
            path,
            !isCovered,
          ])
          expect((await http(method, path, body, elsewhere)).status).toBe(404)
        }
      }
    })

    test('limited to a store is not told by a redaction that others hold the text', async () => {
      const { id, url } = await setUp()
      await http('POST', `${url}/memories`, { path: '/here', content: 'the text in question' })
      const { id: otherId } = await createStore(current(), { name: 'Other' })
      const other = { path: '/there', content: 'the text in question' }
      await http('POST', `/v1/memory_stores/${otherId}/memories`, other)
      const { job, finished } = await redactText(current(), {
        text: 'the text in question',
        replacement: '-',
        storeIds: [id],
        cause: { actor: LOCAL_USER_ACTOR },
        tellsElsewhere: true,
      })
      await finished
      const limited = await withKey('admin', [id])
      const told = async (headers: Record<string, string>) =>
        ((await http('GET', `/v1/jobs/${job.id}`, undefined, headers)).json as { result?: object })
          .result
      expect(await told(limited)).toMatchObject({ rewrittenMemories: 1 })
      expect(await told(limited)).not.toHaveProperty('elsewhere')
      const whole = await withKey('admin', null)
      expect(await told(whole)).toMatchObject({ elsewhere: { storeIds: [otherId] } })
    })

    test("does not lose its limits beside another service's key", async () => {
      const { id, url } = await setUp()
      const headers = { ...(await withKey('read', [id])), 'x-api-key': 'sk-ant-api03-x' }
      expect((await http('GET', url, undefined, headers)).status).toBe(200)
      expect((await http('DELETE', url, undefined, headers)).status).toBe(403)
    })

    test("that only reads lets the memory tool read, and refuses writes in the tool's words", async () => {
      const { id, url, versions } = await setUp()
      const headers = await withKey('read', [id])
      const body = { command: 'create', path: '/memories/new', file_text: '' }
      const { status, json } = await http('POST', `${url}/memory_tool`, body, headers)
      expect([status, json]).toMatchObject([200, { is_error: true }])
      expect(await versions()).toBe(1)
    })

    test('gives the same answer for what it does not open as for what does not exist', async () => {
      const { id } = await setUp()
      const headers = await withKey('admin', ['memstore_mine'])
      const answers = []
      for (const other of [id, 'memstore_none']) {
        const { status, json } = await http('GET', `/v1/memory_stores/${other}`, undefined, headers)
        answers.push([status, json.error?.type, json.error?.message.replace(other, '…')])
      }
      expect(answers[0]).toEqual([404, 'not_found_error', 'There is no memory store ….'])
      expect(answers[1]).toEqual(answers[0])
    })
  })

  describe('a body that is too large', () => {
    test('is refused to the SDK with the reason', async () => {
      const { id } = await setUp()
      await http('GET', '/v1/memory_stores')
      const client = new Anthropic({ apiKey: 'local', baseURL: server?.url ?? '', maxRetries: 0 })
      const content = 'x'.repeat(2_000_000)
      await expect(
        client.beta.memoryStores.memories.create(id, { path: '/big', content }),
      ).rejects.toMatchObject({ status: 413, error: { error: { type: 'request_too_large' } } })
    })

    test.each([
      ['a memory', (url: string) => `${url}/memories`],
      ['a call over MCP', () => '/mcp'],
    ])('is refused while %s is still being sent, slowly and without a length', async (_, to) => {
      const { url } = await setUp()
      const { port } = new URL(server?.url ?? '')
      const piece = Buffer.alloc(64 * 1024, ' ')
      const answer = await new Promise<{ status: number | undefined; text: string; sent: number }>(
        (resolve, reject) => {
          let sent = 0
          let isAnswered = false
          const sending = httpRequest({ port, path: to(url), method: 'POST' }, (response) => {
            isAnswered = true
            let text = ''
            response.on('data', (chunk: Buffer) => (text += chunk.toString()))
            response.on('end', () => {
              sending.destroy()
              resolve({ status: response.statusCode, text, sent })
            })
          })
          sending.on('error', (error) => isAnswered || reject(error))
          const next = () => {
            if (isAnswered) return
            sent += piece.length
            sending.write(piece, () => setImmediate(next))
          }
          next()
        },
      )
      expect([answer.status, JSON.parse(answer.text)]).toMatchObject([
        413,
        { error: { type: 'request_too_large' } },
      ])
      expect(answer.sent).toBeLessThan(16 * 1024 * 1024)
    })
  })

  test.each([
    ['a memory', (url: string) => `${url}/memories`],
    ['a call over MCP', () => '/mcp'],
  ])('%s that says it has 100 MB is refused before any of them comes', async (_, to) => {
    const { url } = await setUp()
    const asking = httpRequest({
      port: new URL(server?.url ?? '').port,
      path: to(url),
      method: 'POST',
      headers: { 'content-length': 100_000_000 },
    })
    const answered = once(asking, 'response') as Promise<[IncomingMessage]>
    asking.on('error', () => {})
    asking.flushHeaders()
    const [answer] = await answered
    expect(answer.statusCode).toBe(413)
    asking.destroy()
  })

  test('a job is read and stopped by its id', async () => {
    const { url } = await setUp()
    const started = await http('POST', `${url}/redact`, { text: 'no such text' })
    const { id } = started.json as { id?: string }
    const { status, json } = await http('GET', `/v1/jobs/${id}`)
    expect([status, json]).toMatchObject([200, { id, type: 'job', kind: 'redaction' }])
    expect(await http('POST', `/v1/jobs/${id}/stop`)).toMatchObject({ status: 200 })
    expect((await http('GET', '/v1/jobs/job_none')).status).toBe(404)
    await expect
      .poll(async () => (await http('GET', `/v1/jobs/${id}`)).json)
      .toMatchObject({ state: expect.not.stringMatching('running') as string })
  })

  test('the description of the API is served by the API', async () => {
    const { status, json } = await http('GET', '/v1/openapi.json')
    expect([status, json]).toMatchObject([200, { openapi: '3.1.0' }])
  })
})
