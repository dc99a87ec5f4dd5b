import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onBothDatabases } from '@/tests/support/databases'
import { createMemory } from '../memories/change-memories'
import { LOCAL_USER_ACTOR } from '../model/actor'
import { createStore } from '../stores/change-stores'
import { findStore } from '../write/store-transaction'
import { countUnused } from './reading-habits'
import { countUnusedSince } from './sql/habits'

const BEGIN = 1_800_000_000_000
const DAY = 86_400_000

// Only the clock is faked: timers still run.
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: BEGIN }))
afterEach(() => vi.useRealTimers())

onBothDatabases((current) => {
  const setUp = async () => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Notes' })
    const write = (path: string) =>
      createMemory(db, { storeId, path, content: path, cause: { actor: LOCAL_USER_ACTOR } })
    for (const path of ['/a.md', '/b.md', '/c.md']) await write(path)
    vi.setSystemTime(BEGIN + 100 * DAY)
    await write('/0-new.md')
    return { db, storeId, now: Date.now() }
  }

  test('unused memories are counted among all of a small store', async () => {
    const { db, storeId, now } = await setUp()
    expect(await countUnused(db, { storeId, days: 90, now })).toEqual({
      count: 3,
      lookedAt: 4,
      isAll: true,
    })
  })

  test('of a larger one only the first memories by path are looked at', async () => {
    const { db, storeId } = await setUp()
    const { key: storeKey } = await findStore(db.read, storeId)
    const counted = (among: number) =>
      countUnusedSince(db.read, { storeKey, since: BEGIN + 10 * DAY, among })
    expect([await counted(1), await counted(2), await counted(3)]).toEqual([0, 1, 2])
  })
})
