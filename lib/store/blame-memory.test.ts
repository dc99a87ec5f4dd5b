import { describe, expect, test } from 'vitest'
import { onBothDatabases } from '@/tests/support/databases'
import { LOCAL_USER_ACTOR, type Cause } from './model/actor'
import { type BlameRun, blameMemory } from './blame-memory'
import { compactionFinished } from './background/compaction'
import { createMemory } from './create-memory'
import { createStore } from './create-store'
import { listVersions } from './list-versions'
import { redactVersion } from './redact-version'
import { removeMemory } from './remove-memory'
import { restoreVersion } from './restore-version'
import { compressAll } from './background/version-compressor'
import { updateMemory } from './update-memory'

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
