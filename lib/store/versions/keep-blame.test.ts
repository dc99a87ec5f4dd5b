import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { onBothDatabases } from '@/tests/support/databases'
import { compactionFinished } from '../background/compaction'
import { keepDue, startKeepingBlame } from '../background/blame-keeper'
import { compressAll } from '../background/version-compressor'
import { lockedProgress } from '../contents/sql/compression'
import { createMemory, removeMemory, updateMemory } from '../memories/change-memories'
import { LOCAL_USER_ACTOR, type Cause } from '../model/actor'
import { redactText } from '../redaction/redact-text'
import { redactVersion } from '../redaction/redact-version'
import { createStore, deleteStore } from '../stores/change-stores'
import { undoChanges } from '../undo/undo-changes'
import { memoryById } from '../write/sql/heads'
import { findStore } from '../write/store-transaction'
import { blameMemory } from './blame-memory'
import { goneIn, stateIn, VERSIONS_PER_STRETCH } from './blame-stretch'
import { keepAllOf, keepStretches } from './keep-blame'
import { listVersions } from './read-versions'
import { restoreVersion } from './restore-version'
import {
  deleteDue,
  deleteStretches,
  dueMemories,
  insertDue,
  lockedDue,
  stretchAt,
} from './sql/blame'

const cause: Cause = { actor: LOCAL_USER_ACTOR }

const LAST = Number.MAX_SAFE_INTEGER

