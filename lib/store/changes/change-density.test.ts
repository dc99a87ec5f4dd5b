import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { onBothDatabases } from '@/tests/support/databases'
import { applyMoment } from '../undo/apply-moment'
import { changeDensity } from './change-times'
import { createStore, updateStore } from '../stores/change-stores'
import { getStore } from '../stores/read-stores'
import { type Cause, LOCAL_USER_ACTOR } from '../model/actor'
import { nameMoment } from '../time/named-moments'
import { putMemory } from '../memories/change-memories'

const cause: Cause = { actor: LOCAL_USER_ACTOR }
const start = Date.UTC(2026, 4, 20, 12)

onBothDatabases((current) => {
  const storeOf = async (db: Database, contents: readonly string[]) => {
    const storeId = (await createStore(db, { name: 'Time' })).id
    for (const [at, content] of contents.entries()) {
      const step = { op: 'write' as const, path: '/a', content, isAgain: true }
      await applyMoment(db, { storeId, at: start + at, batch: null, steps: [step], cause })
    }
    return storeId
  }

  test('each bucket has its first and last change with their times, and what they changed', async () => {
    const db = current()
    const storeId = await storeOf(db, ['', 'four', 'fo', 'fou', 'four and', 'x'])
    const { buckets, lastSequence } = await changeDensity(db, { storeId, buckets: 3 })
    expect(lastSequence).toBe(6)
    expect(buckets).toEqual([
      {
        firstSequence: 1,
        lastSequence: 2,
        firstAt: start,
        lastAt: start + 1,
        bytesChanged: 4,
        changesMemories: true,
      },
      {
        firstSequence: 3,
        lastSequence: 4,
        firstAt: start + 2,
        lastAt: start + 3,
        bytesChanged: 3,
        changesMemories: true,
      },
      {
        firstSequence: 5,
        lastSequence: 6,
        firstAt: start + 4,
        lastAt: start + 5,
        bytesChanged: 12,
        changesMemories: true,
      },
    ])
  })

  test('a store without changes has no buckets', async () => {
    const db = current()
    const storeId = await storeOf(db, [])
    expect(await changeDensity(db, { storeId, buckets: 240 })).toEqual({
      buckets: [],
      moments: [],
      from: 0,
      lastSequence: 0,
    })
  })

  test('named moments know their bucket', async () => {
    const db = current()
    const storeId = await storeOf(db, ['a', 'b', 'c', 'd'])
    await nameMoment(db, { storeId, sequence: 1, name: 'Begin', cause })
    await nameMoment(db, { storeId, sequence: 4, name: 'End', cause })
    const { moments } = await changeDensity(db, { storeId, buckets: 2 })
    expect(moments.map(({ name, bucket }) => [name, bucket])).toEqual([
      ['End', 1],
      ['Begin', 0],
    ])
  })

  test('a change of the store itself changes no memory, and after the last change it is not told', async () => {
    const db = current()
    const storeId = await storeOf(db, ['four'])
    await updateStore(db, { storeId, name: 'Renamed', cause })
    const told = async () =>
      (await changeDensity(db, { storeId, buckets: 240 })).buckets.map((bucket) => [
        bucket.bytesChanged,
        bucket.changesMemories,
      ])
    expect(await told()).toEqual([[4, true]])
    await putMemory(db, { storeId, path: '/a', content: 'longer', cause })
    expect(await told()).toEqual([
      [4, true],
      [0, false],
      [2, true],
    ])
  })

  test('many changes in few buckets are looked at by sample, in a few queries', async () => {
    const db = current()
    const contents = Array.from({ length: 100 }, (_, at) => (at % 2 === 0 ? 'x' : 'three'))
    const storeId = await storeOf(db, contents)
    const { buckets } = await changeDensity(db, { storeId, buckets: 2 })
    // Each change but the first is one of four bytes.
    expect(buckets[1]?.bytesChanged).toBe(200)
  })

  test('whatever was written, the buckets have all changes once', async () => {
    const contents = fc.array(fc.string({ maxLength: 9 }), { maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(contents, fc.integer({ min: 1, max: 30 }), async (written, count) => {
        const db = current()
        const storeId = await storeOf(db, written)
        const { buckets } = await changeDensity(db, { storeId, buckets: count })
        const changes = buckets.flatMap(({ firstSequence, lastSequence }) =>
          Array.from({ length: lastSequence - firstSequence + 1 }, (_, at) => firstSequence + at),
        )
        const { lastSequence } = await getStore(db, storeId)
        expect(changes).toEqual(Array.from({ length: lastSequence }, (_, at) => at + 1))
        expect(buckets.every(({ firstAt, lastAt }) => firstAt >= start && lastAt >= firstAt)).toBe(
          true,
        )
      }),
      { numRuns: 10 },
    )
  })
})
