import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { DAY_MS } from '@/lib/text/day-ms'
import { onBothDatabases } from '@/tests/support/databases'
import { applyMoment } from '../undo/apply-moment'
import { createStore } from '../stores/change-stores'
import { getStore } from '../stores/read-stores'
import { listMemories } from '../memories/read-memories'
import type { Cause } from '../model/actor'
import { flushReads, recordRead } from '../reads/reads'
import { MAX_MAPPED_DIRECTORIES, MAX_MAPPED_MEMORIES, storeMap } from './store-map'

const cause: Cause = { actor: { type: 'session', id: 'sesn_a' } }
const start = Date.UTC(2026, 4, 20, 12)

const write = (path: string, content: string) => ({ op: 'write' as const, path, content })

onBothDatabases((current) => {
  const apply = (
    db: Database,
    storeId: string,
    steps: Parameters<typeof applyMoment>[1]['steps'],
    at = start,
  ) => applyMoment(db, { storeId, at, batch: null, steps, cause })

  const idAt = async (db: Database, storeId: string, path: string) => {
    const { entries } = await listMemories(db, {
      storeId,
      directory: '',
      depth: 'all',
      limit: 5000,
    })
    const found = entries.find((entry) => entry.type === 'memory' && entry.memory.path === path)
    if (found?.type !== 'memory') throw new Error(`no memory at ${path}`)
    return found.memory
  }

  describe('a store’s map', () => {
    test('has every memory with its size, its last change and its last read', async () => {
      const db = current()
      const storeId = (await createStore(db, { name: 'Map' })).id
      await apply(db, storeId, [write('/a/b', 'four'), write('/c', 'seven!!')])
      await apply(db, storeId, [write('/c', '12345')], start + DAY_MS)
      const { id: memoryId, sequence } = await idAt(db, storeId, '/c')
      const before = Date.now()
      recordRead(db, { memoryId, sequence, cause })
      const map = await storeMap(db, { storeId })
      expect(map).toMatchObject({ shows: 'memories', memoryCount: 2, byteSize: 9 })
      const memories = map.shows === 'memories' ? map.memories : []
      expect(memories.map(({ path, size, changedAt }) => [path, size, changedAt])).toEqual([
        ['/a/b', 4, start],
        ['/c', 5, start + DAY_MS],
      ])
      expect(memories[0]?.lastReadAt).toBeNull()
      expect(memories[1]?.lastReadAt).toBeGreaterThanOrEqual(before)
    })

    test('of one directory has only what is in it', async () => {
      const db = current()
      const storeId = (await createStore(db, { name: 'Map' })).id
      await apply(db, storeId, [write('/a/b', 'four'), write('/a-b', 'x'), write('/c', 'y')])
      expect(await storeMap(db, { storeId, directory: '/a' })).toMatchObject({
        memoryCount: 1,
        memories: [{ path: '/a/b' }],
      })
    })

    test('of a past moment has the memories of then, and no read since', async () => {
      const db = current()
      const storeId = (await createStore(db, { name: 'Map' })).id
      await apply(db, storeId, [write('/a', 'one'), write('/b', 'two')])
      await apply(db, storeId, [{ op: 'delete', path: '/a' }, write('/b', 'longer')], start + 1)
      const { id: memoryId, sequence } = await idAt(db, storeId, '/b')
      recordRead(db, { memoryId, sequence, cause })
      await flushReads(db)
      const then = await storeMap(db, { storeId, at: { time: start } })
      const found = then.shows === 'memories' ? then.memories : []
      expect(found.map(({ path, size, lastReadAt }) => [path, size, lastReadAt])).toEqual([
        ['/a', 3, null],
        ['/b', 3, null],
      ])
      const now = await storeMap(db, { storeId, at: { time: Date.now() } })
      expect(now.shows === 'memories' && now.memories[0]?.lastReadAt).not.toBeNull()
    })

    test('refuses a store that is not there', async () => {
      await expect(storeMap(current(), { storeId: 'memstore_none' })).rejects.toThrow(
        'store_not_found',
      )
    })
  })

  test('the map of more than 2,000 memories has directories, and adds up to the store', async () => {
    const db = current()
    const storeId = (await createStore(db, { name: 'Large' })).id
    const many = Array.from({ length: MAX_MAPPED_MEMORIES }, (_, at) =>
      write(`/big/${at % 250}/${at}`, 'x'.repeat(at % 5)),
    )
    await apply(db, storeId, many)
    await apply(db, storeId, [write('/top', 'abc'), write('/small/one', 'ab')], start + DAY_MS)
    const { id: memoryId, sequence } = await idAt(db, storeId, '/small/one')
    recordRead(db, { memoryId, sequence, cause })
    const map = await storeMap(db, { storeId })
    const { memoryCount, byteSize } = await getStore(db, storeId)
    expect(map).toMatchObject({ shows: 'directories', memoryCount, byteSize, rest: null })
    const later = start + DAY_MS
    expect(map.shows === 'directories' && map.directories).toEqual([
      { path: '/big/', memoryCount: 2000, byteSize: 4000, changedAt: start, neverReadCount: 2000 },
      { path: '/', memoryCount: 1, byteSize: 3, changedAt: later, neverReadCount: 1 },
      { path: '/small/', memoryCount: 1, byteSize: 2, changedAt: later, neverReadCount: 0 },
    ])
    expect(await storeMap(db, { storeId, at: { time: Date.now() } })).toEqual(map)

    // At a past moment, when nothing had been read.
    await apply(db, storeId, [{ op: 'delete', path: '/small/one' }], later + 1)
    const then = await storeMap(db, { storeId, at: { time: later } })
    expect(then).toMatchObject({ memoryCount, byteSize })
    const areas = then.shows === 'directories' ? then.directories : []
    expect(areas.map(({ path }) => path)).toEqual(['/big/', '/', '/small/'])
    expect(areas.every((area) => area.neverReadCount === area.memoryCount)).toBe(true)

    // Within one directory: the 200 largest of its directories, and the rest as one area.
    await apply(db, storeId, [write('/big/one-more', 'x')], later + 2)
    const within = await storeMap(db, { storeId, directory: '/big' })
    const shown = within.shows === 'directories' ? within : { directories: [], rest: null }
    expect(shown.directories).toHaveLength(MAX_MAPPED_DIRECTORIES)
    expect(shown.rest?.directoryCount).toBe(51)
    const found = shown.directories.reduce((sum, area) => sum + area.memoryCount, 0)
    expect(found + (shown.rest?.memoryCount ?? 0)).toBe(2001)
  })

  test('whatever is written, renamed and deleted, a map adds up to the store of that moment', async () => {
    const path = fc.constantFrom('/a', '/b/c', '/b/d/e', '/b-c', '/f/g')
    const step = fc.oneof(
      fc.record({ op: fc.constant('write' as const), path, content: fc.string({ maxLength: 9 }) }),
      fc.record({ op: fc.constant('delete' as const), path }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        const db = current()
        const storeId = (await createStore(db, { name: 'Any' })).id
        const totals = []
        for (const [at, one] of steps.entries()) {
          // Deleting what is not there is refused.
          await apply(db, storeId, [one], start + at).catch(() => null)
          const { lastSequence, memoryCount, byteSize } = await getStore(db, storeId)
          totals.push({ lastSequence, memoryCount, byteSize })
        }
        for (const { lastSequence, ...total } of totals) {
          expect(await storeMap(db, { storeId, at: { sequence: lastSequence } })).toMatchObject(
            total,
          )
        }
        const { memoryCount, byteSize } = await getStore(db, storeId)
        expect(await storeMap(db, { storeId })).toMatchObject({ memoryCount, byteSize })
      }),
      { numRuns: 10 },
    )
  })
})
