import { once } from 'node:events'
import { connect } from 'node:net'
import { db } from '@/lib/db'
import { revokeKey, rotateKey } from '@/lib/auth/keys'
import { getStore } from '@/lib/store/stores'
import { describe, expect, test } from '@/tests/support/fixtures'
import { changeKey, LONG_AGO, makeKey } from '@/tests/support/keys'
import { messageOf } from '@/tests/support/mcp-client'
import { numberOf, written } from '@/tests/support/written'

const ENDS: Record<string, (keyId: string) => Promise<unknown>> = {
  'is revoked': revokeKey,
  expires: (id) => changeKey(id, { expiresAt: LONG_AGO }),
  'opens other stores': (id) => changeKey(id, { storeIds: ['memstore_other'] }),
  'may do less': (id) => changeKey(id, { access: 'metrics' }),
  'has another secret, and the day of the one before is over': async (id) => {
    await rotateKey(id)
    await changeKey(id, { previousUntil: LONG_AGO })
  },
}

describe.concurrent('within five seconds', () => {
  test.for(Object.keys(ENDS))('when a key %s, its stream ends', async (how, { listen, store }) => {
    const { id, secret } = await makeKey({ access: 'write', storeIds: [store.id] })
    const headers = { authorization: `Bearer ${secret}` }
    const { ended, status } = await listen(`/v1/memory_stores/${store.id}/events`, { headers })
    expect(status).toBe(200)
    await ENDS[how]?.(id)
    await ended
  })

  test('when a key is revoked, what it listens to over MCP ends, and no call is answered', async ({
    me: { call },
  }) => {
    const { id, secret } = await makeKey({})
    const ask = (method: string, params = {}) => {
      const { body, headers } = messageOf(method, params)
      return call('POST', '/mcp', body, { ...headers, authorization: `Bearer ${secret}` })
    }
    const notifications = { resourcesListChanged: true }
    const response = await ask('subscriptions/listen', { notifications })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toBeDefined()
    await revokeKey(id)
    const begun = Date.now()
    while ((await reader?.read())?.done === false);
    expect(Date.now() - begun).toBeLessThan(6_000)
    expect((await ask('tools/list')).status).toBe(401)
  })
})

test('when a key is revoked, an export that it began breaks off', async ({ as, store }) => {
  const text = 'x'.repeat(100_000)
  for (let part = 0; part < 10; part++) {
    const names = Array.from({ length: 20 }, (_, n) => `/${part}/${n}`)
    await written(store.id, Object.fromEntries(names.map((name) => [name, text])))
  }
  const me = await as({})
  const response = await me.call('GET', `/v1/memory_stores/${store.id}/export?format=jsonl`)
  await revokeKey(me.keyId ?? '')
  await expect(response.text()).rejects.toThrow('terminated')
})

test('when a key is revoked, it is not told of work that it waits for', async ({ as, store }) => {
  const me = await as({ access: 'write', isAgent: false })
  const lines = Array.from({ length: 2_000 }, (_, n) => `{"path":"/${n}","content":""}`)
  const told = me.call('POST', `/v1/memory_stores/${store.id}/import?wait=true`, lines.join('\n'))
  await expect.poll(() => numberOf(store.id)).toBeGreaterThan(0)
  await revokeKey(me.keyId ?? '')
  expect((await told).status).toBe(401)
})

test.for([
  ['memories', 'application/json'],
  ['import?wait=true', 'application/jsonl'],
])(
  'what a key was still sending to %s when it was revoked is not taken',
  async ([to, type], { server, store }) => {
    const { id, secret } = await makeKey({ access: 'write', isAgent: false })
    const { hostname, port } = new URL(server.url)
    const body = JSON.stringify({ path: '/late.md', content: 'x'.repeat(1000) })
    const socket = connect(Number(port), hostname)
    const answered = once(socket, 'data') as Promise<[Buffer]>
    socket.write(
      [
        `POST /v1/memory_stores/${store.id}/${to} HTTP/1.1`,
        `content-type: ${type}`,
        'host: 127.0.0.1',
        `x-api-key: ${secret}`,
        `content-length: ${body.length}`,
        '',
        body.slice(0, 10),
      ].join('\r\n'),
    )
    const lastUse = async () =>
      (await db.apiKey.findUnique({ where: { id }, select: { lastUsedAt: true } }))?.lastUsedAt
    await expect.poll(lastUse).not.toBeNull()
    await revokeKey(id)
    // A body that comes at once is taken to have been sent with a good key.
    const begun = Date.now()
    await expect.poll(() => Date.now() - begun > 600).toBe(true)
    socket.write(body.slice(10))
    const [answer] = await answered
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 401 /)
    expect((await getStore(store.id)).lastSequence).toBe(0)
    socket.destroy()
  },
)
