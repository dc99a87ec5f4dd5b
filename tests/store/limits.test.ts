import { write } from '@/lib/db'
import { createMemory, removeMemory, updateMemory } from '@/lib/store/change-memories'
import { updateStore } from '@/lib/store/change-stores'
import { BY_PERSON } from '@/lib/store/model/actor'
import type { StoreLimits } from '@/lib/store/model/limits'
import { planOf } from '@/lib/store/plan/do-plan'
import { getStore } from '@/lib/store/stores'
import { restoreVersion } from '@/lib/store/versions'
import { expect, test } from '@/tests/support/fixtures'

test.for<Partial<StoreLimits>>([{ memories: 1 }, { bytes: 4 }, { versions: 2 }])(
  'past %o nothing is made or brought back, and what is there can be changed and deleted',
  async (limits, { storeId }) => {
    const { id: memoryId } = await createMemory({ storeId, path: '/a', content: 'four' }, BY_PERSON)
    const gone = await createMemory({ storeId, path: '/b', content: 'b' }, BY_PERSON)
    await updateStore(storeId, { limits }, BY_PERSON)
    const refused = { code: 'limit_reached', facts: { limit: Object.keys(limits)[0] } }
    const made = { storeId, path: '/c', content: 'c' }
    await expect(createMemory(made, BY_PERSON)).rejects.toMatchObject(refused)
    await updateMemory({ storeId, memoryId, content: 'longer' }, BY_PERSON)
    await removeMemory({ storeId, memoryId: gone.id }, BY_PERSON)
    const back = { storeId, versionId: gone.versionId }
    await expect(restoreVersion(back, BY_PERSON)).rejects.toMatchObject(refused)
  },
)

test('a store of two gigabytes takes no more, whatever its settings, and is read and emptied', async ({
  storeId,
}) => {
  const { id: memoryId } = await createMemory({ storeId, path: '/a', content: 'four' }, BY_PERSON)
  const byteSize = 2 ** 31 - 2
  await write((tx) => tx.store.update({ where: { id: storeId }, data: { byteSize } }))
  const refused = { code: 'limit_reached', facts: { limit: 'bytes', maximum: 2 ** 31 - 1 } }
  const made = { storeId, path: '/b', content: 'bb' }
  await expect(createMemory(made, BY_PERSON)).rejects.toMatchObject(refused)
  const longer = { storeId, memoryId, content: 'longer' }
  await expect(updateMemory(longer, BY_PERSON)).rejects.toMatchObject(refused)
  await createMemory({ storeId, path: '/c', content: 'c' }, BY_PERSON)
  expect((await getStore(storeId)).byteSize).toBe(2 ** 31 - 1)
  await removeMemory({ storeId, memoryId }, BY_PERSON)
  expect((await getStore(storeId)).byteSize).toBe(2 ** 31 - 5)
  await createMemory({ storeId, path: '/d', content: 'dd' }, BY_PERSON)
  expect((await planOf(storeId, { kind: 'restore', at: 2 })).plan.rows).toMatchObject([
    { memoryId, operation: 'revived', group: 'cannot', reason: 'limit_reached' },
    { operation: 'deleted', group: 'change' },
  ])
})
