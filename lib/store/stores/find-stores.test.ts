import { expect, test } from 'vitest'
import { onBothDatabases } from '@/tests/support/databases'
import { archiveStore, createStore } from './change-stores'
import { createMemory } from '../memories/change-memories'
import { findStores } from './read-stores'
import { LOCAL_USER_ACTOR } from '../model/actor'

const cause = { actor: LOCAL_USER_ACTOR }

onBothDatabases((current) => {
  const namesOf = async (
    text: string,
    more: { limit?: number; includeArchived?: boolean } = {},
  ) => {
    const { stores, hasMore } = await findStores(current(), { text, limit: 2, ...more })
    return [stores.map(({ name }) => name), hasMore]
  }

  test('stores are found by words of their name, the one that changed last first', async () => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Équipe Nord' })
    await createStore(db, { name: 'Équipe Süd' })
    const { id: archived } = await createStore(db, { name: 'Alte Notizen' })
    await archiveStore(db, { storeId: archived, cause })
    await createMemory(db, { storeId, path: '/a.md', content: 'a', cause })
    expect(await namesOf('nord éQUI')).toEqual([['Équipe Nord'], false])
    expect(await namesOf('ÉQUIPE', { limit: 1 })).toEqual([['Équipe Nord'], true])
    expect(await namesOf('')).toEqual([['Équipe Nord', 'Équipe Süd'], false])
    expect(await namesOf('NOR')).toEqual([['Équipe Nord'], false])
    expect(await namesOf('n_rd')).toEqual([[], false])
    expect(await namesOf('%')).toEqual([[], false])
    expect(await namesOf('notiz')).toEqual([[], false])
    expect(await namesOf('notiz', { includeArchived: true })).toEqual([['Alte Notizen'], false])
  })
})
