import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { openDatabase } from '@/lib/db/open-database'
import { migratePostgresql } from '@/lib/db/migrate'
import { isBehindPooler, poolerAdvice } from '@/lib/db/pooler'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { createMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { followEvents } from '@/lib/store/events/follow-events'
import { listStores } from '@/lib/store/stores/read-stores'
import { freshPostgresql, type TestDatabase } from '@/tests/support/databases'
import { HAS_POOLER, startPooler } from '@/tests/support/pgbouncer'

if (!HAS_POOLER) process.stderr.write('skipped: pgbouncer is not installed\n')

const cause = { actor: LOCAL_USER_ACTOR }

describe.skipIf(!HAS_POOLER)('behind PgBouncer in transaction mode', () => {
  let direct: TestDatabase
  let pooledUrl = ''
  let stop = async () => {}
  const servers: Database[] = []

  beforeAll(async () => {
    direct = await freshPostgresql()
    const pooler = await startPooler(direct.url)
    pooledUrl = pooler.url
    stop = pooler.stop
    const options = { isPooled: true, directUrl: direct.url, events: 'listen' } as const
    servers.push(openDatabase(pooledUrl, options), openDatabase(pooledUrl, options))
  })
  afterAll(async () => {
    for (const server of servers) await server.close()
    await stop()
    await direct.discard()
  })
  const [first, second] = [() => server(servers, 0), () => server(servers, 1)]

  test('many write at once, and nobody is refused', async () => {
    const { id: storeId } = await createStore(first(), { name: 'Busy' })
    const writes = Array.from({ length: 64 }, (_, index) =>
      createMemory(index % 2 === 0 ? first() : second(), {
        storeId,
        path: `/${index}`,
        content: 'x',
        cause,
      }),
    )
    expect(await Promise.all(writes)).toHaveLength(64)
    expect((await listStores(second(), { limit: 10 })).stores).toHaveLength(1)
  })

  test('each follower of what two servers write receives everything once and in order, even when the listening connection is cut', async () => {
    const { id: storeId } = await createStore(first(), { name: 'Followed' })
    const total = 400
    const follow = async (db: Database) => {
      const leaving = new AbortController()
      const heard: number[] = []
      for await (const event of followEvents(db, { storeId, after: 0, signal: leaving.signal })) {
        heard.push(event.sequence)
        if (heard.length === total) leaving.abort()
      }
      return heard
    }
    const followers = [follow(first()), follow(second())]
    const write = async (db: Database, name: string) => {
      for (let index = 0; index < total / 2; index++) {
        if (index === 50 && name === 'a') await cutListeners(direct.url)
        await createMemory(db, { storeId, path: `/${name}/${index}`, content: 'x', cause })
      }
    }
    await Promise.all([write(first(), 'a'), write(second(), 'b')])
    const everything = Array.from({ length: total }, (_, index) => index + 1)
    expect(await Promise.all(followers)).toEqual([everything, everything])
  })

  test('of what sixteen write through two servers, each of a hundred who follow it hears all', async () => {
    const { id: storeId } = await createStore(first(), { name: 'Followed by many' })
    const writers = 16
    const each = 4
    const follow = async (db: Database) => {
      const leaving = new AbortController()
      let heard = 0
      const signal = leaving.signal
      for await (const { sequence } of followEvents(db, { storeId, after: 0, signal })) {
        expect(sequence).toBe(++heard)
        if (heard === writers * each) leaving.abort()
      }
      return heard
    }
    const followers = Array.from({ length: 100 }, (_, at) =>
      follow(at % 2 === 0 ? first() : second()),
    )
    const write = async (writer: number) => {
      const db = writer % 2 === 0 ? first() : second()
      for (let turn = 0; turn < each; turn++) {
        await createMemory(db, { storeId, path: `/${writer}/${turn}`, content: 'x', cause })
      }
    }
    await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
    expect(new Set(await Promise.all(followers))).toEqual(new Set([writers * each]))
  })

  test('migrations are applied through it, too', async () => {
    expect(await migratePostgresql(pooledUrl)).toEqual([])
  })

  test('it is detected, and one line says what to set', async () => {
    expect(await isBehindPooler(pooledUrl)).toBe(true)
    expect(await isBehindPooler(direct.url)).toBe(false)
    const unset = { isPooled: false, directUrl: null, events: 'listen' } as const
    expect(await poolerAdvice(pooledUrl, unset)).toMatch(/DATABASE_POOLED=true/)
    expect(await poolerAdvice(direct.url, unset)).toBeNull()
    const set = { isPooled: true, directUrl: direct.url, events: 'listen' } as const
    expect(await poolerAdvice(pooledUrl, set)).toBeNull()
  })
})

function server(servers: readonly Database[], index: number): Database {
  const found = servers[index]
  if (!found) throw new Error('the servers run only inside tests')
  return found
}

/** Closes the connections that listen for changes, as a broken network does. */
async function cutListeners(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND query LIKE '%LISTEN%' AND pid <> pg_backend_pid()`,
  )
  await client.end()
}
