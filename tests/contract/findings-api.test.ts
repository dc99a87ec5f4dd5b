import { afterAll, expect, test } from 'vitest'
import { createApiKey, type CreateApiKeyInput } from '@/lib/auth/api-keys'
import { examineAll } from '@/lib/review/background/examiner'
import { lastScan } from '@/lib/review/findings/scan-store'
import { createMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { DAY_MS } from '@/lib/text/day-ms'
import { onSqlite } from '@/tests/support/databases'
import { serveApi, type TestServer } from '@/tests/support/http-server'

/** Findings over HTTP (review page, Findings). Who may call what is in `who-may.test.ts`. */

const TOKEN = 'dckr_pat_Example1234567890AbCdEfGhjK'
const AGENT = { actor: { type: 'session', id: 'sesn_agent' } } as const
interface Body {
  data: { id: string; rule: string }[]
  next_page: string | null
  status: string
  error?: { message: string }
}

onSqlite((current) => {
  let server: TestServer | undefined
  afterAll(() => server?.close())

  const reviewer = async (input: Partial<CreateApiKeyInput> = {}) => {
    const key = { name: 'a reviewer', access: 'review' as const, storeIds: null, ...input }
    const { secret } = await createApiKey(current(), key)
    return async (method: string, address: string, sent?: object) => {
      server ??= await serveApi(current())
      const response = await fetch(`${server.url}/v1/memory_stores/${address}`, {
        method,
        headers: { authorization: `Bearer ${secret}` },
        ...(sent ? { body: JSON.stringify(sent) } : {}),
      })
      return { status: response.status, body: (await response.json()) as Body }
    }
  }

  /** A store in which an agent wrote a token and an address. */
  const written = async () => {
    const { id: storeId } = await createStore(current(), { name: 'Notes' })
    const made = { storeId, path: '/a', content: 'one\n', cause: { actor: LOCAL_USER_ACTOR } }
    const { id: memoryId } = await createMemory(current(), made)
    const content = `one\nkey ${TOKEN}\nmail anna.larsson@firma.se\n`
    await updateMemory(current(), { storeId, memoryId, content, cause: AGENT })
    await examineAll(current())
    return { storeId, memoryId }
  }

  test('are listed page by page, the most severe first, and by what they are', async () => {
    const call = await reviewer()
    const { storeId, memoryId } = await written()
    const first = await call('GET', `${storeId}/findings?limit=1`)
    expect(first.body.data).toMatchObject([
      {
        type: 'finding',
        rule: 'docker_token',
        category: 'secret',
        severity: 'critical',
        memory_id: memoryId,
        path: '/a',
        lines: { from: 2, from_column: 5, to: 2, to_column: 5 + TOKEN.length },
        status: 'open',
        standing: true,
        reason: null,
        decided_by: null,
      },
    ])
    const next = await call('GET', `${storeId}/findings?limit=1&page=${first.body.next_page}`)
    expect(next.body).toMatchObject({ data: [{ rule: 'email_address' }], next_page: null })
    const listed = async (query: string) =>
      (await call('GET', `${storeId}/findings?${query}`)).body.data.map(({ rule }) => rule)
    expect(await listed('category=personal_data')).toEqual(['email_address'])
    expect(await listed('severity=critical')).toEqual(['docker_token'])
    expect(await listed('rule=docker_token&status=open')).toEqual(['docker_token'])
    expect(await listed('status=fixed')).toEqual([])
    expect(await listed('memory_id=mem_none')).toEqual([])
    expect(JSON.stringify(first.body)).not.toContain(TOKEN)
  })

  test('a risk is accepted with a reason, and taken back', async () => {
    const call = await reviewer()
    const { storeId } = await written()
    const id = (await call('GET', `${storeId}/findings`)).body.data[0]?.id ?? ''
    const at = `${storeId}/findings/${id}`
    const accepted = await call('POST', at, { status: 'accepted_risk', reason: 'Ends today.' })
    expect(accepted).toMatchObject({
      status: 200,
      body: { status: 'accepted_risk', reason: 'Ends today.', decided_by: { type: 'api_actor' } },
    })
    expect((await call('GET', at)).body).toMatchObject({ status: 'accepted_risk' })
    expect((await call('POST', at, { status: 'open' })).body).toMatchObject({
      status: 'open',
      reason: null,
    })
  })

  test('a rule that is kept quiet at a path is not among what is open', async () => {
    const call = await reviewer()
    const { storeId } = await written()
    const id = (await call('GET', `${storeId}/findings`)).body.data[0]?.id ?? ''
    const except_until = new Date(Date.now() + DAY_MS).toISOString()
    const quiet = await call('POST', `${storeId}/findings/${id}`, { except_until })
    expect(quiet.body).toMatchObject({ status: 'open', excepted_until: except_until })
    const open = await call('GET', `${storeId}/findings?status=open`)
    expect(open.body.data.map(({ rule }) => rule)).toEqual(['email_address'])
  })

  test.each([
    [{}, 'status: must be given'],
    [{ status: 'fixed' }, 'status: must be open, false_positive or accepted_risk'],
    [{ status: 'accepted_risk' }, 'reason: must be given with accepted_risk'],
    [{ status: 'open', reason: 'x' }, 'reason: must be given with false_positive or accepted_risk'],
    [{ except_until: '2020-01-01T00:00:00Z' }, 'except_until: must be in the future'],
    [{ except_until: '2999-01-01T00:00:00Z' }, 'except_until: must be at most 366 days away'],
    [{ status: 'false_positive', reason: 'x'.repeat(1001) }, 'reason: must be at most 1000'],
  ])('%j is refused', async (body, message) => {
    const call = await reviewer()
    const { storeId } = await written()
    const id = (await call('GET', `${storeId}/findings`)).body.data[0]?.id ?? ''
    const refused = await call('POST', `${storeId}/findings/${id}`, body)
    expect(refused.status).toBe(400)
    expect(refused.body.error?.message).toContain(message)
  })

  test('changesets are listed by the category of what was found in them', async () => {
    const call = await reviewer()
    const { storeId } = await written()
    const listed = async (category: string) => {
      const at = `${server?.url}/v1/changesets?store_id=${storeId}&category=${category}`
      const { data } = (await (await fetch(at)).json()) as Body
      return data.length
    }
    await call('GET', `${storeId}/findings`)
    expect([await listed('secret'), await listed('hygiene')]).toEqual([1, 0])
  })

  test('bad filters and findings of other stores are refused', async () => {
    const call = await reviewer()
    const { storeId } = await written()
    const other = await written()
    const id = (await call('GET', `${storeId}/findings`)).body.data[0]?.id ?? ''
    const status = async (address: string) => (await call('GET', address)).status
    expect(await status(`${storeId}/findings?rule=everything`)).toBe(400)
    expect(await status(`${storeId}/findings?page=page_x`)).toBe(400)
    expect(await status(`${other.storeId}/findings/${id}`)).toBe(404)
    const elsewhere = await call('POST', `${other.storeId}/findings/${id}`, {
      status: 'false_positive',
    })
    expect(elsewhere.status).toBe(404)
  })

  test('a store is scanned by a job, whose result says what was found and never the text', async () => {
    const call = await reviewer()
    const { id: storeId } = await createStore(current(), { name: 'Older than scanning' })
    const cause = { actor: LOCAL_USER_ACTOR }
    await createMemory(current(), { storeId, path: '/a', content: `key ${TOKEN}\n`, cause })
    const dryRun = await call('POST', `${storeId}/scan`, { dry_run: true })
    expect(dryRun).toMatchObject({ status: 200, body: { type: 'job', kind: 'scan' } })
    const ended = async () => {
      const job = await lastScan(current(), storeId)
      return job?.state === 'running' ? null : job
    }
    await expect.poll(ended).toMatchObject({
      state: 'done',
      result: { memories: 1, fresh: 1, isDryRun: true },
    })
    expect((await call('GET', `${storeId}/findings`)).body.data).toEqual([])
    await call('POST', `${storeId}/scan`)
    await expect
      .poll(async () => (await call('GET', `${storeId}/findings`)).body.data)
      .toMatchObject([{ rule: 'docker_token', path: '/a' }])
    expect(JSON.stringify(await lastScan(current(), storeId))).not.toContain(TOKEN)
  })
})
