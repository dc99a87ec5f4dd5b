import pg from 'pg'
import { onTestFinished } from 'vitest'
import { closeDatabase, database, openDatabase, turn, useDatabase, write } from '@/lib/db'
import { FAULT_WORDS, refusalOf } from '@/lib/db/faults'
import { migrate } from '@/lib/db/migrate'
import { createMemory } from '@/lib/store/change-memories'
import { createStore } from '@/lib/store/change-stores'
import { BY_PERSON } from '@/lib/store/model/actor'
import { getStore } from '@/lib/store/stores'
import { type Change, change } from '@/lib/store/write/change'
import { expect, test } from '@/tests/support/fixtures'
import { messageOf } from '@/tests/support/mcp-client'
import { startPostgresql } from '@/tests/support/postgresql-server'
import { contradictionsIn } from '@/tests/support/sound'

/** What a server acknowledges it has, also when it falls; the machine does not. */
const KEEPING = ['fsync=off', 'autovacuum=off']

/** A PostgreSQL server that falls while it is used, and rises again. */
test('while PostgreSQL is away calls say so and readiness too, and both go on once it is back', async ({
  server,
  listen,
}) => {
  const ofFile = database()
  const postgresql = await startPostgresql(KEEPING)
  await migrate(postgresql.url)
  useDatabase(await openDatabase(postgresql.url))
  onTestFinished(async () => {
    await closeDatabase().catch(() => {})
    useDatabase(ofFile)
    await postgresql.stop()
  })
  const { id } = await createStore({ name: 'fallen' })
  const readyz = async () => (await fetch(`${server.url}/readyz`)).status
  const post = (path: string) =>
    fetch(`${server.url}/v1/memory_stores/${id}/memories`, {
      method: 'POST',
      body: JSON.stringify({ path, content: 'x' }),
    })
  const overMcp = async (method: string, params: object) => {
    const { body, headers } = messageOf(method, { ...params })
    const sent = { ...headers, 'content-type': 'application/json' }
    const asked = { method: 'POST', headers: sent, body: JSON.stringify(body) }
    return (await fetch(`${server.url}/mcp`, asked)).text()
  }
  expect((await post('/before')).status).toBe(200)
  const ref = { type: 'ref/resource', uri: 'memory://{store}/{+path}' }
  const context = { arguments: { store: 'fallen' } }
  const completing = { ref, context, argument: { name: 'path', value: 'before\0' } }
  expect(await overMcp('completion/complete', completing)).toContain('"values":[]')
  const { next } = await listen(`/v1/memory_stores/${id}/events`)

  // Writes are under way when it falls: each is acknowledged and there, or refused.
  const under = Array.from({ length: 20 }, (_, index) => post(`/under-way/${index}`))
  await postgresql.fall()
  const answers = await Promise.all(under)
  expect(await readyz()).toBe(503)
  const refused = await post('/meanwhile')
  expect([refused.status, await refused.json()]).toMatchObject([
    503,
    { error: { type: 'overloaded_error', message: FAULT_WORDS.unreachable } },
  ])
  expect(await overMcp('resources/list', {})).toContain(`"message":"${FAULT_WORDS.unreachable}"`)

  await postgresql.rise()
  // What was under way is given up by its time alone, ten seconds.
  await expect.poll(readyz, { timeout: 45_000 }).toBe(200)
  expect((await post('/after')).status).toBe(200)
  expect(await contradictionsIn(id)).toEqual([])
  const listed = await fetch(`${server.url}/v1/memory_stores/${id}/memories?limit=100`)
  const { data } = (await listed.json()) as { data: { path: string }[] }
  const there = new Set(data.map(({ path }) => path))
  for (const [index, { status }] of answers.entries()) {
    if (status === 200) expect(there).toContain(`/under-way/${index}`)
  }
  expect([...there].filter((path) => !path.includes('under-way'))).toEqual(['/after', '/before'])
  // Who listened all along hears of it, or is cut off to come back.
  await next(({ data: { memory_version } }) => {
    return (memory_version as { path?: string } | null)?.path === '/after'
  }).catch((error: unknown) => expect(String(error)).toMatch(/the stream ended/))
}, 60_000)

test('a statement that PostgreSQL gives up for a limit of its own is told as busy', async () => {
  const given = write(async (tx) => {
    await tx.$executeRaw`SET LOCAL statement_timeout = 10`
    await tx.$queryRaw`SELECT pg_sleep(10)::text`
  })
  expect(await given.catch(refusalOf)).toMatchObject({ facts: { kind: 'busy' } })
})

test('who waits for what another program has locked is refused in time, and whoever comes after goes on', async () => {
  const { id } = await createStore({ name: 'locked' })
  const outside = new pg.Client({ connectionString: database().url })
  await outside.connect()
  await outside.query('BEGIN')
  await outside.query('SELECT id FROM "Store" FOR UPDATE')
  const refused = await createMemory({ storeId: id, path: '/a', content: 'x' }, BY_PERSON).catch(
    refusalOf,
  )
  expect(refused).toMatchObject({ message: FAULT_WORDS.busy, facts: { kind: 'busy' } })
  await outside.end()
  await createMemory({ storeId: id, path: '/a', content: 'x' }, BY_PERSON)
  expect((await getStore(id)).memoryCount).toBe(1)
}, 20_000)

test('a server that stands still amid a write, or is gone, keeps what it locked for ten seconds', async () => {
  const limit = await write((tx) => tx.$queryRaw`SHOW idle_in_transaction_session_timeout`)
  expect(limit).toEqual([{ idle_in_transaction_session_timeout: '10s' }])
})

test('a connection that is lost while it is not used is replaced', async () => {
  const { id } = await createStore({ name: 'idle' })
  const { reader } = database()
  await reader.$queryRaw`SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`
  await createMemory({ storeId: id, path: '/a', content: 'x' }, BY_PERSON)
  expect(await contradictionsIn(id)).toEqual([])
})

test('who waits to write in one store keeps nobody from another', async () => {
  const { id: busy } = await createStore({ name: 'busy' })
  const { id: other } = await createStore({ name: 'other' })
  const waiting: Promise<unknown>[] = []
  const writeBesideThem = async (c: Change) => {
    for (let at = 0; at < 30; at++) {
      const asked = { storeId: busy, path: `/${at}`, content: 'x' }
      waiting.push(createMemory(asked, BY_PERSON))
    }
    await turn()
    await createMemory({ storeId: other, path: '/a', content: 'x' }, BY_PERSON)
    return c.nothing(null)
  }
  await change(busy, BY_PERSON, writeBesideThem, { isLong: true })
  await Promise.all(waiting)
  expect((await getStore(busy)).memoryCount).toBe(30)
})
