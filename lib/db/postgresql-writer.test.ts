import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { StoreError } from '@/lib/store/model/problems'
import type { Cause } from '@/lib/store/model/actor'
import { sha256Hex, utf8Bytes } from '@/lib/text/content'
import { freshPostgresql, type TestDatabase } from '@/tests/support/databases'
import type { Together, WriteJob } from './database'

let fresh: TestDatabase
beforeAll(async () => {
  fresh = await freshPostgresql()
})
afterAll(() => fresh.discard())

const cause: Cause = { actor: { type: 'user', id: 'user_111111111111111111111111' } }

const newStore = async () => (await createStore(fresh.db, { name: 'written to' })).id

const create = (storeId: string, path: string) =>
  createMemory(fresh.db, { storeId, path, content: path, cause })

/** A job that may share a transaction and asks nothing. */
function together<T>(key: string, job: WriteJob<T>): Promise<T> {
  const asking: Together = { key, ask: null, goes: 'first', prepare: async () => new Set([key]) }
  return fresh.db.write(job, asking)
}

async function names(): Promise<string[]> {
  const rows = await fresh.db.read.all<{ id: string }>('SELECT id FROM actors ORDER BY id')
  await fresh.db.write(async (tx) => void (await tx.run('DELETE FROM actors')))
  return rows.map(({ id }) => id)
}

const named =
  (id: string): WriteJob<void> =>
  (tx) =>
    tx.later('INSERT INTO actors (id, type, name, created_at) VALUES (?, ?, ?, 1)', [
      id,
      'user',
      id,
    ])

test('writes of several stores that arrive together are one transaction', async () => {
  const stores = [await newStore(), await newStore()]
  await Promise.all(
    ['/a', '/b', '/c'].flatMap((path) => stores.map((storeId) => create(storeId, path))),
  )
  const transactions = await fresh.db.read.all<{ count: number }>(
    `SELECT count(DISTINCT CAST(v.xmin AS TEXT)) AS count
     FROM memory_versions v JOIN memory_stores s ON s.key = v.store_key WHERE s.id IN (?, ?)`,
    stores,
  )
  expect(transactions).toEqual([{ count: 1 }])
})

test('of writes that expect the same, exactly one is done', async () => {
  const storeId = await newStore()
  const { id: memoryId } = await create(storeId, '/contested.md')
  const contentSha256 = sha256Hex(utf8Bytes('/contested.md'))
  const outcomes = await Promise.all(
    Array.from({ length: 16 }, (_, at) =>
      updateMemory(fresh.db, {
        ...{ storeId, memoryId, content: `by ${at}`, cause },
        precondition: { contentSha256 },
      }).then(
        () => 'done',
        (error: unknown) => (error instanceof StoreError ? error.problem.kind : String(error)),
      ),
    ),
  )
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'precondition_failed')).toHaveLength(15)
})

test('one that throws leaves the others whole, and nothing of itself', async () => {
  const outcomes = await Promise.allSettled([
    together('a', named('before')),
    together('a', async (tx) => {
      await named('thrown away')(tx)
      throw new Error('changed its mind')
    }),
    together('a', named('after')),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await names()).toEqual(['after', 'before'])
})

test('one that throws after its changes were sent leaves the others whole', async () => {
  const outcomes = await Promise.allSettled([
    together('a', named('before')),
    together('a', async (tx) => {
      await named('thrown away')(tx)
      await tx.get('SELECT id FROM actors')
      throw new Error('changed its mind')
    }),
    together('a', named('after')),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(outcomes[1]).toMatchObject({ reason: { message: 'changed its mind' } })
  expect(await names()).toEqual(['after', 'before'])
})

test('one that the database refuses leaves the others whole, and is told why', async () => {
  const outcomes = await Promise.allSettled([
    together('a', named('same')),
    together('a', named('other')),
    together('a', named('same')),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  expect(outcomes[2]).toMatchObject({ reason: { code: '23505' } })
  expect(await names()).toEqual(['other', 'same'])
})

test('one that turns out to be long runs again in a transaction of its own', async () => {
  const [before, long, after] = await Promise.all([
    together('a', async (tx) => {
      await named('before')(tx)
      return tx.get('SELECT pg_current_xact_id() AS id')
    }),
    together('a', async (tx) => {
      tx.shared?.leave()
      await named('long')(tx)
      return tx.get('SELECT pg_current_xact_id() AS id')
    }),
    together('a', (tx) => tx.get('SELECT pg_current_xact_id() AS id')),
  ])
  expect(after).toEqual(before)
  expect(long).not.toEqual(before)
  expect(await names()).toEqual(['before', 'long'])
})

test('a job reads what those before it wrote', async () => {
  const [, seen] = await Promise.all([
    together('a', named('written')),
    together('a', (tx) => tx.all<{ id: string }>('SELECT id FROM actors')),
  ])
  expect(seen).toEqual([{ id: 'written' }])
  await names()
})

test('writes do not wait for a store that another transaction has locked, but for their own', async () => {
  const [locked, free] = [await newStore(), await newStore()]
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  let isLocked = () => {}
  const locking = new Promise<void>((resolve) => (isLocked = resolve))
  const holding = fresh.db.write(async (tx) => {
    await tx.get('SELECT key FROM memory_stores WHERE id = ? FOR UPDATE', [locked])
    isLocked()
    await released
  })
  await locking
  let isWritten = false
  const waiting = create(locked, '/a').then(() => (isWritten = true))
  await create(free, '/a')
  await create(free, '/b')
  expect(isWritten).toBe(false)
  release()
  await Promise.all([holding, waiting])
  expect(isWritten).toBe(true)
})
