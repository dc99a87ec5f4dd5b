import { expect, test } from 'vitest'
import { onBothDatabases } from '@/tests/support/databases'
import { createMemory } from './create-memory'
import { createStore } from './create-store'
import { listNamedMoments, nameMoment, unnameMoment } from './named-moments'
import { removeMemory } from './remove-memory'

const cause = { actor: { type: 'user' as const, id: 'user_local' } }

onBothDatabases((current) => {
  const setUp = async () => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Named' })
    const memory = await createMemory(db, { storeId, path: '/a', content: 'a', cause })
    await removeMemory(db, { storeId, memoryId: memory.id, cause })
    const names = async () =>
      (await listNamedMoments(db, storeId)).map(({ sequence, name }) => [sequence, name])
    return { db, storeId, names, at: memory.createdAt }
  }

  test('a moment is given a name, another one, and none', async () => {
    const { db, storeId, names, at } = await setUp()
    const named = await nameMoment(db, { storeId, sequence: 1, name: ' before release ', cause })
    expect(named).toEqual({ sequence: 1, name: 'before release', at, namedBy: cause.actor })
    await nameMoment(db, { storeId, sequence: 0, name: 'empty', cause })
    expect(await names()).toEqual([
      [1, 'before release'],
      [0, 'empty'],
    ])
    await nameMoment(db, { storeId, sequence: 1, name: '출시 전', cause })
    await unnameMoment(db, { storeId, sequence: 0 })
    await unnameMoment(db, { storeId, sequence: 2 })
    expect(await names()).toEqual([[1, '출시 전']])
  })

  test('a name is one moment’s, is not empty, and is not too long', async () => {
    const { db, storeId } = await setUp()
    await nameMoment(db, { storeId, sequence: 1, name: 'taken', cause })
    for (const name of ['taken', '  ', 'x'.repeat(121)]) {
      await expect(nameMoment(db, { storeId, sequence: 2, name, cause })).rejects.toMatchObject({
        problem: { kind: 'invalid_input', field: 'name' },
      })
    }
  })
})
