import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { onBothDatabases } from '@/tests/support/databases'
import { LOCAL_USER_ACTOR, type Cause } from '../model/actor'
import { type BlameRun, blameMemory } from './blame-memory'
import { compactionFinished } from '../background/compaction'
import { createMemory, removeMemory, updateMemory } from '../memories/change-memories'
import { createStore } from '../stores/change-stores'
import { listVersions } from './read-versions'
import { redactVersion } from '../redaction/redact-version'
import { restoreStore } from '../undo/restore-store'
import { restoreVersion } from './restore-version'
import { compressAll } from '../background/version-compressor'
import { undoChanges } from '../undo/undo-changes'

const cause: Cause = { actor: LOCAL_USER_ACTOR }

/** The first line, the line count, and the sequence of the version that wrote them. */
const summary = (runs: readonly BlameRun[]) =>
  runs.map((run) => [run.line, run.lines.length, run.version.ordinal])

onBothDatabases((current) => {
  const setUp = async (...contents: readonly string[]) => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Blame' })
    const [first = '', ...later] = contents
    const { id: memoryId } = await createMemory(db, { storeId, path: '/a', content: first, cause })
    const update = (change: { content?: string; path?: string }) =>
      updateMemory(db, { storeId, memoryId, ...change, cause })
    for (const content of later) await update({ content })
    const versions = async () =>
      (await listVersions(db, { storeId, memoryId, limit: 100 })).versions.reverse()
    return { db, storeId, memoryId, update, versions }
  }

  describe('blame of a memory', () => {
    test('gives each line to the version that wrote it, in runs', async () => {
      const { db, storeId, memoryId } = await setUp('a\nb\nc\n', 'a\nX\nc\n', 'a\nX\nc\nd\ne\n')
      const runs = await blameMemory(db, { storeId, memoryId })
      expect(summary(runs)).toEqual([
        [1, 1, 1],
        [2, 1, 2],
        [3, 1, 1],
        [4, 2, 3],
      ])
      expect(runs.map(({ lines }) => lines)).toEqual([['a'], ['X'], ['c'], ['d', 'e']])
      expect(runs[1]?.before?.ordinal).toBe(1)
      expect(runs[0]?.before).toBeNull()
    })

    test('counts what each version wrote, whether it stands or not, but no blank lines', async () => {
      const { db, storeId, memoryId } = await setUp('a\n\nb\nc\n', 'X\n\nb\nY\n\n', 'X\n\nb\nZ\n')
      const runs = await blameMemory(db, { storeId, memoryId })
      const wrote = new Map(runs.map((run) => [run.version.ordinal, run.wrote]))
      expect(Object.fromEntries(wrote)).toEqual({ 1: 3, 2: 2, 3: 1 })
    })

    test('blames an earlier version if one is named', async () => {
      const { db, storeId, memoryId, versions } = await setUp('a\n', 'b\n', 'c\n')
      const versionId = (await versions())[1]?.id
      expect(summary(await blameMemory(db, { storeId, memoryId, versionId }))).toEqual([[1, 1, 2]])
    })

    test('follows renames, and a deletion and its restore', async () => {
      const { db, storeId, memoryId, update, versions } = await setUp('a\n', 'a\nb\n')
      await update({ path: '/renamed' })
      await removeMemory(db, { storeId, memoryId, cause })
      const versionId = (await versions())[2]?.id ?? ''
      await restoreVersion(db, { storeId, versionId, cause })
      expect(summary(await blameMemory(db, { storeId, memoryId }))).toEqual([
        [1, 1, 1],
        [2, 1, 2],
      ])
    })

    test('gives what a restore brings back to who wrote it, and says by which it came back', async () => {
      const { db, storeId, memoryId, update, versions } = await setUp('a\nb\n', 'b\nc\n')
      await update({ content: 'X\n' })
      const versionId = (await versions())[1]?.id ?? ''
      await restoreVersion(db, { storeId, versionId, cause })
      const runs = await blameMemory(db, { storeId, memoryId })
      expect(summary(runs)).toEqual([
        [1, 1, 1],
        [2, 1, 2],
      ])
      expect(runs.map(({ broughtBackBy }) => broughtBackBy?.ordinal)).toEqual([4, 4])
    })

    test('gives what a restored store gets back to who wrote it', async () => {
      const { db, storeId, memoryId, update, versions } = await setUp('a\n', 'a\nb\n')
      const sequence = (await versions())[1]?.sequence ?? 0
      await update({ content: 'X\n' })
      await restoreStore(db, { storeId, at: { sequence }, cause })
      expect(summary(await blameMemory(db, { storeId, memoryId }))).toEqual([
        [1, 1, 1],
        [2, 1, 2],
      ])
    })

    test('gives a line to who wrote it through any number of undos, of undos too', async () => {
      // A step adds a line that was never there, takes one away, or undoes an earlier one.
      const step = fc.record({
        act: fc.constantFrom('add', 'remove', 'undo', 'undo'),
        at: fc.nat(20),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 10 }), async (steps) => {
          const { db, storeId, memoryId, update, versions } = await setUp('0\n1\n2\n3\n')
          const writtenIn = new Map(['0', '1', '2', '3'].map((line) => [line, 1]))
          for (const { act, at } of steps) {
            const all = await versions()
            const runs = await blameMemory(db, { storeId, memoryId })
            const lines = runs.flatMap((run) => run.lines)
            const place = at % (lines.length + 1)
            if (act === 'undo') {
              const id = all[1 + (at % all.length)]?.id
              if (id) await undoChanges(db, { storeId, changes: { versionIds: [id] }, cause })
            } else {
              const line = `line ${writtenIn.size}`
              const changed =
                act === 'add' ? lines.toSpliced(place, 0, line) : lines.toSpliced(place, 1)
              if (act === 'add') writtenIn.set(line, all.length + 1)
              await update({ content: changed.map((each) => `${each}\n`).join('') })
            }
          }
          for (const { lines, version } of await blameMemory(db, { storeId, memoryId })) {
            for (const line of lines) expect(version.ordinal).toBe(writtenIn.get(line))
          }
        }),
        { numRuns: 10 },
      )
    })

    test('says so of what a rollback brings back if who wrote it may be redacted', async () => {
      const { db, storeId, memoryId, update, versions } = await setUp('a\n', 'a\nb\n', 'a\n')
      const [, written, removal] = await versions()
      await update({ content: 'a\nc\n' })
      const changes = { versionIds: [removal?.id ?? ''] }
      await undoChanges(db, { storeId, changes, cause })
      await redactVersion(db, { storeId, versionId: written?.id ?? '', cause })
      const runs = await blameMemory(db, { storeId, memoryId })
      const ofB = runs.find(({ lines }) => lines.includes('b'))
      expect(ofB).toMatchObject({ version: { ordinal: 5 }, isOrEarlier: true })
      await compactionFinished(db)
    })

    test('says so when it gives a redacted version’s lines to another', async () => {
      const { db, storeId, memoryId, versions } = await setUp('a\n', 'a\nb\n', 'a\nb\nc\n')
      await compressAll(db)
      await redactVersion(db, { storeId, versionId: (await versions())[1]?.id ?? '', cause })
      const runs = await blameMemory(db, { storeId, memoryId })
      expect(summary(runs)).toEqual([
        [1, 1, 1],
        [2, 2, 3],
      ])
      expect(runs.map((run) => run.isOrEarlier)).toEqual([false, true])
      await compactionFinished(db)
    })

    test('of an empty memory is empty', async () => {
      const { db, storeId, memoryId } = await setUp('')
      expect(await blameMemory(db, { storeId, memoryId })).toEqual([])
    })

    test('refuses a missing memory', async () => {
      const { db, storeId } = await setUp('a')
      await expect(blameMemory(db, { storeId, memoryId: 'mem_none' })).rejects.toMatchObject({
        problem: { kind: 'memory_not_found' },
      })
    })
  })
})
