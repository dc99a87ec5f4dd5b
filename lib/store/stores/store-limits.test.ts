import fc from 'fast-check'
import { expect, test } from 'vitest'
import { onBothDatabases } from '@/tests/support/databases'
import { findStore } from '../write/store-transaction'
import { createMemory, removeMemory, updateMemory } from '../memories/change-memories'
import { createStore } from './change-stores'
import { LOCAL_USER_ACTOR } from '../model/actor'
import { largestMemory } from './sql/largest-memory'
import { storeLimits } from './store-limits'

const cause = { actor: LOCAL_USER_ACTOR }

onBothDatabases((current) => {
  test('a store’s limits stand beside what it uses of them', async () => {
    const db = current()
    const settings = { maxMemories: 10, maxBytes: 100, maxVersions: 50, maxContentBytes: 20 }
    const { id: storeId } = await createStore(db, { name: 'Limited', settings })
    await createMemory(db, { storeId, path: '/a', content: 'four', cause })
    const { id } = await createMemory(db, { storeId, path: '/b', content: 'longer', cause })
    expect(await storeLimits(db, { storeId })).toEqual({
      memories: { used: 2, limit: 10 },
      bytes: { used: 10, limit: 100 },
      versions: { used: 2, limit: 50 },
      largest: { used: 6, limit: 20, memoryId: id, path: '/b' },
      viewChars: 100_000,
    })
  })

  test('the largest memory is the one that all memories tell, whatever changed since it was asked', async () => {
    const db = current()
    const step = fc.record({
      act: fc.constantFrom('write', 'write', 'rename', 'delete'),
      name: fc.nat(4),
      size: fc.nat(6),
      isAsked: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        const { id: storeId } = await createStore(db, { name: 'Sizes' })
        const ids = new Map<number, string>()
        for (const { act, name, size, isAsked } of steps) {
          const memoryId = ids.get(name)
          const content = 'x'.repeat(size)
          if (act === 'write' && !memoryId) {
            const made = await createMemory(db, { storeId, path: `/${name}`, content, cause })
            ids.set(name, made.id)
          } else if (act === 'write' && memoryId) {
            await updateMemory(db, { storeId, memoryId, content, cause })
          } else if (act === 'rename' && memoryId) {
            const path = `/renamed ${size}/${name}`
            await updateMemory(db, { storeId, memoryId, path, cause })
          } else if (memoryId) {
            await removeMemory(db, { storeId, memoryId, cause })
            ids.delete(name)
          }
          if (!isAsked) continue
          const { key } = await findStore(db.read, storeId)
          const { largest } = await storeLimits(db, { storeId })
          const told = await largestMemory(db.bulk, key)
          const { used, path } = largest
          expect({ used, path }).toEqual({ used: told?.size ?? 0, path: told?.path ?? null })
        }
      }),
      { numRuns: 15 },
    )
  })

  test('what is not set is not limited', async () => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Free' })
    expect(await storeLimits(db, { storeId })).toEqual({
      memories: { used: 0, limit: null },
      bytes: { used: 0, limit: null },
      versions: { used: 0, limit: null },
      largest: { used: 0, limit: 102_400, memoryId: null, path: null },
      viewChars: 100_000,
    })
  })
})
