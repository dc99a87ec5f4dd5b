import { createMemory, saveMemory, updateMemory } from '@/lib/store/change-memories'
import { deleteStore, updateStore } from '@/lib/store/change-stores'
import { getMemory } from '@/lib/store/memories'
import { BY_PERSON } from '@/lib/store/model/actor'
import { listMoments, nameMoment } from '@/lib/store/moments'
import { getStore } from '@/lib/store/stores'
import { describe, expect, test } from '@/tests/support/fixtures'

/** Two pages that were shown the same never overwrite each other silently. */

describe('of two pages on which a memory is edited', () => {
  test('the second to save is refused with the version that stands there, and loses nothing', async ({
    storeId,
  }) => {
    const made = await createMemory({ storeId, path: '/a.md', content: 'one' }, BY_PERSON)
    const { id: memoryId, versionId: shown } = made
    const save = (content: string) => saveMemory({ storeId, memoryId, content, shown }, BY_PERSON)
    const first = await save('one, and mine')
    await expect(save('one, and yours')).rejects.toMatchObject({
      code: 'changed_since_seen',
      facts: { path: '/a.md', version_id: first.versionId },
    })
    const { content } = await getMemory({ storeId, memoryId }, 'full')
    expect(content).toBe('one, and mine')
  })
})

test('a stale page does not rename a moment that was named otherwise meanwhile', async ({
  store: { id },
}) => {
  await createMemory({ storeId: id, path: '/a.md', content: 'one' }, BY_PERSON)
  const name = (called: string) => nameMoment(id, 1, called, BY_PERSON, { name: null })
  await name('first')
  await expect(name('second')).rejects.toMatchObject({ code: 'moment_renamed' })
  expect(await listMoments(id)).toMatchObject([{ name: 'first' }])
})

describe('a stale form of a store', () => {
  test('does not take back what another one set', async ({ store }) => {
    const was = { name: store.name, description: '' }
    await updateStore(store.id, { description: 'first' }, BY_PERSON, was)
    const second = updateStore(store.id, { description: 'second' }, BY_PERSON, was)
    await expect(second).rejects.toMatchObject({ code: 'store_changed' })
    expect((await getStore(store.id)).description).toBe('first')
  })

  test('does not delete what was written meanwhile', async ({ storeId }) => {
    const made = await createMemory({ storeId, path: '/a.md', content: 'one' }, BY_PERSON)
    const shown = { sequence: (await getStore(storeId)).lastSequence }
    await updateMemory({ storeId, memoryId: made.id, content: 'two' }, BY_PERSON)
    const stale = deleteStore(storeId, BY_PERSON, shown)
    await expect(stale).rejects.toMatchObject({ code: 'store_changed' })
    const { lastSequence: sequence } = await getStore(storeId)
    await deleteStore(storeId, BY_PERSON, { sequence })
    await expect(getStore(storeId)).rejects.toMatchObject({ code: 'store_not_found' })
  })
})
