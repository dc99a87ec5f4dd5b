import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import type { Snapshot } from '@/lib/replay/scratch/snapshot'
import { StoreSnapshot } from '@/lib/replay/scratch/store-snapshot'
import { createMemory } from '@/lib/store/memories/change-memories'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { type ComingChange, comingText } from '@/lib/store/proposals/coming-changes'
import { createStore } from '@/lib/store/stores/change-stores'
import { getStore } from '@/lib/store/stores/read-stores'
import { onSqlite } from '@/tests/support/databases'
import { comingState } from './coming-state'
import { LaidSnapshot } from './laid-snapshot'

const cause = { actor: LOCAL_USER_ACTOR }

/** A store that has a needle at each of these paths. */
async function storeWith(db: Database, paths: readonly string[]): Promise<StoreSnapshot> {
  const { id: storeId } = await createStore(db, { name: 'Notes' })
  for (const path of paths) {
    await createMemory(db, { storeId, path, content: 'a needle\n', cause })
  }
  const { lastSequence } = await getStore(db, storeId)
  return new StoreSnapshot(db, storeId, lastSequence)
}

const written = (path: string, content: string): ComingChange => ({
  ...{ memoryId: `mem${path}`, before: path },
  after: comingText({ path, content }),
})
const gone = (path: string): ComingChange => ({ memoryId: `mem${path}`, before: path, after: null })

async function laidOver(store: Snapshot, changes: readonly ComingChange[]): Promise<LaidSnapshot> {
  const { laid } = await comingState({ storeId: store.storeId, sequence: 1, changes })
  return new LaidSnapshot(store, laid)
}

const found = async (snapshot: LaidSnapshot, limit: number) => {
  const { hits, hasMore } = await snapshot.search('needle', limit)
  return { paths: hits.map(({ memory }) => memory.path), hasMore }
}

onSqlite((current) => {
  describe('a store as it would be', () => {
    test('lists what would stand, in path order, with its size', async () => {
      const store = await storeWith(current(), ['/b', '/d', '/f'])
      const snapshot = await laidOver(store, [written('/g', '1'), written('/d', '12'), gone('/b')])
      expect(await snapshot.list()).toMatchObject([
        { path: '/d', size: 2 },
        { path: '/f', size: 9 },
        { path: '/g', size: 1 },
      ])
    })

    test('finds what would be written first, and of what stands all that nothing is laid over', async () => {
      const paths = Array.from({ length: 12 }, (_, at) => `/${String(at).padStart(2, '0')}`)
      const store = await storeWith(current(), paths)
      const [, ...laid] = paths.toReversed()
      // Those that a search finds first are laid over.
      const changes = laid.slice(0, 9).map((path) => written(path, 'nothing\n'))
      const snapshot = await laidOver(store, [...changes, written('/new', 'a needle\n')])
      expect(await found(snapshot, 9)).toEqual({
        paths: ['/new', '/11', '/01', '/00'],
        hasMore: false,
      })
      expect(await found(snapshot, 3)).toEqual({ paths: ['/new', '/11', '/01'], hasMore: true })
      expect(await found(snapshot, 1)).toEqual({ paths: ['/new'], hasMore: true })
    })

    test('asks its store for few hits, however much is laid over it', async () => {
      const store = await storeWith(current(), ['/a', '/b'])
      const asked: number[] = []
      const search: Snapshot['search'] = (query, limit) => {
        asked.push(limit)
        return store.search(query, limit)
      }
      const asking = Object.assign(Object.create(store) as StoreSnapshot, { search })
      const snapshot = await laidOver(asking, manyChanges(3_000, 'nothing\n'))
      expect(await found(snapshot, 5)).toEqual({ paths: ['/b', '/a'], hasMore: false })
      expect(asked).toEqual([5])
    })

    test('has the same name in whatever order it is told, and another with another text', async () => {
      const of = async (...changes: ComingChange[]) =>
        (await comingState({ storeId: 'memstore_1', sequence: 1, changes })).hash
      const [one, other] = [written('/a', '1'), written('/b', '2')]
      expect(await of(one, other)).toBe(await of(other, one))
      expect(await of(one, other)).not.toBe(await of(one, written('/b', '3')))
      expect(await of(one, gone('/b'))).not.toBe(await of(one))
    })

    test('of 20,000 memories lets others have their turn while it is made, listed and searched', async () => {
      const store = await storeWith(current(), ['/a'])
      const changes = manyChanges(20_000, 'Deploys go out on Fridays, after lunch.\n'.repeat(40))
      const { value: snapshot, turns } = await withTurns(() => laidOver(store, changes))
      expect(turns).toBeGreaterThan(1)
      const searched = await withTurns(() => found(snapshot, 5))
      expect(searched.value).toEqual({ paths: ['/a'], hasMore: false })
      expect(searched.turns).toBeGreaterThan(5)
      expect(await snapshot.list()).toHaveLength(20_001)
    })
  })
})

function manyChanges(count: number, content: string): ComingChange[] {
  return Array.from({ length: count }, (_, at) => written(`/many/${(at * 7_919) % count}`, content))
}

/** Counts the turns of the event loop while work is done: none, if it holds the loop. */
async function withTurns<Value>(
  work: () => Promise<Value>,
): Promise<{ value: Value; turns: number }> {
  let turns = 0
  let isDone = false
  const counting = (async () => {
    while (!isDone) {
      await nextTurn()
      turns++
    }
  })()
  const value = await work()
  isDone = true
  await counting
  return { value, turns }
}
