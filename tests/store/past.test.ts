import { removeMemory, updateMemory } from '@/lib/store/change-memories'
import { updateStore } from '@/lib/store/change-stores'
import { getMemory } from '@/lib/store/memories'
import { BY_PERSON } from '@/lib/store/model/actor'
import { headsAt, sequenceAt } from '@/lib/store/past'
import { describe, expect, test } from '@/tests/support/fixtures'
import { written } from '@/tests/support/written'

const hour = (hours: number) => new Date(Date.UTC(2026, 0, 1) + hours * 3_600_000)

describe('a time', () => {
  test('is the last change up to it, of memories or of the store', async ({ storeId }) => {
    await written(storeId, { '/a': '1', '/b': '1' }, { at: hour(1) })
    await written(storeId, { '/a': '2' }, { at: hour(2) })
    expect(await sequenceAt(storeId, hour(1))).toBe(2)
    expect(await sequenceAt(storeId, hour(1.5))).toBe(2)
    expect(await sequenceAt(storeId, hour(2))).toBe(3)
    await updateStore(storeId, { name: 'renamed' }, BY_PERSON)
    expect(await sequenceAt(storeId, new Date())).toBe(4)
  })

  test('before the store is refused; before its first change it was empty', async ({ store }) => {
    await expect(sequenceAt(store.id, hour(0))).rejects.toMatchObject({
      code: 'moment_before_store',
    })
    expect(await sequenceAt(store.id, new Date())).toBe(0)
    await expect(sequenceAt('memstore_none', hour(0))).rejects.toMatchObject({
      code: 'store_not_found',
    })
  })

  test('follows the order of changes where a clock was set back', async ({ storeId }) => {
    for (const at of [1, 5, 2, 3]) await written(storeId, { [`/${at}`]: '' }, { at: hour(at) })
    expect(await sequenceAt(storeId, hour(6))).toBe(4)
    expect(await sequenceAt(storeId, hour(2))).toBe(3)
    expect(await sequenceAt(storeId, hour(1))).toBe(1)
  })
})

describe('a moment', () => {
  test('finds one memory by its id or its path', async ({ storeId }) => {
    const [one] = await written(storeId, { '/a': '1' })
    const memoryId = one?.memoryId ?? ''
    await updateMemory({ storeId, memoryId, path: '/b' }, BY_PERSON)
    await removeMemory({ storeId, memoryId }, BY_PERSON)
    const sequenceOf = (by: { memoryId: string } | { path: string }, at: number) =>
      getMemory({ storeId, ...by, at }, 'basic').then(
        ({ sequence }) => sequence,
        () => null,
      )
    const each = async (by: { memoryId: string } | { path: string }) =>
      Promise.all([0, 1, 2, 3].map((at) => sequenceOf(by, at)))
    expect(await each({ memoryId })).toEqual([null, 1, 2, null])
    expect(await each({ path: '/a' })).toEqual([null, 1, null, null])
    expect(await each({ path: '/b' })).toEqual([null, null, 2, null])
    const refused = { code: 'memory_not_found' }
    const elsewhere = getMemory({ storeId: 'memstore_other', memoryId, at: 1 }, 'basic')
    await expect(elsewhere).rejects.toMatchObject(refused)
    // Addresses may name any number.
    const ahead = getMemory({ storeId, memoryId, at: 2 ** 53 }, 'basic')
    await expect(ahead).rejects.toMatchObject(refused)
  })

  test('of many changes is read in parts that a caller may leave', async ({ store }) => {
    const left = AbortSignal.abort(new Error('left'))
    await written(store.id, { '/a': '1' })
    await expect(headsAt(store.id, 1, { signal: left })).rejects.toThrow('left')
  })
})
