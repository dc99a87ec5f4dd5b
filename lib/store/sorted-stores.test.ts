import { expect, test } from 'vitest'
import { onBothDatabases } from '@/tests/support/databases'
import { applyMoment } from './apply-moment'
import { createStore } from './create-store'
import { LOCAL_USER_ACTOR } from './model/actor'
import { sortedStores, type StoreOrder } from './sorted-stores'

const cause = { actor: LOCAL_USER_ACTOR }

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
    // Each at its own time: all of it may happen within one millisecond.
    const write = (storeId: string, content: string, at: number) =>
      applyMoment(db, {
        storeId,
        at,
        batch: null,
        steps: [{ op: 'write', path: '/a.md', content }],
        cause,
      })
    await write(large.id, 'a long text', large.createdAt + 1000)
    await write(old.id, 'short', large.createdAt + 2000)

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
