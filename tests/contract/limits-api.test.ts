import { afterAll, expect, test } from 'vitest'
import { createApiKey } from '@/lib/auth/api-keys'
import { createMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { onBothDatabases } from '@/tests/support/databases'
import { serveApi, type TestServer } from '@/tests/support/http-server'

/** A store's limits over HTTP (review page, Limits and expiry). */

onBothDatabases((current) => {
  let server: TestServer | undefined
  afterAll(() => server?.close())

  const calling = async () => {
    server ??= await serveApi(current())
    const { url } = server
    const key = { name: 'an administrator', access: 'admin' as const, storeIds: null }
    const { secret } = await createApiKey(current(), key)
    const { id } = await createStore(current(), { name: 'Notes' })
    return async (method: string, path: string, sent?: object) => {
      const response = await fetch(`${url}/v1/memory_stores/${id}${path}`, {
        method,
        headers: { authorization: `Bearer ${secret}` },
        ...(sent ? { body: JSON.stringify(sent) } : {}),
      })
      return { id, status: response.status, body: (await response.json()) as object }
    }
  }

  test('are set one by one, and read with what is used of them', async () => {
    const call = await calling()
    const { id: storeId } = await call('GET', '/limits')
    const cause = { actor: LOCAL_USER_ACTOR }
    await createMemory(current(), { storeId, path: '/a', content: 'four\n', cause })
    await call('POST', '/limits', { memories: 1, bytes: 1_000 })
    const { body } = await call('POST', '/limits', { bytes: null, view_characters: 2_000 })
    expect(body).toEqual({
      type: 'memory_store_limits',
      memory_store_id: storeId,
      memories: { used: 1, limit: 1 },
      bytes: { used: 5, limit: null },
      versions: { used: 1, limit: null },
      memory_bytes: { used: 5, limit: 102_400 },
      view_characters: { used: null, limit: 2_000 },
    })
    const refused = await call('POST', '/memories', { path: '/b', content: 'x' })
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused.body)).toContain('1')
  })

  test.each([
    [{ memories: 0 }, 'memories'],
    [{ memories: 1.5 }, 'memories'],
    [{ view_characters: 10 }, 'view_characters'],
    [{ memory_bytes: 99_999_999 }, 'memory_bytes'],
    [{ notes: 3 }, 'notes'],
  ])('are refused as %j', async (sent, field) => {
    const call = await calling()
    const { status, body } = await call('POST', '/limits', sent)
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain(field)
    expect(JSON.stringify(body)).not.toContain('settings')
  })
})
