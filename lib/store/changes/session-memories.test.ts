import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onBothDatabases } from '@/tests/support/databases'
import { type Cause, LOCAL_USER_ACTOR } from '../model/actor'
import { createMemory } from '../memories/change-memories'
import { createStore, deleteStore } from '../stores/change-stores'
import { movePath, removePath } from '../memories/change-paths'
import { recordRead } from '../reads/reads'
import { sessionMemories } from './session-writes'

const BEGIN = 1_800_000_000_000
const MINE = 'sesn_mine'
const cause = (id = MINE) => ({ actor: { type: 'session' as const, id } })
const person = { actor: LOCAL_USER_ACTOR }

// Only the clock is faked: timers still run.
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: BEGIN }))
afterEach(() => vi.useRealTimers())

onBothDatabases((current) => {
  const setUp = async () => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Notes' })
    const at = (second: number) => vi.setSystemTime(BEGIN + second * 1_000)
    const write = async (second: number, path: string, by: Cause = cause()) => {
      at(second)
      const memory = await createMemory(db, { storeId, path, content: path, cause: by })
      return memory.id
    }
    const read = (second: number, memoryId: string, by = cause()) => {
      at(second)
      recordRead(db, { memoryId, sequence: 1, cause: by })
    }
    const touched = async (limit = 10, sessionId = MINE) =>
      (await sessionMemories(db, { storeId, sessionId, limit })).map(({ path, lastAt }) => [
        path,
        (lastAt - BEGIN) / 1_000,
      ])
    return { db, storeId, at, write, read, touched }
  }

  test('a session’s memories are those it wrote, the latest first', async () => {
    const { write, touched } = await setUp()
    await write(1, '/a')
    await write(2, '/b')
    expect(await touched()).toEqual([
      ['/b', 2],
      ['/a', 1],
    ])
  })

  test('they include those it read, at once', async () => {
    const { write, read, touched } = await setUp()
    const a = await write(1, '/a', person)
    await write(2, '/b', person)
    read(3, a)
    expect(await touched()).toEqual([['/a', 3]])
  })

  test('a memory both written and read counts once, at the later time', async () => {
    const { write, read, touched } = await setUp()
    const a = await write(1, '/a')
    await write(2, '/b')
    read(3, a)
    read(4_000, a)
    expect(await touched()).toEqual([
      ['/a', 4_000],
      ['/b', 2],
    ])
  })

  test('what others read and wrote is left out', async () => {
    const { write, read, touched } = await setUp()
    const a = await write(1, '/a', person)
    await write(2, '/b', cause('sesn_other'))
    read(3, a, cause('sesn_other'))
    expect(await touched()).toEqual([])
    expect(await touched(10, 'sesn_other')).toEqual([
      ['/a', 3],
      ['/b', 2],
    ])
  })

  test('what a person did in a session counts as the session’s', async () => {
    const { write, touched } = await setUp()
    await write(1, '/a', { actor: LOCAL_USER_ACTOR, sessionId: MINE })
    expect(await touched()).toEqual([['/a', 1]])
  })

  test('a memory renamed since has its current path', async () => {
    const { db, storeId, write, touched } = await setUp()
    await write(1, '/a')
    await movePath(db, { storeId, path: '/a', newPath: '/b', cause: person })
    expect(await touched()).toEqual([['/b', 1]])
  })

  test('a memory deleted since is left out, and so is one that took its path', async () => {
    const { db, storeId, write, touched } = await setUp()
    await write(1, '/a')
    await removePath(db, { storeId, path: '/a', cause: person })
    await write(2, '/a', person)
    expect(await touched()).toEqual([])
  })

  test('at most that many come, those at the same time in a fixed order', async () => {
    const { write, touched } = await setUp()
    for (const path of ['/a', '/b', '/c']) await write(1, path)
    await write(2, '/d')
    const first = await touched(3)
    expect(first).toHaveLength(3)
    expect(first[0]).toEqual(['/d', 2])
    expect(await touched(3)).toEqual(first)
  })

  test('memories of another store are left out', async () => {
    const { db, write } = await setUp()
    await write(1, '/a')
    const { id: storeId } = await createStore(db, { name: 'Other' })
    expect(await sessionMemories(db, { storeId, sessionId: MINE, limit: 10 })).toEqual([])
  })

  test('a deleted store is refused', async () => {
    const { db, storeId } = await setUp()
    await deleteStore(db, { storeId, cause: person })
    await expect(
      sessionMemories(db, { storeId, sessionId: MINE, limit: 10 }),
    ).rejects.toMatchObject({ problem: { kind: 'store_not_found' } })
  })
})