onBothDatabases((current) => {
  const setUp = async (content: string) => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Blame' })
    const { id: memoryId } = await createMemory(db, { storeId, path: '/a', content, cause })
    const store = await findStore(db.read, storeId)
    const memory = await memoryById(db.read, store.key, memoryId)
    if (!memory) throw new Error('there is no memory')
    const place = { storeKey: store.key, memoryKey: memory.key }
    const update = (change: { content?: string; path?: string }) =>
      updateMemory(db, { storeId, memoryId, ...change, cause })
    const versions = async () =>
      (await listVersions(db, { storeId, memoryId, limit: 1000 })).versions.toReversed()
    const blame = (versionId?: string) => blameMemory(db, { storeId, memoryId, versionId })
    const keep = (versions: number) =>
      keepAllOf(db, { place, headSequence: 1 }, { versions, stretches: 2 })
    const drop = () =>
      db.write(async (tx) => {
        await deleteStretches(tx, place, 0)
        await deleteDue(tx, place)
      })
    return { db, storeId, memoryId, place, update, versions, blame, keep, drop }
  }

  /** Blame of each version that has a text. */
  const blameOfAll = async ({ versions, blame }: Awaited<ReturnType<typeof setUp>>) => {
    const all = []
    for (const { id, operation } of await versions()) {
      all.push(operation === 'deleted' ? [] : await blame(id))
    }
    return all
  }

  describe('blame that is kept', () => {
    test('is the same as blame of everything read, through undos, deletions and redactions', async () => {
      // Lines are few, so that equal ones are often gone, moved, and brought back.
      const step = fc.record({
        act: fc.constantFrom('add', 'add', 'remove', 'undo', 'undo', 'restore', 'delete', 'redact'),
        at: fc.nat(40),
        line: fc.constantFrom('a', 'b', 'c', '', 'secret d', 'e'),
      })
      const steps = fc.array(step, { minLength: 4, maxLength: 14 })
      await fc.assert(
        fc.asyncProperty(
          steps,
          steps,
          fc.integer({ min: 1, max: 5 }),
          async (first, then, length) => {
            const history = await setUp('0\na\n0\n')
            for (const part of [first, then]) {
              for (const each of part) await take(history, each)
              await history.keep(length)
              const kept = await blameOfAll(history)
              await history.drop()
              expect(kept).toEqual(await blameOfAll(history))
              // The second half goes on from what is kept of the first, as it is or redacted.
              await history.keep(length + 1)
            }
          },
        ),
        { numRuns: 12 },
      )
      await compactionFinished(current())
    }, 120_000)

    interface Step {
      act: 'add' | 'remove' | 'undo' | 'restore' | 'delete' | 'redact'
      at: number
      line: string
    }

    async function take(history: Awaited<ReturnType<typeof setUp>>, { act, at, line }: Step) {
      const { db, storeId, memoryId, update, versions } = history
      const all = await versions()
      const head = all.at(-1)
      const isGone = head?.operation === 'deleted'
      const chosen = all[at % all.length]
      const refused = () => undefined
      if (act === 'undo' && chosen) {
        const changes = { versionIds: [chosen.id] }
        await undoChanges(db, { storeId, changes, cause }).catch(refused)
      } else if (act === 'restore' && chosen) {
        await restoreVersion(db, { storeId, versionId: chosen.id, cause }).catch(refused)
      } else if (act === 'redact' && chosen && at % 2 === 0) {
        await redactVersion(db, { storeId, versionId: chosen.id, cause }).catch(refused)
      } else if (act === 'redact') {
        const wanted = { storeIds: [storeId], text: 'secret', replacement: 'x', cause }
        await (
          await redactText(db, wanted)
        ).finished
      } else if (isGone) {
        const gone = all.findLast(
          ({ operation, redactedAt }) => operation !== 'deleted' && !redactedAt,
        )
        if (gone) await restoreVersion(db, { storeId, versionId: gone.id, cause }).catch(refused)
      } else if (act === 'delete') {
        await removeMemory(db, { storeId, memoryId, cause })
      } else {
        const lines = (await history.blame()).flatMap((run) => run.lines)
        const place = at % (lines.length + 1)
        const changed = act === 'add' ? lines.toSpliced(place, 0, line) : lines.toSpliced(place, 1)
        await update({ content: changed.map((each) => `${each}\n`).join('') })
      }
    }

    const longHistory = async (count: number) => {
      const history = await setUp('line 1\n')
      for (let number = 2; number <= count; number++) {
        const content = `line ${number}\nline ${number - 1}\nsecret ${number % 10}\n`
        await history.update({ content })
      }
      await compressAll(history.db)
      return history
    }

    test('is kept in the background, a stretch at a time, and says then that nothing is due', async () => {
      const { db, place, blame } = await longHistory(2 * VERSIONS_PER_STRETCH + 3)
      const before = await blame()
      expect(await dueOf(db, place)).toHaveLength(1)
      await keepDue(db)
      expect(await dueOf(db, place)).toEqual([])
      const last = await stretchAt(db.read, place, LAST)
      expect(last).toMatchObject({ lastOrdinal: 2 * VERSIONS_PER_STRETCH })
      expect(await blame()).toEqual(before)
    })

    test('loses with a redaction what is kept from the redacted version on', async () => {
      const { db, storeId, place, versions, keep } = await longHistory(12)
      await keep(4)
      const redacted = (await versions())[5]
      await redactVersion(db, { storeId, versionId: redacted?.id ?? '', cause })
      expect(await stretchAt(db.read, place, LAST)).toMatchObject({ lastOrdinal: 4 })
      expect(await dueOf(db, place)).toHaveLength(1)
      await compactionFinished(db)
    })

    test('is not kept of what a redaction meanwhile changed', async () => {
      const { db, storeId, place, versions } = await longHistory(12)
      await db.write((tx) => insertDue(tx, { ...place, sinceSequence: 1 }))
      const due = await db.write((tx) => lockedDue(tx, place))
      if (!due) throw new Error('it is not due')
      const redacted = (await versions())[5]
      await redactVersion(db, { storeId, versionId: redacted?.id ?? '', cause })
      expect(await keepStretches(db, due, { versions: 4 })).toBe(false)
      expect(await stretchAt(db.read, place, LAST)).toBeUndefined()
      await compactionFinished(db)
    })

    test('is not begun by a reader while somebody redacts, and is then read anew', async () => {
      const { db, place, keep } = await longHistory(12)
      const order: string[] = []
      const keeping: Promise<unknown>[] = []
      await db.write(async (tx) => {
        await lockedProgress(tx, place.storeKey, 'wait')
        keeping.push(keep(4).then(() => order.push('kept')))
        // Time in which it would be done if it did not wait.
        for (let reads = 0; reads < 200; reads++) await stretchAt(tx, place, LAST)
        order.push('redacted')
      })
      await Promise.all(keeping)
      expect(order).toEqual(['redacted', 'kept'])
      expect(await stretchAt(db.read, place, LAST)).toMatchObject({ lastOrdinal: 12 })
    })

    test('asks other servers for no store', async () => {
      const db = current()
      const stop = startKeepingBlame(db)
      expect(db.changes.wantedKeys).toEqual([])
      await stop()
    })

    test('holds numbers, and goes with its store', async () => {
      const { db, storeId, place, keep } = await longHistory(8)
      await keep(4)
      const stretch = await stretchAt(db.read, place, LAST)
      if (!stretch) throw new Error('nothing is kept')
      const bytes = Buffer.concat([stretch.lines, stretch.edits]).toString('latin1')
      expect(bytes).not.toContain('line')
      expect(stateIn(stretch, LAST).lines).toHaveLength(3)
      expect(goneIn(stretch).length).toBeGreaterThan(4)
      await deleteStore(db, { storeId, cause })
      await expect.poll(() => stretchAt(db.read, place, LAST)).toBeUndefined()
    })

    test('is kept by who reads more than a few stretches of it', async () => {
      const { place, db, blame } = await longHistory(5 * VERSIONS_PER_STRETCH)
      await blame()
      expect(await stretchAt(db.read, place, LAST)).toMatchObject({
        lastOrdinal: 5 * VERSIONS_PER_STRETCH,
      })
    })
  })

  const dueOf = async (db: Database, place: { memoryKey: number }) =>
    (await dueMemories(db.read, 1000)).filter(({ memoryKey }) => memoryKey === place.memoryKey)
})
