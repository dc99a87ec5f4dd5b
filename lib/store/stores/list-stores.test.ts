import { expect, test } from 'vitest'
import { onBothDatabases } from '@/tests/support/databases'
import type { Cause } from '../model/actor'
import { createMemory } from '../memories/change-memories'
import { createStore } from './change-stores'
import { listChanges } from '../changes/list-changes'
import { allStores } from './read-stores'

const cause: Cause = { actor: { type: 'api_key', id: 'apikey_111111111111111111111111' } }

onBothDatabases((current) => {
  test('with more than a thousand stores none is left out, and a change in the oldest is notified', async () => {
    const db = current()
    const oldest = await createStore(db, { name: 'The oldest' })
    await createMemory(db, { storeId: oldest.id, path: '/a', content: 'a', cause })
    for (let made = 0; made < 1_001; made += 91) {
      const names = Array.from({ length: 91 }, (_, at) => `Store ${made + at}`)
      await Promise.all(names.map((name) => createStore(db, { name })))
    }
    const stores = await allStores(db)
    expect(stores).toHaveLength(1_002)
    expect(new Set(stores.map(({ id }) => id)).size).toBe(1_002)
    const { changes } = await listChanges(db, { limit: 5 })
    expect(changes.map(({ storeId, path }) => [storeId, path])).toEqual([[oldest.id, '/a']])
  })
})
