import { readFileSync, rmSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Cause } from '@/lib/store/model/actor'
import { createStore } from '@/lib/store/stores/change-stores'
import { getMemory } from '@/lib/store/memories/read-memories'
import { listVersions } from '@/lib/store/versions/read-versions'
import { putMemory } from '@/lib/store/memories/change-memories'
import { redactText } from '@/lib/store/redaction/redact-text'
import { leftOutAt, listLeftOuts } from '@/lib/store/seeding/seed-left-outs'
import { listSeeds } from '@/lib/store/seeding/seeds'
import { onBothDatabases } from '@/tests/support/databases'
import {
  contents,
  openAnything,
  planOf,
  runToEnd,
  SEEDER,
  seedFrom,
  sourceFolder,
} from '@/tests/support/seeding'
import { decideLeftOut, type LeftOutChoice } from './decide-left-out'
import type { ConflictChoice } from './seeding'

const agent: Cause = { actor: { type: 'session', id: 'sesn_111111111111111111111111' } }
const { at, put } = sourceFolder()

onBothDatabases((current) => {
  /** A store in which an agent and the source changed the same line of `/a`. */
  async function inConflict() {
    const db = current()
    const { id } = await createStore(db, { name: 'Conflicts' })
    put('notes/a', 'base\n')
    await seedFrom(db, id, at('notes'))
    await putMemory(db, { storeId: id, path: '/a', content: 'by an agent\n', cause: agent })
    put('notes/a', 'by the source\n')
    return id
  }

  async function seedWith(storeId: string, onConflict: ConflictChoice) {
    const source = await openAnything(at('notes'))
    return runToEnd(current(), { storeId, source, withHistory: true, onConflict, cause: SEEDER })
  }

  const texts = async (storeId: string) => {
    const { versions } = await listVersions(current(), { storeId, view: 'full', limit: 100 })
    return versions.map(({ content }) => content)
  }

  describe('a conflict left by a seeding', () => {
    test('is kept with both sides, to be decided later', async () => {
      const id = await inConflict()
      await seedFrom(current(), id, at('notes'))
      expect(await leftOutAt(current(), { storeId: id, path: '/a' })).toMatchObject({
        kind: 'conflict',
        content: 'by the source\n',
        reason: { code: 'same_lines' },
      })
      expect(await contents(current(), id)).toEqual({ '/a': 'by an agent\n' })
    })

    test.each<[LeftOutChoice, string]>([
      [{ take: 'store' }, 'by an agent\n'],
      [{ take: 'source' }, 'by the source\n'],
      [{ take: 'text', content: 'both\n' }, 'both\n'],
    ])('is decided as %j: nothing is lost, and it is not asked again', async (choice, expected) => {
      const db = current()
      const id = await inConflict()
      await seedFrom(db, id, at('notes'))
      const leftOut = await leftOutAt(db, { storeId: id, path: '/a' })
      const { sha256 } = await getMemory(db, { storeId: id, path: '/a' })
      const input = { storeId: id, key: leftOut?.key ?? 0, choice, seen: sha256, cause: SEEDER }
      expect(await decideLeftOut(db, input)).toBe(true)
      expect(await contents(db, id)).toEqual({ '/a': expected })
      expect(await texts(id)).toEqual(expect.arrayContaining(['by an agent\n', 'by the source\n']))
      expect(await leftOutAt(db, { storeId: id, path: '/a' })).toBeNull()
      const again = await seedFrom(db, id, at('notes'))
      expect([again.versions, again.counts.conflict]).toEqual([0, 0])
      expect(await decideLeftOut(db, input)).toBe(false)
    })

    test('is not decided over a write since it was looked at', async () => {
      const db = current()
      const id = await inConflict()
      await seedFrom(db, id, at('notes'))
      const leftOut = await leftOutAt(db, { storeId: id, path: '/a' })
      const { sha256 } = await getMemory(db, { storeId: id, path: '/a' })
      await putMemory(db, { storeId: id, path: '/a', content: 'newer\n', cause: agent })
      const decided = decideLeftOut(db, {
        storeId: id,
        key: leftOut?.key ?? 0,
        choice: { take: 'source' },
        seen: sha256,
        cause: SEEDER,
      })
      await expect(decided).rejects.toMatchObject({ problem: { kind: 'precondition_failed' } })
      expect(await contents(db, id)).toEqual({ '/a': 'newer\n' })
    })

    test('over a memory deleted in the source is kept for good, or deleted', async () => {
      const db = current()
      for (const take of ['store', 'source'] as const) {
        const { id } = await createStore(db, { name: 'Gone' })
        put('notes/a', 'base\n')
        put('notes/b', 'stays\n')
        await seedFrom(db, id, at('notes'))
        await putMemory(db, { storeId: id, path: '/a', content: 'by an agent\n', cause: agent })
        rmSync(at('notes/a'))
        await seedFrom(db, id, at('notes'))
        const leftOut = await leftOutAt(db, { storeId: id, path: '/a' })
        const { sha256 } = await getMemory(db, { storeId: id, path: '/a' })
        const key = leftOut?.key ?? 0
        await decideLeftOut(db, { storeId: id, key, choice: { take }, seen: sha256, cause: SEEDER })
        const again = await seedFrom(db, id, at('notes'))
        expect([again.versions, again.counts.conflict]).toEqual([0, 0])
        expect(Object.keys(await contents(db, id))).toEqual(
          take === 'store' ? ['/a', '/b'] : ['/b'],
        )
      }
    })

    test('loses a text that is redacted', async () => {
      const id = await inConflict()
      put('notes/a', 'the secret-word\n')
      await seedFrom(current(), id, at('notes'))
      const { finished } = await redactText(current(), {
        text: 'secret-word',
        replacement: '[x]',
        cause: SEEDER,
      })
      await finished
      expect(await leftOutAt(current(), { storeId: id, path: '/a' })).toMatchObject({
        content: 'the [x]\n',
      })
    })
  })

  describe('conflicts decided one by one in the plan', () => {
    const PATHS = ['/a', '/b', '/c'] as const

    /** Three memories, each changed by an agent and in the source; the source lost `/c`. */
    async function threeConflicts() {
      const db = current()
      const { id } = await createStore(db, { name: 'Conflicts' })
      for (const path of PATHS) put(`notes${path}`, 'base\n')
      await seedFrom(db, id, at('notes'))
      for (const path of PATHS) {
        await putMemory(db, { storeId: id, path, content: `agent ${path}\n`, cause: agent })
        put(`notes${path}`, `source ${path}\n`)
      }
      rmSync(at('notes/c'))
      const source = await openAnything(at('notes'))
      return { db, id, input: { storeId: id, source, withHistory: true, cause: SEEDER } }
    }

    test('the plan shows both sides, decided or not', async () => {
      const { db, input } = await threeConflicts()
      const open = await planOf(db, input)
      const sides = [
        { path: '/a', sides: { stores: 'agent /a\n', sources: 'source /a\n' } },
        { path: '/b', sides: { stores: 'agent /b\n', sources: 'source /b\n' } },
        { path: '/c', sides: { stores: 'agent /c\n', sources: null } },
      ]
      expect(open.conflicts).toEqual(sides)
      const decisions = new Map([['/a', 'source' as const]])
      const decided = await planOf(db, { ...input, decisions })
      expect(decided.conflicts).toEqual(sides)
      expect(decided.counts).toMatchObject({ conflict: 2, replace: 1 })
    })

    test('each gets its own decision, nothing is lost, and only the rest is asked again', async () => {
      const choice = fc.constantFrom<ConflictChoice>('leave', 'source', 'store')
      const table = fc.record({ '/a': choice, '/b': choice, '/c': choice, all: choice })
      await fc.assert(
        fc.asyncProperty(table, async ({ all, ...each }) => {
          const { db, id, input } = await threeConflicts()
          const decisions = new Map<string, ConflictChoice>(Object.entries(each))
          const partly = new Map(decisions)
          partly.delete('/c')
          const wanted = { ...input, onConflict: all, decisions: partly }
          const plan = await planOf(db, wanted)
          const report = await runToEnd(db, wanted)
          expect(report.counts).toEqual(plan.counts)
          decisions.set('/c', all)
          const expected: Record<string, string> = {}
          for (const path of PATHS) {
            if (decisions.get(path) !== 'source') expected[path] = `agent ${path}\n`
            else if (path !== '/c') expected[path] = `source ${path}\n`
          }
          expect(await contents(db, id)).toEqual(expected)
          const written = await texts(id)
          for (const path of PATHS) expect(written).toContain(`agent ${path}\n`)
          const { leftOuts } = await listLeftOuts(db, { storeId: id, limit: 10 })
          expect(leftOuts.map(({ path }) => path).toSorted()).toEqual(
            PATHS.filter((path) => decisions.get(path) === 'leave'),
          )
        }),
        { numRuns: 8 },
      )
    })

    test('a plan is another once a decision, or what it was made over, is another', async () => {
      const { db, id, input } = await threeConflicts()
      const hashOf = async (choice: ConflictChoice) =>
        (await planOf(db, { ...input, decisions: new Map([['/c', choice]]) })).hash
      const hashes = [await hashOf('leave'), await hashOf('source'), await hashOf('store')]
      expect(new Set(hashes).size).toBe(3)
      expect(await hashOf('store')).toBe(hashes[2])
      // Keeping the store's writes nothing, and yet was decided over a text.
      await putMemory(db, { storeId: id, path: '/c', content: 'newer\n', cause: agent })
      expect(await hashOf('store')).not.toBe(hashes[2])
    })
  })

  test.each<[ConflictChoice, string]>([
    ['source', 'by the source\n'],
    ['store', 'by an agent\n'],
  ])('all conflicts can be answered with the %s’s side while seeding', async (choice, expected) => {
    const id = await inConflict()
    const report = await seedWith(id, choice)
    expect(report.counts.conflict).toBe(0)
    expect(await contents(current(), id)).toEqual({ '/a': expected })
    expect(await texts(id)).toEqual(expect.arrayContaining(['by an agent\n', 'by the source\n']))
    expect((await seedWith(id, 'leave')).versions).toBe(0)
  })

  test('left-outs are listed until they are taken', async () => {
    const db = current()
    const { id } = await createStore(db, { name: 'Left out', settings: { maxContentBytes: 100 } })
    put('notes/big', 'x'.repeat(101))
    put('notes/small', 'x')
    await seedFrom(db, id, at('notes'))
    expect(await listLeftOuts(db, { storeId: id, limit: 10 })).toMatchObject({
      count: 1,
      leftOuts: [
        { path: '/big', kind: 'skip', reason: { code: 'too_large', size: 101, maximum: 100 } },
      ],
    })
    put('notes/big', 'x')
    await seedFrom(db, id, at('notes'))
    expect((await listLeftOuts(db, { storeId: id, limit: 10 })).count).toBe(0)
  })

  test('a reason stored in English, before there were codes, is shown unchanged', async () => {
    const db = current()
    const { id } = await createStore(db, { name: 'Left out', settings: { maxContentBytes: 100 } })
    put('notes/big', 'x'.repeat(101))
    await seedFrom(db, id, at('notes'))
    // As the migration that brought the codes left it.
    const stored = JSON.stringify({ code: 'in_words', words: 'not text, "it" says' })
    await db.write((tx) => tx.run('UPDATE seed_left_outs SET reason = ?', [stored]))
    expect((await leftOutAt(db, { storeId: id, path: '/big' }))?.reason).toEqual({
      code: 'in_words',
      words: 'not text, "it" says',
    })
  })

  test('a source on disk is remembered, with how it was taken', async () => {
    const id = await inConflict()
    expect(await listSeeds(current(), id)).toMatchObject([
      { origin: { location: at('notes'), taken: 'history' } },
    ])
  })

  test('a plan has a hash, which changes with the source or the store', async () => {
    const id = await inConflict()
    const plan = async () => {
      const source = await openAnything(at('notes'))
      return (await planOf(current(), { storeId: id, source, withHistory: true, cause: SEEDER }))
        .hash
    }
    const first = await plan()
    expect(await plan()).toBe(first)
    put('notes/a', `${readFileSync(at('notes/a'), 'utf8')}more\n`)
    const second = await plan()
    expect(second).not.toBe(first)
    await putMemory(current(), { storeId: id, path: '/a', content: 'base\n', cause: agent })
    expect(await plan()).not.toBe(second)
  })
})
