import { afterAll, expect, test } from 'vitest'
import { createApiKey } from '@/lib/auth/api-keys'
import { savePolicy } from '@/lib/review/policy/save-policy'
import { createStore } from '@/lib/store/stores/change-stores'
import { listVersions } from '@/lib/store/versions/read-versions'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { onBothDatabases } from '@/tests/support/databases'
import { serveApi, type TestServer } from '@/tests/support/http-server'

onBothDatabases((current) => {
  let server: TestServer | undefined
  afterAll(() => server?.close())
  const url = async () => (server ??= await serveApi(current())).url

  /** A store in which no agent may write anything. */
  const guarded = async () => {
    const { id: storeId } = await createStore(current(), { name: 'Guarded' })
    const draft = { default: 'hold' as const, rules: [] }
    await savePolicy(current(), { storeId, draft, revision: 0, by: LOCAL_USER_ACTOR })
    return storeId
  }
  const imported = async (storeId: string, headers: Record<string, string>) =>
    fetch(`${await url()}/dashboard/v1/memory_stores/${storeId}/import?wait=true&name=a.jsonl`, {
      method: 'POST',
      headers,
      body: '{"path":"/a.md","content":"tea\\n"}\n',
    })

  test('what is imported on a page of the dashboard is the person’s, and no policy’s matter', async () => {
    const storeId = await guarded()
    expect((await imported(storeId, { origin: await url() })).status).toBe(200)
    const { versions } = await listVersions(current(), { storeId, limit: 5 })
    expect(versions).toMatchObject([{ path: '/a.md', createdBy: LOCAL_USER_ACTOR }])
  })

  test('the address of the dashboard is closed to programs, to foreign pages and to keys', async () => {
    const storeId = await guarded()
    const { secret } = await createApiKey(current(), {
      name: 'agent',
      access: 'admin',
      purpose: 'agent',
      storeIds: null,
    })
    for (const headers of [
      {},
      { origin: 'http://evil.example' },
      { origin: await url(), 'sec-fetch-site': 'cross-site' },
      { origin: await url(), 'x-api-key': secret },
    ] as Record<string, string>[]) {
      expect((await imported(storeId, headers)).status).toBe(403)
    }
    expect((await listVersions(current(), { storeId, limit: 5 })).versions).toEqual([])
  })

  test('pages ask for nothing else there', async () => {
    const storeId = await guarded()
    const asked = async (path: string) =>
      fetch(`${await url()}/dashboard/v1/${path}`, { headers: { origin: await url() } })
    expect((await asked(`memory_stores/${storeId}`)).status).toBe(404)
    expect((await asked('nothing')).status).toBe(404)
  })
})
