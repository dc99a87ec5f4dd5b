import { expect, test } from 'vitest'
import { onBothDatabases } from '@/tests/support/databases'
import { createMemory, updateMemory } from '../memories/change-memories'
import { createStore } from '../stores/change-stores'
import { LOCAL_USER_ACTOR } from '../model/actor'
import { restoreVersion } from '../versions/restore-version'
import { textLife } from '../search/search-history'

const cause = { actor: LOCAL_USER_ACTOR }

onBothDatabases((current) => {
  test('a text’s life in one memory: when it came, went, and came again', async () => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Lives' })
    const { id: memoryId } = await createMemory(db, {
      storeId,
      path: '/a.md',
      content: 'a Quokka\n',
      cause,
    })
    for (const content of ['nothing\n', 'two\nquokkas\n']) {
      await updateMemory(db, { storeId, memoryId, content, cause })
    }
    const other = await createMemory(db, { storeId, path: '/b.md', content: 'quokka', cause })
    const life = await textLife(db, { storeId, memoryId, query: 'quokka' })
    const spans = life?.appearances.map(({ from, until }) => [from.ordinal, until?.ordinal ?? null])
    expect(spans).toEqual([
      [1, 2],
      [3, null],
    ])
    expect(life?.newest.ordinal).toBe(3)
    expect(life?.matches.map(({ line }) => line)).toEqual([2])
    expect(await textLife(db, { storeId, memoryId, query: 'wombat' })).toBeNull()
    const { id: elsewhere } = await createStore(db, { name: 'Elsewhere' })
    const there = { storeId: elsewhere, memoryId: other.id, query: 'quokka' }
    expect(await textLife(db, there)).toBeNull()
  })

  test('a text that is brought back stands since then, and is of the version that had written it', async () => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Lives' })
    const created = await createMemory(db, { storeId, path: '/a', content: 'a quokka\n', cause })
    await updateMemory(db, { storeId, memoryId: created.id, content: 'nothing\n', cause })
    await restoreVersion(db, { storeId, versionId: created.versionId, cause })
    const life = await textLife(db, { storeId, memoryId: created.id, query: 'quokka' })
    const spans = life?.appearances.map(({ from, writtenIn }) => [from.ordinal, writtenIn.ordinal])
    expect(spans).toEqual([
      [1, 1],
      [3, 1],
    ])
  })
})
