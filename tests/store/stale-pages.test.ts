import { createMemory, updateMemory } from '@/lib/store/change-memories'
import { deleteStore } from '@/lib/store/change-stores'
import { BY_PERSON } from '@/lib/store/model/actor'
import { listMoments, nameMoment } from '@/lib/store/moments'
import { getStore } from '@/lib/store/stores'
import { expect, test } from '@/tests/support/fixtures'

/** Two pages that were shown the same never overwrite each other silently. */

test('a stale page does not rename a moment that was named otherwise meanwhile', async ({
  store: { id },
}) => {
  await createMemory({ storeId: id, path: '/a.md', content: 'one' }, BY_PERSON)
  const name = (called: string) => nameMoment(id, 1, called, BY_PERSON, { name: null })
  await name('first')
  await expect(name('second')).rejects.toMatchObject({ code: 'moment_renamed' })
  expect(await listMoments(id)).toMatchObject([{ name: 'first' }])
})

test('a stale form of a store does not delete what was written meanwhile', async ({ storeId }) => {
  const made = await createMemory({ storeId, path: '/a.md', content: 'one' }, BY_PERSON)
  const shown = { sequence: (await getStore(storeId)).lastSequence }
  await updateMemory({ storeId, memoryId: made.id, content: 'two' }, BY_PERSON)
  const stale = deleteStore(storeId, BY_PERSON, shown)
  await expect(stale).rejects.toMatchObject({ code: 'store_changed' })
  const { lastSequence: sequence } = await getStore(storeId)
  await deleteStore(storeId, BY_PERSON, { sequence })
  await expect(getStore(storeId)).rejects.toMatchObject({ code: 'store_not_found' })
})
