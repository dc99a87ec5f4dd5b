import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { onBothDatabases } from '@/tests/support/databases'
import { createMemory, updateMemory } from '../memories/change-memories'
import { createStore } from '../stores/change-stores'
import { type Cause, LOCAL_API_ACTOR, LOCAL_USER_ACTOR } from '../model/actor'
import type { Memory } from '../model/memory'
import { quarantineMemory } from '../quarantine/quarantine-memory'
import { reachOf } from './reach'
import { flushReads, recordRead } from './reads'

const BEGIN = 1_800_000_000_000
const HOUR = 3_600_000
const person: Cause = { actor: LOCAL_USER_ACTOR }
const keyless: Cause = { actor: LOCAL_API_ACTOR }
const session = (name: string): Cause => ({ actor: { type: 'session', id: `sesn_${name}` } })

// Only the clock is faked: timers still run.
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: BEGIN }))
afterEach(() => vi.useRealTimers())

onBothDatabases((current) => {
  const setUp = async (name = 'Notes') => {
    const db = current()
    const { id: storeId } = await createStore(db, { name })
    const later = (ms = 1_000) => vi.setSystemTime(Date.now() + ms)
    const write = async (path: string, cause: Cause, content = `${path}\n`) => {
      later()
      return createMemory(db, { storeId, path, content, cause })
    }
    const change = async ({ id: memoryId }: Memory, cause: Cause, content: string) => {
      later()
      return updateMemory(db, { storeId, memoryId, content, cause })
    }
    const read = ({ id: memoryId, sequence }: Memory, cause: Cause) => {
      later()
      recordRead(db, { memoryId, sequence, cause })
    }
    const reach = (of: Memory, more: Partial<Parameters<typeof reachOf>[1]> = {}) =>
      reachOf(db, { storeId, versionId: of.versionId, steps: 1, ...more })
    const reached = async (...asked: Parameters<typeof reach>) =>
      (await reach(...asked)).changes.map(({ version, step, certainty }) => [
        version.path,
        step,
        certainty,
      ])
    return { db, storeId, later, write, change, read, reach, reached }
  }

  describe('how far a version reaches', () => {
    test('is what the sessions that read it changed afterwards, in their order', async () => {
      const { write, read, reached } = await setUp()
      await write('/before', session('reader'))
      const wrong = await write('/wrong', session('writer'))
      read(wrong, session('reader'))
      await write('/after', session('reader'))
      await write('/later', session('reader'))
      await write('/other', session('other'))
      expect(await reached(wrong)).toEqual([
        ['/after', 1, 'exact'],
        ['/later', 1, 'exact'],
      ])
    })

    test('names each reader with the time of its first read', async () => {
      const { write, read, reach } = await setUp()
      const wrong = await write('/wrong', session('writer'))
      read(wrong, session('reader'))
      const readAt = Date.now()
      read(wrong, session('reader'))
      const { readers, isWhole } = await reach(wrong)
      expect(isWhole).toBe(true)
      expect(readers).toMatchObject([
        { sessionId: 'sesn_reader', step: 1, certainty: 'exact', readAt },
      ])
    })

    test('leaves out who read another version of the memory, within the same hour too', async () => {
      const { write, change, read, reached } = await setUp()
      const right = await write('/a', person)
      read(right, session('early'))
      const wrong = await change(right, session('writer'), 'wrong\n')
      const mended = await change(right, person, 'right again\n')
      read(mended, session('early'))
      await write('/b', session('early'))
      expect(await reached(wrong)).toEqual([])
    })

    test('goes on from what was changed, up to three steps', async () => {
      const { write, read, reached } = await setUp()
      const first = await write('/1', session('a'))
      read(first, session('b'))
      const second = await write('/2', session('b'))
      read(second, session('c'))
      const third = await write('/3', session('c'))
      read(third, session('d'))
      await write('/4', session('d'))
      expect(await reached(first)).toEqual([['/2', 1, 'exact']])
      expect(await reached(first, { steps: 2 })).toHaveLength(2)
      expect(await reached(first, { steps: 3 })).toEqual([
        ['/2', 1, 'exact'],
        ['/3', 2, 'exact'],
        ['/4', 3, 'exact'],
      ])
    })

    test('ends where sessions read each other’s changes', async () => {
      const { write, read, reached } = await setUp()
      const first = await write('/1', session('a'))
      read(first, session('b'))
      const second = await write('/2', session('b'))
      read(second, session('a'))
      const third = await write('/3', session('a'))
      read(third, session('b'))
      await write('/4', session('b'))
      expect(await reached(first, { steps: 3 })).toEqual([
        ['/2', 1, 'exact'],
        ['/4', 1, 'exact'],
        ['/3', 2, 'exact'],
      ])
    })

    test('is only possible for what callers without a session did', async () => {
      const { write, read, reached } = await setUp()
      const wrong = await write('/wrong', session('writer'))
      read(wrong, keyless)
      const made = await write('/made', keyless)
      read(made, session('reader'))
      await write('/of-it', session('reader'))
      expect(await reached(wrong, { steps: 2 })).toEqual([
        ['/made', 1, 'possible'],
        ['/of-it', 2, 'possible'],
      ])
    })

    test('includes other stores that a reader changed, unless the caller sees fewer', async () => {
      const one = await setUp('One')
      const other = await setUp('Other')
      const wrong = await one.write('/wrong', session('writer'))
      one.read(wrong, session('reader'))
      await other.write('/elsewhere', session('reader'))
      expect(await one.reached(wrong)).toEqual([['/elsewhere', 1, 'exact']])
      expect(await one.reached(wrong, { onlyStoreIds: [one.storeId] })).toEqual([])
    })

    test('begins with the first version of a changeset, if that is named', async () => {
      const { db, write, change, read, reached } = await setUp()
      const right = await write('/a', person)
      const wrong = await change(right, session('writer'), 'wrong\n')
      read(wrong, session('reader'))
      const head = await change(right, session('writer'), 'wrong\nand more\n')
      await write('/b', session('reader'))
      const changeset = await db.read.get<{ id: string }>('SELECT id FROM changesets ORDER BY key')
      expect(await reached(head)).toEqual([])
      expect(await reached(head, { changesetId: changeset?.id })).toEqual([['/b', 1, 'exact']])
    })

    test('shows agents nothing that is in quarantine', async () => {
      const { db, storeId, write, read, reach, reached } = await setUp()
      const wrong = await write('/wrong', session('writer'))
      read(wrong, session('reader'))
      const made = await write('/made', session('reader'))
      await quarantineMemory(db, { storeId, memoryId: made.id, cause: person })
      expect(await reached(wrong, { audience: 'agents' })).toEqual([])
      expect(await reached(wrong)).toHaveLength(1)
      await quarantineMemory(db, { storeId, memoryId: wrong.id, cause: person })
      await expect(reach(wrong, { audience: 'agents' })).rejects.toMatchObject({
        problem: { kind: 'version_not_found' },
      })
    })

    test('is possible by reads from before versions were told apart, if it stood meanwhile', async () => {
      const { db, later, write, change, read, reached } = await setUp()
      const first = await write('/a', person)
      read(first, session('reader'))
      const wrong = await change(first, session('writer'), 'wrong\n')
      const mended = await change(first, person, 'right\n')
      later(HOUR)
      const late = await change(first, person, 'late\n')
      await flushReads(db)
      await db.write((tx) =>
        tx.run('UPDATE memory_reads SET of_one_version = 0, last_sequence = ?, last_read_at = ?', [
          mended.sequence,
          BEGIN + 60_000,
        ]),
      )
      await write('/b', session('reader'))
      expect(await reached(wrong)).toEqual([['/b', 1, 'possible']])
      expect(await reached(late)).toEqual([])
    })
  })

  test('a reader of two versions of a memory in an hour is counted at both', async () => {
    const { db, write, change, read } = await setUp()
    const first = await write('/a', person)
    read(first, session('reader'))
    const second = await change(first, person, 'second\n')
    read(second, session('reader'))
    read(second, session('reader'))
    await flushReads(db)
    const rows = await db.read.all(
      'SELECT last_sequence, read_count FROM memory_reads ORDER BY last_sequence',
    )
    expect(rows).toMatchObject([
      { last_sequence: first.sequence, read_count: 1 },
      { last_sequence: second.sequence, read_count: 2 },
    ])
  })
})
