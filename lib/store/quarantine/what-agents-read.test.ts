import { describe, expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { databaseFaultOf } from '@/lib/db/database-fault'
import { onBothDatabases } from '@/tests/support/databases'
import { applyMoment } from '../undo/apply-moment'
import { createStore } from '../stores/change-stores'
import { firstRead } from '../reads/first-read'
import { listMemories } from '../memories/read-memories'
import { LOCAL_API_ACTOR, LOCAL_USER_ACTOR, type Cause } from '../model/actor'
import { mostRead, hasReads, neverRead } from '../reads/reading-habits'
import { flushReads, listReads, recordRead } from '../reads/reads'
import { NEVER_READ_AFTER_MS } from '../model/never-read'
import { removePath } from '../memories/change-paths'

const cause: Cause = { actor: LOCAL_USER_ACTOR }

const LONG_AFTER = Date.now() + NEVER_READ_AFTER_MS + 3_600_000

onBothDatabases((current) => {
  const storeOf = async (db: Database, memories: Record<string, string>) => {
    const storeId = (await createStore(db, { name: 'Read' })).id
    const steps = Object.entries(memories).map(([path, content]) => ({
      op: 'write' as const,
      path,
      content,
    }))
    await applyMoment(db, { storeId, batch: null, steps, cause })
    return storeId
  }

  const reader = async (db: Database, storeId: string) => {
    const { entries } = await listMemories(db, { storeId, directory: '', depth: 'all', limit: 99 })
    return async (path: string, sessionId: string) => {
      const found = entries.find((entry) => entry.type === 'memory' && entry.memory.path === path)
      if (found?.type !== 'memory') throw new Error(`no memory at ${path}`)
      const { id: memoryId, sequence } = found.memory
      const actor = sessionId === '' ? LOCAL_API_ACTOR : { type: 'session' as const, id: sessionId }
      recordRead(db, { memoryId, sequence, cause: { actor } })
      // Reads of a session within one millisecond have no order.
      await flushReads(db)
      const now = Date.now()
      await expect.poll(() => Date.now(), { interval: 1 }).toBeGreaterThan(now)
    }
  }

  describe('while the database cannot be written', () => {
    /** As with a full disk. */
    const unwritable = (db: Database): Database =>
      Object.create(db, {
        write: {
          configurable: true,
          value: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })),
        },
      }) as Database

    test('reads are shown as far as they are stored, and the others kept until they can be', async () => {
      const db = current()
      const storeId = await storeOf(db, { '/a': 'a' })
      await (
        await reader(db, storeId)
      )('/a', 'sesn_a')
      const full = unwritable(db)
      const { entries } = await listMemories(db, { storeId, directory: '', depth: 'all', limit: 9 })
      const [entry] = entries
      if (entry?.type !== 'memory') throw new Error('no memory')
      const { id: memoryId, sequence } = entry.memory
      for (const id of ['sesn_a', 'sesn_b']) {
        recordRead(full, { memoryId, sequence, cause: { actor: { type: 'session', id } } })
      }
      const shown = await listReads(full, { storeId, limit: 9 })
      expect(shown.map(({ actor, readCount }) => [actor.id, readCount])).toEqual([['sesn_a', 1]])
      const failed = await flushReads(full).catch((error: unknown) => databaseFaultOf(error)?.fault)
      expect(failed).toBe('disk_full')
      Object.defineProperty(full, 'write', { value: db.write.bind(db) })
      const then = await listReads(full, { storeId, limit: 9 })
      expect(then.map(({ actor, readCount }) => [actor.id, readCount]).sort()).toEqual([
        ['sesn_a', 2],
        ['sesn_b', 1],
      ])
    })
  })

  describe('what agents read most', () => {
    test('is listed with its readers, without what was deleted since', async () => {
      const db = current()
      const storeId = await storeOf(db, { '/a': 'a', '/b': 'b', '/c': 'c', '/gone': 'x' })
      const read = await reader(db, storeId)
      for (const by of ['sesn_a', 'sesn_a', 'sesn_b']) await read('/b', by)
      await read('/a', 'sesn_a')
      for (const by of ['sesn_a', 'sesn_b', '']) await read('/gone', by)
      await removePath(db, { storeId, path: '/gone', cause })
      const found = await mostRead(db, { storeId, since: 0, limit: 5 })
      expect(found.map((one) => [one.path, one.readCount, one.readerCount])).toEqual([
        ['/b', 3, 2],
        ['/a', 1, 1],
      ])
      expect(await mostRead(db, { storeId, since: 0, limit: 1 })).toHaveLength(1)
    })

    test('counts no reads before its time', async () => {
      const db = current()
      const storeId = await storeOf(db, { '/a': 'a' })
      await (
        await reader(db, storeId)
      )('/a', 'sesn_a')
      expect(await mostRead(db, { storeId, since: Date.now() + 60_000, limit: 5 })).toEqual([])
    })
  })

  describe('what was never read', () => {
    test('is counted, with the largest of it', async () => {
      const db = current()
      const storeId = await storeOf(db, { '/a': 'a', '/b': 'bbb', '/c': 'cc', '/d': 'd' })
      await (
        await reader(db, storeId)
      )('/a', 'sesn_a')
      const found = await neverRead(db, { storeId, limit: 2, now: LONG_AFTER })
      expect(found).toMatchObject({ memoryCount: 3, byteSize: 6 })
      expect(found?.largest.map(({ path, size }) => [path, size])).toEqual([
        ['/b', 3],
        ['/c', 2],
      ])
      expect((await neverRead(db, { storeId, limit: 0, now: LONG_AFTER }))?.largest).toEqual([])
    })

    test('is not known of a store of which no read was counted yet', async () => {
      const db = current()
      const storeId = await storeOf(db, { '/a': 'a' })
      expect(await neverRead(db, { storeId, limit: 2, now: LONG_AFTER })).toBeNull()
      expect(await hasReads(db, storeId)).toBe(false)
      await (
        await reader(db, storeId)
      )('/a', 'sesn_a')
      expect(await neverRead(db, { storeId, limit: 2, now: LONG_AFTER })).toMatchObject({
        memoryCount: 0,
      })
      expect(await hasReads(db, storeId)).toBe(true)
    })
  })

  describe('what agents read first', () => {
    test('is what most sessions began with', async () => {
      const db = current()
      const storeId = await storeOf(db, { '/MEMORY.md': 'm', '/start.md': '# Start\n- go\n' })
      const read = await reader(db, storeId)
      await read('/start.md', 'sesn_a')
      await read('/MEMORY.md', 'sesn_a')
      await read('/MEMORY.md', 'sesn_a')
      await read('/start.md', 'sesn_b')
      await read('/MEMORY.md', 'sesn_c')
      expect(await firstRead(db, { storeId, since: 0 })).toMatchObject({
        path: '/start.md',
        evidence: { kind: 'reads', sessions: 2, ofSessions: 3 },
        line: 'go',
        leftOut: 0,
      })
    })

    test('is told by its name where no two sessions agree', async () => {
      const db = current()
      const storeId = await storeOf(db, { '/README.md': 'r', '/status.md': 's', '/x': 'x' })
      await (
        await reader(db, storeId)
      )('/x', 'sesn_a')
      expect(await firstRead(db, { storeId, since: 0 })).toMatchObject({
        path: '/status.md',
        evidence: { kind: 'name' },
      })
    })

    test('is told by its name in whatever case, at the root only', async () => {
      const db = current()
      const storeId = await storeOf(db, { '/ReadMe.MD': 'r', '/a/MEMORY.md': 'm', '/x': 'x' })
      expect(await firstRead(db, { storeId, since: 0 })).toMatchObject({
        path: '/ReadMe.MD',
        evidence: { kind: 'name' },
      })
    })

    test('says how much of it one read leaves out', async () => {
      const db = current()
      const storeId = await storeOf(db, { '/README.md': 'r'.repeat(100_000) })
      expect(await firstRead(db, { storeId, since: 0 })).toMatchObject({ leftOut: 8 })
    })

    test('is null where nothing tells', async () => {
      const db = current()
      const storeId = await storeOf(db, { '/notes/README.md': 'r' })
      expect(await firstRead(db, { storeId, since: 0 })).toBeNull()
    })
  })
})
