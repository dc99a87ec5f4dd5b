import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { createMemory } from '@/lib/store/change-memories'
import { createStore } from '@/lib/store/change-stores'
import { BY_PERSON } from '@/lib/store/model/actor'
import { getStore } from '@/lib/store/stores'
import { describe, expect, test } from '@/tests/support/fixtures'
import { refused } from '@/tests/support/refused'

/** The rules of every call, whatever it is about. */

const STORES = '/v1/memory_stores'

type Listed = { data: Record<string, string>[]; next_page: string | null }

type Refused = { error: { type: string; message: string } }

/** A request that fetch would not send. */
async function sent(url: string, options: { method?: string; path?: string; headers?: object }) {
  const { port } = new URL(url)
  const asking = request({ ...options, port, headers: { ...options.headers } })
  asking.on('error', () => {})
  const answered = once(asking, 'response') as Promise<[IncomingMessage]>
  asking.end()
  const [answer] = await answered
  const text = Buffer.concat(await answer.toArray()).toString()
  return { status: answer.statusCode, text }
}

describe('an address', () => {
  test('that does not exist is refused as the SDK reads it', async ({ me: { sdk, ask } }) => {
    expect(await refused(sdk.models.list())).toMatchObject({ status: 404, type: 'not_found_error' })
    for (const path of ['/v1', `${STORES}/a/b`, `${STORES}/a/memories/b/c`]) {
      const { status, body } = await ask<Refused>('POST', path, {})
      const message = `There is no POST ${path}. GET /v1/openapi.json says what there is.`
      expect([status, body.error.message]).toEqual([404, message])
    }
  })

  test('refuses each method that it lacks and names those that it has', async ({ ask }) => {
    const { OPERATIONS } = await import('@/tests/support/described')
    for (const pattern of new Set(OPERATIONS.map(({ path }) => path))) {
      const path = pattern.replaceAll(/\{\w+\}/g, 'none')
      const options = await ask('OPTIONS', path)
      const allow = options.headers.get('allow') ?? ''
      expect([options.status, allow]).toEqual([204, expect.stringContaining('OPTIONS')])
      const { status, headers, body } = await ask<Refused>('PUT', path)
      expect([status, body.error.type]).toEqual([405, 'invalid_request_error'])
      expect(headers.get('allow')).toBe(allow)
    }
  })

  test('answers HEAD like GET, without a body', async ({ me: { call }, store }) => {
    const headed = async (path: string) => {
      const answer = await call('HEAD', path)
      return [answer.status, await answer.text()]
    }
    expect(await headed(`${STORES}/${store.id}`)).toEqual([200, ''])
    expect(await headed(`${STORES}/memstore_none`)).toEqual([404, ''])
    expect(await headed(`${STORES}/${store.id}/events`)).toEqual([200, ''])
  })

  test('forbids browsers to guess another content type, or to keep it, and shares nothing with other origins', async ({
    me: { call },
    store,
  }) => {
    const one = `${STORES}/${store.id}`
    const calls = [`GET ${one}`, `HEAD ${one}/events`, `GET ${STORES}?limit=none`, `PUT ${one}`]
    for (const each of [...calls, `GET ${one}/export?format=zip`, 'GET /v1/nowhere']) {
      const [method = '', path = ''] = each.split(' ')
      const { headers, body } = await call(method, path)
      await body?.cancel()
      expect([each, headers.get('x-content-type-options')]).toEqual([each, 'nosniff'])
      const kept = expect.stringContaining('no-store') as string
      expect([each, headers.get('cache-control')]).toEqual([each, kept])
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })

  test('of another host name is not this server', async ({ server }) => {
    const { status, text } = await sent(server.url, {
      path: STORES,
      headers: { host: 'evil.example' },
    })
    expect([status, JSON.parse(text)]).toMatchObject([421, { error: { type: 'permission_error' } }])
  })
})

describe('what no database holds', () => {
  test.for([
    `${STORES}/%00`,
    `${STORES}/{store}/memories/%00`,
    `${STORES}/{store}/memory_versions/a%00b`,
    '/v1/jobs/%00',
  ])('is nobody’s id: %s', async (path, { ask, store }) => {
    const { status, body } = await ask<Refused>('GET', path.replace('{store}', store.id))
    expect([status, body.error.type]).toEqual([404, 'not_found_error'])
  })

  test.for([
    ['memory_versions?memory_id=%00', 'memory_id'],
    ['memory_versions?session_id=%00', 'session_id'],
    ['memory_versions?api_key_id=%00', 'api_key_id'],
    ['memories?path_prefix=/%00/', 'path_prefix'],
    ['search?q=abc%00', 'q'],
    ['search?q=abc&at=0000-12-31T00:00:00Z', 'at'],
  ] as const)('is refused in a query by its name: %s', async ([query, field], { ask, store }) => {
    const { status, body } = await ask<Refused>('GET', `${STORES}/${store.id}/${query}`)
    const message = expect.stringMatching(new RegExp(`^${field}: `)) as string
    expect([status, body.error]).toMatchObject([400, { message }])
  })

  const CREATE = { command: 'create', path: '/memories/n', file_text: '' }

  test.for([
    ['/memory_tool', { ...CREATE, session_id: '\0' }],
    ['/memory_tool', { ...CREATE, tool_use_id: '\0' }],
    ['/memory_tool', { ...CREATE, session_id: '\ud800' }],
    ['/undo', { session_id: '\0' }],
    ['/undo', { memory_version_ids: ['\0'] }],
    ['/redact', { text: 'abc\0', dry_run: true }],
    ['', { name: 'a\0' }],
    ['', { metadata: { 'a\0': 'x' } }],
    ['', { metadata: { a: '\udc00' } }],
  ] as const)('is refused in a body, and nothing is written: %j', async (row, { ask, store }) => {
    const [path, body] = row
    const answer = await ask<Refused>('POST', `${STORES}/${store.id}${path}`, body)
    expect([answer.status, answer.body.error.type]).toEqual([400, 'invalid_request_error'])
    expect((await getStore(store.id)).lastSequence).toBe(0)
  })
})

describe('pages', () => {
  test('of every list go on from a cursor while others write, without gap or double', async ({
    ask,
    store,
  }) => {
    const write = (path: string) =>
      createMemory({ storeId: store.id, path, content: path }, BY_PERSON)
    for (let i = 0; i < 12; i++) await write(`/m/${String(i).padStart(2, '0')}`)
    const walk = async (list: string, name: 'path' | 'id') => {
      const seen: string[] = []
      let page: string | null = ''
      while (page !== null) {
        const address: string = `${STORES}/${store.id}/${list}&limit=5&page=${page}`
        const { body }: { body: Listed } = await ask('GET', address)
        seen.push(...body.data.map((item) => item[name] ?? ''))
        // Sorts before where the page ended: seen by nobody, and harmless.
        await write(`/m/00-${list.length}-${seen.length}`)
        page = body.next_page
      }
      expect(new Set(seen).size).toBe(seen.length)
      return seen
    }
    const memories = await walk('memories?path_prefix=/m/', 'path')
    expect(memories).toEqual(memories.toSorted())
    expect(memories.filter((path) => /^\/m\/\d\d$/.test(path))).toHaveLength(12)
    const versions = await walk('memory_versions?operation=created', 'id')
    expect(versions.length).toBeGreaterThanOrEqual(12)
  })

  test('begin anew where the SDK is given null for a page', async ({ as, store }) => {
    await createMemory({ storeId: store.id, path: '/a', content: '' }, BY_PERSON)
    const { memories } = (await as()).sdk.beta.memoryStores
    const list = await memories.list(store.id, { page: null as never })
    expect(list.data).toHaveLength(1)
  })

  test('refuse a cursor of another store, filter or list', async ({ ask, store }) => {
    const other = await createStore({ name: 'other' })
    for (const path of ['/a', '/b']) {
      await createMemory({ storeId: store.id, path, content: '' }, BY_PERSON)
    }
    const one = `${STORES}/${store.id}`
    const { body } = await ask('GET', `${one}/memories?limit=1`)
    const page = `page=${String(body.next_page)}`
    const lists = ['memories?path_prefix=/b/&', 'memories?depth=1&', 'memory_versions?']
    const others = [`${STORES}/${other.id}/memories?`, `${STORES}?`]
    for (const list of [...lists.map((each) => `${one}/${each}`), ...others]) {
      expect((await ask('GET', `${list}${page}`)).status).toBe(400)
    }
    expect((await ask('GET', `${one}/memories?${page}`)).status).toBe(200)
  })
})

describe('a key', () => {
  test('is told the same of what it does not open and what is not there', async ({ as, store }) => {
    const { ask } = await as({ access: 'admin', storeIds: ['memstore_mine'] })
    const answers = []
    for (const id of [store.id, 'memstore_none']) {
      const { status, body } = await ask<Refused>('GET', `${STORES}/${id}`)
      answers.push([status, body.error.type, body.error.message.replace(id, '…')])
    }
    expect(answers[0]).toEqual([404, 'not_found_error', 'There is no memory store ….'])
    expect(answers[1]).toEqual(answers[0])
  })
})

describe('a body that is too large', () => {
  test('is refused while it is still being sent, without a length', async ({ server, store }) => {
    const path = `${STORES}/${store.id}/memories`
    const piece = Buffer.alloc(64 * 1024, ' ')
    let sentBytes = 0
    const status = await new Promise((resolve, reject) => {
      const { port } = new URL(server.url)
      const sending = request({ port, path, method: 'POST' }, (response) => {
        resolve(response.statusCode)
        sending.destroy()
      })
      sending.on('error', reject)
      const next = () => {
        if (sending.destroyed) return
        sentBytes += piece.length
        sending.write(piece, () => setImmediate(next))
      }
      next()
    })
    expect(status).toBe(413)
    expect(sentBytes).toBeLessThan(32 * 1024 * 1024)
  })

  test.for([
    ['memories', 100_000_000],
    ['import', 300_000_000],
  ] as const)(
    'is refused by the length that it says it has: to %s',
    async ([what, length], { server, store, as }) => {
      const { port } = new URL(server.url)
      const script = await as({ access: 'write', isAgent: false })
      const asking = request({
        port,
        path: `${STORES}/${store.id}/${what}`,
        method: 'POST',
        headers: { ...script.headers, 'content-length': length },
      })
      const answered = once(asking, 'response') as Promise<[IncomingMessage]>
      asking.on('error', () => {})
      asking.flushHeaders()
      const [answer] = await answered
      expect(answer.statusCode).toBe(413)
      asking.destroy()
    },
  )

  test('is not reached by a body of a memory at its limit', async ({ as, store }) => {
    const { memories } = (await as()).sdk.beta.memoryStores
    const create = memories.create(store.id, { path: '/big', content: '\u0001'.repeat(1_048_576) })
    expect(await refused(create)).toMatchObject({ status: 400, type: 'invalid_request_error' })
  })
})
