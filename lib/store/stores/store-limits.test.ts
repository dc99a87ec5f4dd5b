import { expect, test } from 'vitest'
import { onBothDatabases } from '@/tests/support/databases'
import { createMemory } from '../memories/change-memories'
import { createStore } from './change-stores'
import { LOCAL_USER_ACTOR } from '../model/actor'
import { storeLimits } from './store-limits'

const cause = { actor: LOCAL_USER_ACTOR }

onBothDatabases((current) => {
  test('a store’s limits stand beside what it uses of them', async () => {
    const db = current()
    const settings = { maxMemories: 10, maxBytes: 100, maxVersions: 50, maxContentBytes: 20 }
    const { id: storeId } = await createStore(db, { name: 'Limited', settings })
    await createMemory(db, { storeId, path: '/a', content: 'four', cause })
    const { id } = await createMemory(db, { storeId, path: '/b', content: 'longer', cause })
    expect(await storeLimits(db, { storeId })).toEqual({
      memories: { used: 2, limit: 10 },
      bytes: { used: 10, limit: 100 },
      versions: { used: 2, limit: 50 },
      largest: { used: 6, limit: 20, memoryId: id, path: '/b' },
      viewChars: 100_000,
    })
  })

  test('what is not set is not limited', async () => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Free' })
    expect(await storeLimits(db, { storeId })).toEqual({
      memories: { used: 0, limit: null },
      bytes: { used: 0, limit: null },
      versions: { used: 0, limit: null },
      largest: { used: 0, limit: 102_400, memoryId: null, path: null },
      viewChars: 100_000,
    })
  })
})
