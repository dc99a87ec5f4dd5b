import { request as httpRequest } from 'node:http'
import { expect, test } from './fixtures'

/** The API of the built application: what depends on the program that serves it. */

test('the SDK makes, changes, lists and deletes, and reads the history', async ({
  memoryStores,
}) => {
  const store = await memoryStores.create({
    name: 'Over the built server',
    metadata: { team: 'a' },
  })
  const { memories, memoryVersions } = memoryStores
  const made = await memories.create(store.id, { path: '/é/a b.md', content: 'one\r\n' })
  const inStore = { memory_store_id: store.id }
  const full = await memories.retrieve(made.id, inStore)
  expect([full.path, full.content]).toEqual(['/é/a b.md', 'one\r\n'])
  const precondition = { type: 'content_sha256', content_sha256: made.content_sha256 } as const
  await memories.update(made.id, { ...inStore, content: 'two', precondition })
  await expect(
    memories.update(made.id, { ...inStore, content: 'three', precondition }),
  ).rejects.toMatchObject({
    status: 409,
    error: { error: { type: 'memory_precondition_failed_error' } },
  })
  await expect(memories.create(store.id, { path: '/é', content: '' })).rejects.toMatchObject({
    status: 409,
    error: {
      error: {
        type: 'memory_path_conflict_error',
        conflicting_path: '/é/a b.md',
        conflicting_memory_id: made.id,
      },
    },
  })
  const listed = await memories.list(store.id, { depth: 1 })
  expect(listed.data).toEqual([{ type: 'memory_prefix', path: '/é/' }])
  await memories.delete(made.id, inStore)
  const { data } = await memoryVersions.list(store.id, { memory_id: made.id })
  expect(data.map(({ operation }) => operation)).toEqual(['deleted', 'modified', 'created'])
  await memoryStores.archive(store.id)
  expect(await memoryStores.delete(store.id)).toEqual({
    id: store.id,
    type: 'memory_store_deleted',
  })
})

test('every address and method answers errors in the API’s own form', async ({ request }) => {
  for (const [method, path, status] of [
    ['GET', '/v1/messages', 404],
    ['POST', '/v1', 404],
    ['GET', '/v1/memory_stores/memstore_none', 404],
    ['GET', '/v1/memory_stores/%00', 404],
    ['PUT', '/v1/memory_stores', 405],
    ['GET', '/v1/memory_stores?limit=0', 400],
  ] as const) {
    const response = await request.fetch(path, { method })
    expect([method, path, response.status()]).toEqual([method, path, status])
    const body = (await response.json()) as { type: string; request_id: string }
    expect(body).toMatchObject({
      type: 'error',
      request_id: response.headers()['request-id'],
    })
    expect(response.headers()['x-should-retry']).toBe('false')
  }
  const options = await request.fetch('/v1/memory_stores', { method: 'OPTIONS' })
  expect([options.status(), options.headers().allow]).toEqual([204, 'GET, POST, HEAD, OPTIONS'])
  expect((await request.head('/v1/openapi.json')).status()).toBe(200)
})

test('a body that is too large is refused while it is still sent', async ({
  baseURL,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Too large' })
  const content = 'x'.repeat(2_000_000)
  await expect(memoryStores.memories.create(id, { path: '/a', content })).rejects.toMatchObject({
    status: 413,
    error: { error: { type: 'request_too_large' } },
  })
  const piece = Buffer.alloc(64 * 1024, ' ')
  const { status, sent } = await new Promise<{ status: number | undefined; sent: number }>(
    (resolve, reject) => {
      let sent = 0
      let isAnswered = false
      const url = `${baseURL}/v1/memory_stores/${id}/memories`
      const sending = httpRequest(url, { method: 'POST' }, (response) => {
        isAnswered = true
        response.resume().on('end', () => {
          sending.destroy()
          resolve({ status: response.statusCode, sent })
        })
      })
      sending.on('error', (error) => isAnswered || reject(error))
      const next = () => {
        if (isAnswered) return
        sent += piece.length
        sending.write(piece, () => setTimeout(next, 5))
      }
      next()
    },
  )
  expect(status).toBe(413)
  expect(sent).toBeLessThan(16 * 1024 * 1024)
})

test('events stream as they happen, and resume where they were left', async ({
  baseURL,
  memoryStores,
}) => {
  const { id } = await memoryStores.create({ name: 'Streamed' })
  const write = (path: string) => memoryStores.memories.create(id, { path, content: '' })
  /** Resolves when the stream has begun; `heard` to the numbers received until a text arrives. */
  const listen = async (headers: Record<string, string>, until: string) => {
    const leaving = new AbortController()
    const url = `${baseURL}/v1/memory_stores/${id}/events`
    const response = await fetch(url, { headers, signal: leaving.signal })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(response.headers.get('content-encoding')).toBeNull()
    const heard = (async () => {
      let text = ''
      const decoder = new TextDecoder()
      for await (const chunk of response.body ?? []) {
        text += decoder.decode(chunk, { stream: true })
        if (text.includes(until)) break
      }
      leaving.abort()
      return [...text.matchAll(/^id: (\d+)$/gm)].map((match) => Number(match[1]))
    })()
    return { heard }
  }
  const live = await listen({}, '"/b"')
  await write('/a')
  await write('/b')
  expect(await live.heard).toEqual([1, 2])
  const resumed = await listen({ 'last-event-id': '1' }, '"/b"')
  expect(await resumed.heard).toEqual([2])
})
