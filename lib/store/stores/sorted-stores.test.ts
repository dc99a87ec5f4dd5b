import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onBothDatabases } from '@/tests/support/databases'
import { createMemory } from '../memories/change-memories'
import { createStore } from './change-stores'
import { LOCAL_USER_ACTOR } from '../model/actor'
import { sortedStores, type StoreOrder } from './read-stores'

const cause = { actor: LOCAL_USER_ACTOR }

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }))
afterEach(() => void vi.useRealTimers())

onBothDatabases((current) => {
  const namesBy = async (order: StoreOrder, page = { limit: 10, offset: 0 }) => {
    const { stores, hasMore } = await sortedStores(current(), { order, ...page })
    return { names: stores.map(({ name }) => name), hasMore }
  }

  test('stores are sorted by their last change, their age, their name or their size, page by page', async () => {
    const db = current()
    const old = await createStore(db, { name: 'beta' })
    await createStore(db, { name: 'Alpha' })
    const large = await createStore(db, { name: 'gamma' })
    const write = (storeId: string, content: string) => {
      // Otherwise all of it may happen within one millisecond.
      vi.setSystemTime(Date.now() + 1000)
      return createMemory(db, { storeId, path: '/a.md', content, cause })
    }
    await write(large.id, 'a long text')
    await write(old.id, 'short')

    expect((await namesBy('name')).names).toEqual(['Alpha', 'beta', 'gamma'])
    expect((await namesBy('created')).names).toEqual(['gamma', 'Alpha', 'beta'])
    expect((await namesBy('size')).names).toEqual(['gamma', 'beta', 'Alpha'])
    expect((await namesBy('changed')).names).toEqual(['beta', 'gamma', 'Alpha'])
    expect(await namesBy('name', { limit: 2, offset: 0 })).toEqual({
      names: ['Alpha', 'beta'],
      hasMore: true,
    })
    expect(await namesBy('name', { limit: 2, offset: 2 })).toEqual({
      names: ['gamma'],
      hasMore: false,
    })
  })
})
