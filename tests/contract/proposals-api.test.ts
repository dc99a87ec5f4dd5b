import { afterAll, expect, test } from 'vitest'
import { createApiKey, type CreateApiKeyInput } from '@/lib/auth/api-keys'
import type { HeldCommand } from '@/lib/proposals/held-command'
import { holdWrite } from '@/lib/proposals/hold-write'
import { createMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { getMemory } from '@/lib/store/memories/read-memories'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { onSqlite } from '@/tests/support/databases'
import { serveApi, type TestServer } from '@/tests/support/http-server'

/** Writes that wait, over HTTP (review page, HTTP API). Who may call what is in `who-may.test.ts`. */

const PERSON = { actor: LOCAL_USER_ACTOR }

/** The fields of answers that the tests read; each answer has only those asked for. */
interface Body {
  id: string
  state: string
  edited: boolean
  data: { id: string }[]
  next_page: string | null
  proposed: { content_sha256: string; possible: boolean; changes: object[] } | null
  error?: { type: string; message: string }
}

onSqlite((current) => {
  let server: TestServer | undefined
  afterAll(() => server?.close())

  const key = (input: Partial<CreateApiKeyInput> = {}) =>
    createApiKey(current(), { name: 'a key', access: 'review', storeIds: null, ...input })

  /** A store with a memory, and a write to it by an agent's key that waits. */
  const held = async (command: Partial<HeldCommand> = {}) => {
    const { id: storeId } = await createStore(current(), { name: 'Notes' })
    const made = { storeId, path: '/a', content: 'one\n', cause: PERSON }
    const { id: memoryId } = await createMemory(current(), made)
    const agent = await key({ access: 'admin', purpose: 'script' })
    const proposalId = await holdWrite(current(), {
      storeId,
      command: { kind: 'update', memoryId, content: 'two\n', ...command } as HeldCommand,
      path: '/a',
      kind: 'modified',
      cause: { actor: { type: 'api_key', id: agent.key.id } },
      rule: { id: 'careful', revision: 1 },
      lapseAfter: 72 * 3_600_000,
    })
    const address = `/memory_stores/${storeId}/proposals/${proposalId}`
    return { storeId, memoryId, address, agent: agent.secret }
  }
  const call = async (
    secret: string,
    method: string,
    address: string,
    sent?: object,
  ): Promise<{ status: number; body: Body }> => {
    server ??= await serveApi(current())
    const response = await fetch(`${server.url}/v1${address}`, {
      method,
      headers: { authorization: `Bearer ${secret}` },
      ...(sent ? { body: JSON.stringify(sent) } : {}),
    })
    return { status: response.status, body: (await response.json()) as Body }
  }
  const content = async (storeId: string, memoryId: string) =>
    (await getMemory(current(), { storeId, memoryId, view: 'full' })).content

  test('a waiting write is read with what it would change, and allowed by its bytes', async () => {
    const { storeId, memoryId, address } = await held()
    const { secret } = await key()
    const { body } = await call(secret, 'GET', address)
    expect(body).toMatchObject({
      type: 'proposal',
      state: 'waiting',
      change: 'modified',
      path: '/a',
      rule: { id: 'careful', policy_revision: 1 },
      proposed: {
        possible: true,
        changes: [
          {
            memory_id: memoryId,
            before: { path: '/a', content: 'one\n' },
            after: { path: '/a', content: 'two\n' },
          },
        ],
      },
    })
    const named = { content_sha256: body.proposed?.content_sha256 }
    const listed = `/changesets?state=waiting&store_id=${storeId}`
    expect((await call(secret, 'GET', listed)).body.data).toHaveLength(1)
    const answer = await call(secret, 'POST', address, { result: 'allow', ...named })
    expect(answer).toMatchObject({ status: 200, body: { state: 'allowed', edited: false } })
    expect((await call(secret, 'GET', listed)).body.data).toHaveLength(0)
    expect(await content(storeId, memoryId)).toBe('two\n')
    expect((await call(secret, 'GET', address)).body.proposed).toBeNull()
  })

  test('an approval without bytes is refused, and one of other bytes writes nothing', async () => {
    const { storeId, memoryId, address } = await held({ kind: 'delete' })
    const { secret } = await key()
    expect(await call(secret, 'POST', address, { result: 'allow' })).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('content_sha256') as string } },
    })
    const { body } = await call(secret, 'GET', address)
    await updateMemory(current(), { storeId, memoryId, content: 'three\n', cause: PERSON })
    const named = { content_sha256: body.proposed?.content_sha256 }
    expect(await call(secret, 'POST', address, { result: 'allow', ...named })).toMatchObject({
      status: 409,
      body: { error: { message: 'The write changed since you looked at it.' } },
    })
    expect(await content(storeId, memoryId)).toBe('three\n')
  })

  test('a write is allowed with another text', async () => {
    const { storeId, memoryId, address } = await held()
    const { secret } = await key()
    const { body } = await call(secret, 'GET', address)
    const edited = { content_sha256: body.proposed?.content_sha256, content: 'mine\n' }
    const answer = await call(secret, 'POST', address, { result: 'allow', ...edited })
    expect(answer.body).toMatchObject({ state: 'allowed', edited: true })
    expect(await content(storeId, memoryId)).toBe('mine\n')
  })

  test('no key decides about what it wants to write itself', async () => {
    const { address, agent } = await held()
    expect(await call(agent, 'POST', address, { result: 'deny' })).toMatchObject({
      status: 403,
      body: { error: { type: 'permission_error' } },
    })
  })

  test('a write that was decided does not wait any more', async () => {
    const { address } = await held()
    const { secret } = await key()
    const denial = { result: 'deny', message: 'Not now.' }
    expect((await call(secret, 'POST', address, denial)).body).toMatchObject({
      state: 'denied',
      message: 'Not now.',
    })
    expect(await call(secret, 'POST', address, denial)).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('does not wait') as string } },
    })
  })

  test('proposals are listed by state, from page to page', async () => {
    const { storeId, address } = await held()
    const { secret } = await key()
    const list = `/memory_stores/${storeId}/proposals`
    const waiting = await call(secret, 'GET', `${list}?state=waiting&limit=1`)
    expect(waiting.body.data.map(({ id }) => id)).toEqual([address.split('/').at(-1)])
    expect(waiting.body.next_page).toBeNull()
    expect((await call(secret, 'GET', `${list}?state=lapsed`)).body.data).toEqual([])
    expect((await call(secret, 'GET', `${list}?state=lost`)).status).toBe(400)
  })
})
