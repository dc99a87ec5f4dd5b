import { describe, expect, test } from 'vitest'
import { onBothDatabases } from '@/tests/support/databases'
import type { Cause } from '../model/actor'
import { archiveStore, createStore, deleteStore, purgeDeletedStores } from './change-stores'
import { createMemory, updateMemory } from '../memories/change-memories'
import { listEvents } from '../events/events'
import { getMemory, listMemories } from '../memories/read-memories'
import { getStore, listStores } from './read-stores'
import { listVersions } from '../versions/read-versions'
import { StoreError } from '../model/problems'
import { nameMoment } from '../time/named-moments'
import { flushReads, recordRead } from '../reads/reads'
import { searchStore } from '../search/search-store'
import { undoChanges } from '../undo/undo-changes'

const cause: Cause = { actor: { type: 'api_key', id: 'apikey_111111111111111111111111' } }

/** Every table that has rows of a store. */
const TABLES = [
  'memory_stores',
  'memories',
  'memory_versions',
  'version_contents',
  'path_nodes',
  'directory_spans',
  'store_events',
  'search_postings',
  'memory_reads',
  'batches',
  'named_moments',
]

onBothDatabases((current) => {
  const makeStore = async (name: string, memories: number) => {
    const db = current()
    const { id: storeId } = await createStore(db, { name })
    for (let i = 0; i < memories; i++) {
      const path = `/folder ${i}/memory.md`
      const made = await createMemory(db, { storeId, path, content: `number ${i}`, cause })
      recordRead(db, { memoryId: made.id, sequence: made.sequence, cause })
    }
    await nameMoment(db, { storeId, sequence: 1, name: 'first', cause })
    return storeId
  }

  const counts = async () => {
    const rows: [string, number | undefined][] = []
    for (const table of TABLES) {
      const row = await current().read.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)
      rows.push([table, row?.n])
    }
    return rows
  }

  describe('deleting a store', () => {
    test('hides it from every reader at once', async () => {
      const db = current()
      const storeId = await makeStore('Gone', 3)
      const [memory] = (await listMemories(db, { storeId, directory: '', depth: 'all', limit: 1 }))
        .entries
      const memoryId = memory?.type === 'memory' ? memory.memory.id : ''
      await deleteStore(db, { storeId, cause })
      const readers = [
        () => getStore(db, storeId),
        () => getMemory(db, { storeId, memoryId }),
        () => listMemories(db, { storeId, directory: '', depth: 'all', limit: 1 }),
        () => listVersions(db, { storeId, limit: 1 }),
        () => listVersions(db, { storeId, memoryId, limit: 1 }),
        () => listEvents(db, { storeId, after: 0, limit: 1 }),
        () => searchStore(db, { storeId, query: 'number', limit: 1 }),
        () => createMemory(db, { storeId, path: '/new', content: '', cause }),
        () => deleteStore(db, { storeId, cause }),
      ]
      for (const read of readers) {
        const refusal = await read().then(
          () => null,
          (error: unknown) => error,
        )
        if (!(refusal instanceof StoreError)) throw new Error('was not refused')
        expect(refusal.problem.kind).toBe('store_not_found')
      }
      expect((await listStores(db, { limit: 10 })).stores).toEqual([])
    })

    test('leaves no row of it, in more than one slice, and every row of the others', async () => {
      const db = current()
      await makeStore('Stays', 5)
      await flushReads(db)
      const before = await counts()
      const storeId = await makeStore('Goes', 600)
      const { entries } = await listMemories(db, { storeId, directory: '', depth: 'all', limit: 1 })
      const [first] = entries
      if (first?.type !== 'memory') throw new Error('there is no memory')
      const { id: memoryId } = first.memory
      const changed = await updateMemory(db, { storeId, memoryId, content: 'else', cause })
      const changes = { versionIds: [changed.versionId] }
      await undoChanges(db, { storeId, changes, cause })
      await searchStore(db, { storeId, query: 'number', limit: 1 })
      await deleteStore(db, { storeId, cause })
      await purgeDeletedStores(db)
      expect(await counts()).toEqual(before)
      expect(await db.integrityProblems()).toEqual([])
    })

    test('is allowed for an archived one, and several at once are each purged', async () => {
      const db = current()
      const stores = [await makeStore('One', 3), await makeStore('Other', 3)]
      for (const storeId of stores) await archiveStore(db, { storeId, cause })
      await Promise.all(stores.map((storeId) => deleteStore(db, { storeId, cause })))
      await Promise.all([purgeDeletedStores(db), purgeDeletedStores(db)])
      expect((await counts()).filter(([, rows]) => rows !== 0)).toEqual([])
    })

    test('leaves none of the reads that were being stored', async () => {
      const db = current()
      const { id: storeId } = await createStore(db, { name: 'Read by many' })
      const { id: memoryId, sequence } = await createMemory(db, {
        storeId,
        path: '/read.md',
        content: '',
        cause,
      })
      for (let reader = 0; reader < 200; reader++) {
        const actor = { type: 'session' as const, id: `sesn_${reader}` }
        recordRead(db, { memoryId, sequence, cause: { actor } })
      }
      const stored = flushReads(db)
      await deleteStore(db, { storeId, cause })
      await purgeDeletedStores(db)
      await stored
      expect((await counts()).filter(([, rows]) => rows !== 0)).toEqual([])
    })

    test('drops reads that were counted but not stored yet', async () => {
      const db = current()
      const storeId = await makeStore('Read', 1)
      await deleteStore(db, { storeId, cause })
      await purgeDeletedStores(db)
      await flushReads(db)
      expect((await counts()).filter(([, rows]) => rows !== 0)).toEqual([])
    })
  })
})
