import { afterAll, expect, test } from 'vitest'
import { GET as exportForPerson } from '@/app/(dashboard)/stores/[storeId]/export/route'
import { createApiKey } from '@/lib/auth/api-keys'
import { serveDatabase } from '@/lib/db/open-database'
import { runDocumentTool } from '@/lib/document-tools/run-document-tool'
import { createMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { type Cause, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { listReads, recordRead } from '@/lib/store/reads/reads'
import { onSqlite } from '@/tests/support/databases'
import { serveApi, type TestServer } from '@/tests/support/http-server'

/** Reach over HTTP (review page, Reach), and what counts as a read. */

const PERSON: Cause = { actor: LOCAL_USER_ACTOR }
const AGENT: Cause = { actor: { type: 'session', id: 'sesn_reader' } }

interface Body {
  complete: boolean
  sessions: object[]
  data: { memory_version: { path: string } }[]
  next_page: string | null
  error?: { message: string }
}

onSqlite((current) => {
  let server: TestServer | undefined
  afterAll(() => server?.close())

  const caller = async () => {
    const { key, secret } = await createApiKey(current(), {
      name: 'a script',
      access: 'read',
      purpose: 'script',
      storeIds: null,
    })
    const ask = async (address: string, headers: Record<string, string> = {}) => {
      server ??= await serveApi(current())
      return fetch(`${server.url}/v1/memory_stores/${address}`, {
        headers: { authorization: `Bearer ${secret}`, ...headers },
      })
    }
    const get = async (address: string) => {
      const response = await ask(address)
      return { status: response.status, body: (await response.json()) as Body }
    }
    return { keyId: key.id, ask, get }
  }

  const written = async () => {
    const { id: storeId } = await createStore(current(), { name: 'Notes' })
    const input = { storeId, path: '/a', content: 'the first line\n', cause: PERSON }
    const first = await createMemory(current(), input)
    const change = { storeId, memoryId: first.id, content: 'the second line\n', cause: PERSON }
    const second = await updateMemory(current(), change)
    return { storeId, first, second }
  }

  test('is answered page by page, with everybody who read', async () => {
    const { get } = await caller()
    const { storeId, second } = await written()
    recordRead(current(), { memoryId: second.id, sequence: second.sequence, cause: AGENT })
    for (const path of ['/b', '/c', '/d']) {
      await createMemory(current(), { storeId, path, content: path, cause: AGENT })
    }
    const reach = `${storeId}/memory_versions/${second.versionId}/reach`
    const { body } = await get(`${reach}?limit=2`)
    expect(body).toMatchObject({
      type: 'memory_version_reach',
      memory_version_id: second.versionId,
      complete: true,
      sessions: [{ session_id: 'sesn_reader', step: 1, certainty: 'exact' }],
    })
    expect(body.data.map(({ memory_version }) => memory_version.path)).toEqual(['/b', '/c'])
    const rest = await get(`${reach}?limit=2&page=${body.next_page}`)
    expect(rest.body.data.map(({ memory_version }) => memory_version.path)).toEqual(['/d'])
    expect(rest.body.next_page).toBeNull()
  })

  test.each(['0', '4', 'two'])('refuses %s steps, naming them', async (steps) => {
    const { get } = await caller()
    const { storeId, first } = await written()
    const reach = `${storeId}/memory_versions/${first.versionId}/reach`
    const { status, body } = await get(`${reach}?steps=${steps}`)
    expect(status).toBe(400)
    expect(body.error?.message).toBe('steps: must be 1, 2 or 3')
  })

  const readsOf = async (storeId: string) => {
    const reads = await listReads(current(), { storeId, limit: 10 })
    return reads.map(({ actor, lastSequence }) => [actor.id, lastSequence]).sort()
  }

  test('a search counts as a read of the memories of which it shows lines', async () => {
    const { keyId, ask } = await caller()
    const { storeId, second } = await written()
    const path = { storeId, path: '/second', content: 'nothing\n', cause: PERSON }
    await createMemory(current(), path)
    await (await ask(`${storeId}/search?q=second`)).text()
    expect(await readsOf(storeId)).toEqual([[keyId, second.sequence]])
  })

  test('a search of the history counts as a read of the version that it shows', async () => {
    const { keyId, ask } = await caller()
    const { storeId, first } = await written()
    await (await ask(`${storeId}/search?q=first&history=true`)).text()
    expect(await readsOf(storeId)).toEqual([[keyId, first.sequence]])
  })

  test('the search of agents counts as a read', async () => {
    const { storeId, second } = await written()
    const mounts = [{ storeId, name: 'notes', access: 'read_write' as const }]
    const call = { mounts, name: 'memory_search' as const, input: { query: 'second' } }
    await runDocumentTool(current(), { ...call, cause: AGENT })
    expect(await readsOf(storeId)).toEqual([['sesn_reader', second.sequence]])
  })

  test('a version that is read, alone or in a list, counts', async () => {
    const { keyId, ask } = await caller()
    const { storeId, first } = await written()
    await (await ask(`${storeId}/memory_versions/${first.versionId}`)).text()
    expect(await readsOf(storeId)).toEqual([[keyId, first.sequence]])
    await (await ask(`${storeId}/memory_versions?view=basic`)).text()
    expect(await readsOf(storeId)).toHaveLength(1)
    await (await ask(`${storeId}/memory_versions?view=full`)).text()
    expect(await readsOf(storeId)).toHaveLength(2)
  })

  test('an export counts as a read of all that it has, with history of every version', async () => {
    const { keyId, ask } = await caller()
    const { storeId, first, second } = await written()
    await (await ask(`${storeId}/export?format=tar`)).arrayBuffer()
    expect(await readsOf(storeId)).toEqual([[keyId, second.sequence]])
    await (await ask(`${storeId}/export?format=jsonl&history=true`)).text()
    expect(await readsOf(storeId)).toEqual([
      [keyId, first.sequence],
      [keyId, second.sequence],
    ])
  })

  test('an export is its caller’s read, whatever browser they say they are', async () => {
    const { keyId, ask } = await caller()
    const { storeId, second } = await written()
    const browser = { 'sec-fetch-site': 'same-origin' }
    await (await ask(`${storeId}/export?format=tar`, browser)).arrayBuffer()
    expect(await readsOf(storeId)).toEqual([[keyId, second.sequence]])
  })

  test('an export that a person takes from the dashboard is their read', async () => {
    const { storeId, second } = await written()
    serveDatabase(current())
    const address = `http://127.0.0.1:3000/stores/${storeId}/export?format=tar`
    const answer = await exportForPerson(new Request(address), {
      params: Promise.resolve({ storeId }),
    })
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(0)
    expect(await readsOf(storeId)).toEqual([[LOCAL_USER_ACTOR.id, second.sequence]])
  })
})
