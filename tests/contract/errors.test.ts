import { write } from '@/lib/db'
import { describe, expect, test } from '@/tests/support/fixtures'

/** Errors as they go over the wire. */

interface Envelope {
  type: string
  error: { type: string; message: string } & Record<string, unknown>
  request_id: string
}

const MISSING = '/v1/memory_stores/memstore_none'

describe('a refusal', () => {
  test.for([
    ['GET', '/v1/memory_stores?limit=0', 400, 'invalid_request_error'],
    ['GET', MISSING, 404, 'not_found_error'],
    ['GET', '/v1/jobs/job_none', 404, 'not_found_error'],
    ['PUT', MISSING, 405, 'invalid_request_error'],
  ] as const)(
    '%s %s is %i %s, and is not asked again',
    async ([method, path, status, type], { me }) => {
      const answer = await me.ask<Envelope>(method, path)
      expect(answer).toMatchObject({ status, body: { type: 'error', error: { type } } })
      expect(Object.keys(answer.body).sort()).toEqual(['error', 'request_id', 'type'])
      expect(answer.body.request_id).toBe(answer.headers.get('request-id'))
      expect(answer.headers.get('x-should-retry')).toBe('false')
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    },
  )

  test('says in our words what is wrong with a field', async ({ me, store }) => {
    const at = `/v1/memory_stores/${store.id}`
    const bad: [call: [method: string, path: string, body?: unknown], message: string][] = [
      [['GET', `${at}/memories?limit=1&limit=2`], 'limit: must be given once'],
      [['GET', `${at}/search?q=a&history=true&history=true`], 'history: must be given once'],
      [
        ['POST', `${at}/redact`, { text: 'abc', replacement: 'x'.repeat(1_001) }],
        'replacement: must be at most 1000 characters',
      ],
      [['POST', at, { name: 'a\ud800' }], 'name: must be Unicode text'],
      [['POST', at, { name: 'a\0' }], 'name: must be Unicode text'],
      [['POST', at, `{"metadata":{"__proto__":"x"}}`], '__proto__: cannot be a key'],
    ]
    for (const [call, message] of bad) {
      const { status, body } = await me.ask<Envelope>(...call)
      expect([status, body.error.message]).toEqual([400, message])
    }
    const time = store.createdAt.toISOString().toLowerCase()
    expect((await me.ask('GET', `${at}/changes?from=${time}&to=${time}`)).status).toBe(200)
    const content = '{"__proto__":1}'
    expect((await me.ask('POST', `${at}/memories`, { path: '/a', content })).status).toBe(200)
  })

  test('of a key says no more than that it is not good', async ({ me }) => {
    const { status, body } = await me.ask<Envelope>('GET', MISSING, undefined, {
      authorization: 'Bearer plk_made_up',
    })
    expect([status, body.error]).toEqual([
      401,
      { type: 'authentication_error', message: 'The API key is not valid.' },
    ])
  })

  test('of somebody who may not comes before what they ask for is looked at', async ({ as }) => {
    const reader = await as({ access: 'read' })
    const { status, body } = await reader.ask<Envelope>('POST', `${MISSING}/memories`, 'no JSON')
    expect([status, body.error]).toEqual([
      403,
      { type: 'permission_error', message: 'This call needs a key with the access write.' },
    ])
  })

  test('of a body comes after what is not there', async ({ me, store }) => {
    const at = `/v1/memory_stores/${store.id}/memories`
    const status = async (path: string) => (await me.ask('POST', path, '{"content":')).status
    expect(await status(`${MISSING}/memories`)).toBe(404)
    expect(await status(`${at}/mem_none`)).toBe(404)
    expect(await status(at)).toBe(400)
  })
})

test('what is damaged is told with its id, not asked for again, and named in lists', async ({
  me,
  store,
}) => {
  const { memories } = me.sdk.beta.memoryStores
  const { id, memory_version_id: versionId } = await memories.create(store.id, {
    path: '/a',
    content: 'as it was written',
  })
  const content = 'as a disk may have it'
  await write(async (tx) => {
    await tx.version.update({ where: { id: versionId }, data: { content } })
    await tx.memory.update({ where: { id }, data: { content } })
  })
  const at = `/v1/memory_stores/${store.id}`
  for (const path of [`${at}/memories/${id}`, `${at}/memory_versions/${versionId}`]) {
    const { status, body, headers } = await me.ask<Envelope>('GET', path)
    expect([status, body.error]).toMatchObject([
      503,
      { type: 'overloaded_error', version_id: versionId },
    ])
    expect(headers.get('x-should-retry')).toBe('false')
    expect(JSON.stringify(body)).not.toContain(content)
    expect((await me.call('GET', `${path}?view=basic`)).status).toBe(200)
  }
  await memories.create(store.id, { path: '/b', content: 'sound' })
  const { data } = await memories.list(store.id, { view: 'full' })
  expect(data).toMatchObject([
    { path: '/a', content: null, palimpsest: { damaged: true } },
    { path: '/b', content: 'sound' },
  ])
  const versions = await me.sdk.beta.memoryStores.memoryVersions.list(store.id, { view: 'full' })
  expect(versions.data).toMatchObject([
    { path: '/b', content: 'sound' },
    { path: '/a', content: null, palimpsest: { damaged: true } },
  ])
  const { data: basic } = await me.sdk.beta.memoryStores.memoryVersions.list(store.id)
  expect(JSON.stringify(basic)).not.toContain('palimpsest')
})

test('a fault of ours shows neither a statement nor what was stored', async ({ me, store }) => {
  const data = { metadata: 'a text where pairs should be' }
  await write((tx) => tx.store.update({ where: { id: store.id }, data }))
  const { status, body } = await me.ask<Envelope>('GET', `/v1/memory_stores/${store.id}`)
  expect([status, body.error]).toEqual([
    500,
    { type: 'api_error', message: 'Something went wrong in the server; its log has more.' },
  ])
})
