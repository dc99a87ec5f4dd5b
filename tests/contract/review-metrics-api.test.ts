import { afterAll, expect, test } from 'vitest'
import { createApiKey } from '@/lib/auth/api-keys'
import { createMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { examineAll } from '@/lib/review/background/examiner'
import { onSqlite } from '@/tests/support/databases'
import { serveApi, type TestServer } from '@/tests/support/http-server'

/** Metrics and digest over HTTP (review page). Who may call is in `who-may.test.ts`. */

const AGENT = { actor: { type: 'session', id: 'sesn_agent' } } as const

onSqlite((current) => {
  let server: TestServer | undefined
  afterAll(() => server?.close())

  const caller = async (storeIds: string[] | null = null) => {
    const key = { name: 'a reader', access: 'read' as const, storeIds }
    const { secret } = await createApiKey(current(), key)
    return async (address: string) => {
      server ??= await serveApi(current())
      const response = await fetch(`${server.url}/v1/${address}`, {
        headers: { authorization: `Bearer ${secret}` },
      })
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    }
  }

  const written = async () => {
    const { id: storeId } = await createStore(current(), { name: 'Notes' })
    await createMemory(current(), { storeId, path: '/a', content: 'x\n', cause: AGENT })
    await examineAll(current())
    return storeId
  }

  test('the metrics of the last 30 days are answered, of all stores or of one', async () => {
    const get = await caller()
    const storeId = await written()
    const all = await get('review_metrics')
    expect(all).toMatchObject({
      status: 200,
      body: { type: 'review_metrics', decisions: { accepted: 0, by_rule: 0 } },
    })
    expect(all.body.open_changesets).toMatchObject([
      { up_to_seconds: 3600, count: 1 },
      {},
      {},
      {},
      {},
      {},
    ])
    expect(await get(`review_metrics?store_id=${storeId}`)).toMatchObject({ status: 200 })
  })

  test('a key that is limited to other stores has no figures of this one', async () => {
    const storeId = await written()
    const other = await createStore(current(), { name: 'Other' })
    const get = await caller([other.id])
    const { body } = await get('review_metrics')
    expect(body.open_changesets).toMatchObject([{ count: 0 }, {}, {}, {}, {}, {}])
    expect(await get(`review_metrics?store_id=${storeId}`)).toMatchObject({ status: 404 })
    expect((await get('review_digest')).body).toMatchObject({ writes: { count: 0 } })
  })

  test.each([
    ['from=yesterday', 'from: must be a time as RFC 3339 writes it'],
    ['from=2027-01-02T00:00:00Z&to=2027-01-01T00:00:00Z', 'from: must be before to'],
  ])('%s is refused, naming field and reason', async (query, message) => {
    const get = await caller()
    expect(await get(`review_metrics?${query}`)).toMatchObject({
      status: 400,
      body: { error: { message } },
    })
  })

  test('a digest is of the week, or of a day', async () => {
    const get = await caller()
    await written()
    expect((await get('review_digest')).body).toMatchObject({
      type: 'review_digest',
      period: 'week',
      writes: { count: 1, agents: 1 },
      open: { changesets: 1, hunks: 1, oldest: [{ type: 'changeset' }] },
    })
    const day = await get('review_digest?period=day&at=2020-01-01T12:00:00Z')
    expect(day.body).toMatchObject({
      from: '2020-01-01T00:00:00.000Z',
      to: '2020-01-02T00:00:00.000Z',
      writes: { count: 0 },
    })
    expect(await get('review_digest?period=year')).toMatchObject({
      status: 400,
      body: { error: { message: 'period: must be day or week' } },
    })
  })
})
