import { expect, test } from 'vitest'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { createMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { getMemory } from '@/lib/store/memories/read-memories'
import { listVersions } from '@/lib/store/versions/read-versions'
import { onBothDatabases } from '@/tests/support/databases'
import { cloneStore } from './clone-store'

const cause = { actor: { type: 'session' as const, id: 'sesn_1pACg1tj111RHnKVpr7oN6BH' } }
const person = { actor: LOCAL_USER_ACTOR }

onBothDatabases((current) => {
  const original = async () => {
    const db = current()
    const { id: storeId } = await createStore(db, {
      name: 'One',
      settings: { maxContentBytes: 5000 },
    })
    const memory = await createMemory(db, { storeId, path: '/a.md', content: 'one\n', cause })
    await updateMemory(db, { storeId, memoryId: memory.id, content: 'two\n', cause })
    return { db, storeId }
  }

  test('a clone with history has the same versions by the same authors', async () => {
    const { db, storeId } = await original()
    const copy = await cloneStore(db, { storeId, name: 'Two', withHistory: true, cause: person })
    expect(copy).toMatchObject({ name: 'Two', settings: { maxContentBytes: 5000 } })
    const versionsOf = async (id: string) =>
      (await listVersions(db, { storeId: id, limit: 9, view: 'full' })).versions.map(
        ({ path, content, createdBy, operation }) => ({ path, content, createdBy, operation }),
      )
    expect(await versionsOf(copy.id)).toEqual(await versionsOf(storeId))
  })

  test('a clone without history has the current memories', async () => {
    const { db, storeId } = await original()
    const copy = await cloneStore(db, { storeId, name: 'Two', withHistory: false, cause: person })
    const memory = await getMemory(db, { storeId: copy.id, path: '/a.md', view: 'full' })
    expect(memory.content).toBe('two\n')
    expect((await listVersions(db, { storeId: copy.id, limit: 9 })).versions).toHaveLength(1)
  })

  test('writing to a clone leaves the original unchanged', async () => {
    const { db, storeId } = await original()
    const copy = await cloneStore(db, { storeId, name: 'Two', withHistory: false, cause: person })
    await createMemory(db, { storeId: copy.id, path: '/b.md', content: 'b', cause })
    await expect(getMemory(db, { storeId, path: '/b.md', view: 'basic' })).rejects.toThrow()
  })
})
