import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, statSync } from 'node:fs'
import fc from 'fast-check'
import { unzipSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import type { Cause } from '@/lib/store/model/actor'
import { compactionFinished } from '@/lib/store/background/compaction'
import { createMemory, putMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { getMemory } from '@/lib/store/memories/read-memories'
import { getVersion, listVersions } from '@/lib/store/versions/read-versions'
import { movePath, removePath } from '@/lib/store/memories/change-paths'
import { actorNames } from '@/lib/store/stores/name-actor'
import { StoreError } from '@/lib/store/model/problems'
import { listLeftOuts } from '@/lib/store/seeding/seed-left-outs'
import { redactText } from '@/lib/store/redaction/redact-text'
import { redactVersion } from '@/lib/store/redaction/redact-version'
import { restoreStore } from '@/lib/store/undo/restore-store'
import { contentProblem } from '@/lib/text/content'
import { freshSqlite, onBothDatabases } from '@/tests/support/databases'
import { REAL_HISTORY, realHistoryFile } from '@/tests/support/real-history'
import {
  contents,
  exported,
  jsonLines,
  openAnything,
  planOf,
  runToEnd,
  SEEDER,
  seedFrom,
  sourceFolder,
} from '@/tests/support/seeding'
import { connect, folderWith } from '@/tests/support/watched-folder'
import { openFile } from './open-source'
import { runSeed } from './seed-store'

const cause: Cause = { actor: { type: 'session', id: 'sesn_111111111111111111111111' } }
const NOBODY_STOPS = new AbortController().signal
const { at, put } = sourceFolder()

onBothDatabases((current) => {
  const newStore = async (settings = {}) =>
    (await createStore(current(), { name: 'Seeded', settings })).id

  describe('seeding from a folder', () => {
    const planned = async (storeId: string) => {
      const source = await openAnything(at('.'), { withHistory: true, withUncommitted: false })
      return planOf(current(), { storeId, source, withHistory: true, cause: SEEDER })
    }
    const redact = async (storeId: string) => {
      const input = { text: 'hunter2', replacement: '[redacted]', storeIds: [storeId] }
      await (
        await redactText(current(), { ...input, cause: SEEDER })
      ).finished
      await compactionFinished(current())
    }

    test('inserts what is there, skips with a reason what cannot be, and repeats without change', async () => {
      const id = await newStore({ maxContentBytes: 1000 })
      put('notes/a.md', 'a\r\n')
      put('.hidden', 'h')
      put('big.txt', 'x'.repeat(1001))
      put('image.png', Uint8Array.of(0x89, 0x50, 0, 1))
      put('bad\u200bname', 'x')
      const report = await seedFrom(current(), id, at('.'))
      expect(report.counts).toMatchObject({ create: 2, skip: 3 })
      expect(report.entries.filter(({ reason }) => reason !== null)).toEqual(
        expect.arrayContaining([
          {
            path: '/big.txt',
            action: 'skip',
            reason: { code: 'too_large', size: 1001, maximum: 1000 },
          },
          { path: '/image.png', action: 'skip', reason: { code: 'not_text' } },
        ]),
      )
      expect(await contents(current(), id)).toEqual({ '/notes/a.md': 'a\r\n', '/.hidden': 'h' })
      const again = await seedFrom(current(), id, at('.'))
      expect(again).toMatchObject({ versions: 0, counts: { create: 0, replace: 0, conflict: 0 } })
    })

    test('again, warns of what may bring back a text that was redacted in the store', async () => {
      const db = current()
      const id = await newStore()
      put('a.md', 'the password is hunter2\n')
      put('b.md', 'plain\n')
      put('gone.md', 'also hunter2\n')
      await seedFrom(db, id, at('.'))
      await removePath(db, { storeId: id, path: '/gone.md', cause: SEEDER })
      await redact(id)
      put('b.md', 'plain, and more\n')
      const on = new Date().toISOString().slice(0, 10)
      const warning = { code: 'redacted_here', on }
      const plan = await planned(id)
      expect(plan.entries).toMatchObject([
        { path: '/a.md', action: 'replace', reason: warning },
        { path: '/b.md', action: 'replace', reason: null },
        expect.objectContaining({ path: '/gone.md' }),
      ])
      // What is taken all the same is what the source has since.
      await seedFrom(db, id, at('.'))
      put('a.md', 'the password is secret\n')
      const later = await planned(id)
      expect(later.entries).toContainEqual(
        expect.objectContaining({ path: '/a.md', action: 'replace', reason: null }),
      )
    })

    test('of a store with a folder, says which files hold a text that was redacted', async () => {
      const db = current()
      const folder = folderWith({})
      const { storeId: id } = await connect(db, folder)
      rmSync(folder, { recursive: true })
      put('a.md', 'the password is hunter2\n')
      await redact(id)
      put('clean.md', 'plain\n')
      const on = new Date().toISOString().slice(0, 10)
      expect((await planned(id)).entries).toMatchObject([
        { path: '/a.md', action: 'create', reason: { code: 'holds_redacted', on } },
        { path: '/clean.md', action: 'create', reason: null },
      ])
    })

    test('tells of the paths in the order of the tree', async () => {
      for (const name of ['n10.md', 'n9.md', 'z/a.md']) put(name, 'x')
      const { entries } = await seedFrom(current(), await newStore(), at('.'))
      expect(entries.map(({ path }) => path)).toEqual(['/z/a.md', '/n9.md', '/n10.md'])
    })

    test('again, after both sides changed, loses nothing that was written in the store', async () => {
      const id = await newStore()
      const db = current()
      const base = Array.from({ length: 9 }, (_, line) => `line ${line}\n`).join('')
      for (const name of ['both', 'clash', 'mine', 'theirs', 'gone', 'gone-edited', 'deleted']) {
        put(name, base)
      }
      await seedFrom(db, id, at('.'))
      const edit = (name: string, content: string) =>
        putMemory(db, { storeId: id, path: `/${name}`, content, cause })
      await edit('both', base.replace('line 0', 'agent'))
      await edit('clash', base.replace('line 4', 'agent'))
      await edit('mine', 'agent only')
      await edit('gone-edited', 'agent only')
      await removePath(db, { storeId: id, path: '/deleted', cause })
      put('both', base.replace('line 8', 'source'))
      put('clash', base.replace('line 4', 'source'))
      put('theirs', 'source only')
      rmSync(at('gone'))
      rmSync(at('gone-edited'))
      const report = await seedFrom(db, id, at('.'))
      expect(report.counts).toMatchObject({ merge: 1, replace: 1, delete: 1, conflict: 2 })
      const expected = {
        '/both': base.replace('line 0', 'agent').replace('line 8', 'source'),
        '/clash': base.replace('line 4', 'agent'),
        '/mine': 'agent only',
        '/theirs': 'source only',
        '/gone-edited': 'agent only',
      }
      expect(await contents(db, id)).toEqual(expected)
      const again = await seedFrom(db, id, at('.'))
      expect([again.versions, again.counts.conflict]).toEqual([0, 2])
      expect(await contents(db, id)).toEqual(expected)
    })

    test('leaves alone what another writer put at a path, or above or below it', async () => {
      const id = await newStore()
      const db = current()
      await createMemory(db, { storeId: id, path: '/a', content: 'mine', cause })
      await createMemory(db, { storeId: id, path: '/dir/x', content: 'mine', cause })
      put('a', 'source')
      put('dir', 'source')
      const report = await seedFrom(db, id, at('.'))
      expect(report.counts.conflict).toBe(2)
      expect(await contents(db, id)).toEqual({ '/a': 'mine', '/dir/x': 'mine' })
    })

    test('can be stopped, and what was written by then is complete', async () => {
      const id = await newStore()
      for (let file = 0; file < 200; file++) put(`f${file}`, `content ${file}`)
      const stop = new AbortController()
      const source = await openAnything(at('.'), { withHistory: false })
      const report = await runSeed(
        current(),
        { storeId: id, source, withHistory: false, cause: SEEDER },
        {
          jobId: 'test',
          signal: stop.signal,
          report: (phase, progress) => {
            if (phase === 'writing' && progress > 0) stop.abort()
          },
        },
      )
      expect(report.isStopped).toBe(true)
      const there = Object.entries(await contents(current(), id))
      expect(there.length).toBeGreaterThan(0)
      expect(there.length).toBeLessThan(200)
      for (const [name, text] of there) expect(text).toBe(`content ${name.slice(2)}`)
      const rest = await seedFrom(current(), id, at('.'), { withHistory: false })
      expect(rest.counts.create).toBe(200 - there.length)
    })
  })

  describe('seeding from an archive', () => {
    test('an exported zip or tar imports to the same memories', async () => {
      const db = current()
      const id = await newStore()
      const files = { '/a.md': 'é\r\n', '/deep/er/b.md': '', '/c': 'x'.repeat(50_000) }
      for (const [name, content] of Object.entries(files)) {
        await createMemory(db, { storeId: id, path: name, content, cause })
      }
      for (const format of ['zip', 'tar', 'jsonl'] as const) {
        put(`export.${format}`, await exported(db, { storeId: id, format, withHistory: false }))
        const copy = await newStore()
        await seedFrom(db, copy, at(`export.${format}`))
        expect(await contents(db, copy)).toEqual(files)
      }
      const zip = unzipSync(readFileSync(at('export.zip')))
      expect(Object.keys(zip).sort()).toEqual(['a.md', 'c', 'deep/er/b.md'])
    })

    test('a file that is there twice is one memory and one left out, also the next time', async () => {
      const files = [
        { path: '/a', content: 'first' },
        { path: '/b', content: 'b' },
      ]
      put('twice.jsonl', jsonLines(...files, { path: '/a', content: 'second' }))
      const id = await newStore()
      const first = await seedFrom(current(), id, at('twice.jsonl'))
      expect(first.counts).toMatchObject({ create: 2, skip: 1 })
      const again = await seedFrom(current(), id, at('twice.jsonl'))
      expect(again.counts).toMatchObject({ unchanged: 2, skip: 1 })
      expect(await contents(current(), id)).toEqual({ '/a': 'first', '/b': 'b' })
    })

    test('names that escape the folder are skipped', async () => {
      const id = await newStore()
      put('evil.zip', zipSync({ '../../etc/passwd': Buffer.from('x'), 'ok.md': Buffer.from('ok') }))
      const report = await seedFrom(current(), id, at('evil.zip'))
      expect(report.counts).toMatchObject({ create: 1, skip: 1 })
      expect(Object.keys(await contents(current(), id))).toEqual(['/ok.md'])
    })

    test('an unknown format is refused with that reason', async () => {
      put('x.bin', Uint8Array.of(1, 2, 3, 4))
      await expect(openFile(at('x.bin'), 'x.bin', NOBODY_STOPS)).rejects.toThrow(
        'This is neither a zip, nor a tar, nor JSON Lines.',
      )
      put('x.jsonl', '{"path":"/a","content":"x"}\n{"path":')
      const source = await openFile(at('x.jsonl'), 'x.jsonl', NOBODY_STOPS)
      const input = { storeId: await newStore(), source, withHistory: true, cause: SEEDER }
      await expect(planOf(current(), input)).rejects.toThrow('Line 2 is not JSON.')
    })
  })

  describe('seeding from a git repository', () => {
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', at('.'), ...args], {
        env: {
          ...process.env,
          GIT_AUTHOR_NAME: 'Ada',
          GIT_AUTHOR_EMAIL: 'ada@example.org',
          GIT_COMMITTER_NAME: 'Ada',
          GIT_COMMITTER_EMAIL: 'ada@example.org',
          GIT_COMMITTER_DATE: `2026-01-0${++commits}T12:00:00Z`,
        },
      })
    let commits = 0

    test('its commits become versions with their times, authors and messages', async () => {
      const db = current()
      commits = 0
      git('init', '-q')
      put('memory/a.md', `${'shared line\n'.repeat(20)}one\n`)
      put('elsewhere.md', 'not memory')
      git('add', '.')
      git('commit', '-qm', 'First')
      git('mv', 'memory/a.md', 'memory/b.md')
      git('commit', '-qm', 'Renamed')
      put('memory/b.md', 'two\n')
      git('commit', '-qam', 'Changed')
      const id = await newStore()
      const report = await seedFrom(db, id, at('memory'))
      expect(report.history).toMatchObject({ moments: 3, reason: null, authors: ['Ada'] })
      const { versions } = await listVersions(db, { storeId: id, limit: 10 })
      expect(versions.map((v) => [v.path, v.operation, v.batch?.message])).toEqual([
        ['/b.md', 'modified', 'Changed'],
        ['/b.md', 'modified', 'Renamed'],
        ['/a.md', 'created', 'First'],
      ])
      const [newest] = versions
      const author = newest?.createdBy.id ?? ''
      expect((await actorNames(db, [author])).get(author)).toBe('Ada')
      expect(new Date(newest?.createdAt ?? 0).toISOString()).toMatch(/^2026-01-0\dT12:00:00/)

      put('memory/b.md', 'three\n')
      git('commit', '-qam', 'Later')
      const again = await seedFrom(db, id, at('memory'))
      expect([again.history?.moments, again.versions]).toEqual([1, 1])
      expect(await contents(db, id)).toEqual({ '/b.md': 'three\n' })
    })

    test('again, tells of each memory that it is the same or kept, and of what is left out still', async () => {
      const db = current()
      commits = 0
      git('init', '-q')
      for (const name of ['a.md', 'b.md', 'c.md']) put(name, `${name}\n`)
      put('image.png', Uint8Array.of(0x89, 0x50, 0, 1))
      git('add', '.')
      git('commit', '-qm', 'First')
      put('a.md', 'not committed\n')
      put('draft.md', 'not committed\n')
      const id = await newStore()
      const first = await seedFrom(db, id, at('.'))
      expect(first.counts).toMatchObject({ create: 3, skip: 2 })
      // Each file once, with what is not taken of it.
      expect(first.entries.map(({ path }) => path).toSorted()).toEqual([
        '/a.md',
        '/b.md',
        '/c.md',
        '/draft.md',
        '/image.png',
      ])
      expect(first.entries).toContainEqual({
        path: '/a.md',
        action: 'create',
        reason: { code: 'changes_not_committed' },
      })
      await putMemory(db, { storeId: id, path: '/c.md', content: 'by an agent\n', cause })
      const again = await seedFrom(db, id, at('.'))
      expect(again.versions).toBe(0)
      expect(again.counts).toMatchObject({ create: 0, unchanged: 1, keep: 1, skip: 3 })

      git('checkout', '-q', 'a.md')
      git('rm', '-q', 'image.png')
      git('add', '.')
      git('commit', '-qm', 'Second')
      const later = await seedFrom(db, id, at('.'))
      expect(later.counts).toMatchObject({ create: 1, unchanged: 2, keep: 1, skip: 0 })
      expect((await listLeftOuts(db, { storeId: id, limit: 10 })).leftOuts).toEqual([])
    })

    test('the current state is taken if the store already has later changes', async () => {
      const db = current()
      commits = 0
      git('init', '-q')
      put('a.md', 'one\n')
      git('add', '.')
      git('commit', '-qm', 'First')
      const id = await newStore()
      await createMemory(db, { storeId: id, path: '/mine', content: 'x', cause })
      const report = await seedFrom(db, id, at('.'))
      expect(report.history).toMatchObject({
        moments: 0,
        reason: { code: 'store_is_newer' },
      })
      expect(await contents(db, id)).toEqual({ '/a.md': 'one\n', '/mine': 'x' })
    })
  })

  test('every version with content survives an export, whatever was redacted around it', async () => {
    const text = fc.constantFrom('alpha', 'beta', '')
    const where = fc.constantFrom('/a', '/b', '/d/c')
    const toolUseId = fc.oneof(
      fc.constantFrom('', 'call 1', 'toolu_1', '"quoted"\\', 'zwei\nZeilen', '😀'),
      fc.string({ unit: 'grapheme', maxLength: 8 }).filter((each) => contentProblem(each) === null),
    )
    const action = fc.oneof(
      fc.record({ do: fc.constant('put' as const), path: where, text, toolUseId }),
      fc.record({ do: fc.constant('move' as const), path: where, to: where }),
      fc.record({ do: fc.constant('remove' as const), path: where }),
      fc.record({ do: fc.constant('back' as const), to: fc.nat({ max: 9 }) }),
      fc.record({ do: fc.constant('redact' as const), nth: fc.nat({ max: 9 }) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 2, maxLength: 16 }), async (actions) => {
        const db = current()
        const id = await newStore()
        for (const each of actions) {
          const done = (async () => {
            if (each.do === 'put') {
              const by = { ...cause, toolUseId: each.toolUseId }
              return putMemory(db, { storeId: id, path: each.path, content: each.text, cause: by })
            }
            if (each.do === 'move') {
              return movePath(db, { storeId: id, path: each.path, newPath: each.to, cause: SEEDER })
            }
            if (each.do === 'remove') return removePath(db, { storeId: id, path: each.path, cause })
            if (each.do === 'back') {
              return restoreStore(db, { storeId: id, at: { sequence: each.to }, cause: SEEDER })
            }
            const { versions } = await listVersions(db, { storeId: id, limit: 100 })
            const version = versions.at(-1 - each.nth)
            if (version)
              await redactVersion(db, { storeId: id, versionId: version.id, cause: SEEDER })
            return null
          })()
          await done.catch((error: unknown) => {
            if (!(error instanceof StoreError)) throw error
          })
        }
        await compactionFinished(db)
        put('out.jsonl', await exported(db, { storeId: id, format: 'jsonl', withHistory: true }))
        const copy = await newStore()
        await seedFrom(db, copy, at('out.jsonl'))
        expect(await contentsOfVersions(db, copy)).toEqual(await contentsOfVersions(db, id))
        expect(await contents(db, copy)).toEqual(await contents(db, id))
      }),
      { numRuns: current().kind === 'sqlite' ? 25 : 5 },
    )
  })

  test('an export with history imports back to the same versions', async () => {
    const word = fc.constantFrom('alpha', 'бета', '감마', '')
    const where = fc.constantFrom('/a', '/b', '/d/c', '/d/e')
    const action = fc.oneof(
      fc.record({ do: fc.constant('put' as const), path: where, text: word }),
      fc.record({ do: fc.constant('move' as const), path: where, to: where }),
      fc.record({ do: fc.constant('remove' as const), path: where }),
      fc.record({ do: fc.constant('back' as const), to: fc.nat({ max: 9 }) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 14 }), async (actions) => {
        const db = current()
        const id = await newStore()
        for (const each of actions) {
          const done =
            each.do === 'put'
              ? putMemory(db, { storeId: id, path: each.path, content: each.text, cause })
              : each.do === 'move'
                ? movePath(db, { storeId: id, path: each.path, newPath: each.to, cause: SEEDER })
                : each.do === 'remove'
                  ? removePath(db, { storeId: id, path: each.path, cause })
                  : restoreStore(db, { storeId: id, at: { sequence: each.to }, cause: SEEDER })
          await done.catch((error: unknown) => {
            if (!(error instanceof StoreError)) throw error
          })
        }
        put(
          'history.jsonl',
          await exported(db, { storeId: id, format: 'jsonl', withHistory: true }),
        )
        const copy = await newStore()
        await seedFrom(db, copy, at('history.jsonl'))
        expect(await versionsOf(db, copy)).toEqual(await versionsOf(db, id))
      }),
      {
        numRuns: current().kind === 'sqlite' ? 25 : 5,
        // One memory makes room for another with the same text, in one moment.
        examples: [
          [
            [
              { do: 'put', path: '/d/c', text: 'alpha' },
              { do: 'put', path: '/a', text: 'alpha' },
              { do: 'remove', path: '/d/c' },
              { do: 'move', path: '/a', to: '/d/c' },
              { do: 'back', to: 1 },
            ],
          ],
        ],
      },
    )
  })
})

/** Every version with content. */
async function contentsOfVersions(db: Database, storeId: string) {
  const { versions } = await listVersions(db, { storeId, view: 'full', limit: 1000 })
  const kept = versions.filter(({ content }) => content !== null)
  const memories = [...new Set(kept.map((version) => version.memoryId).toReversed())]
  return kept.map(({ memoryId, path, content, createdAt, createdBy, toolUseId }) => ({
    memory: memories.indexOf(memoryId),
    path,
    content,
    createdAt,
    createdBy,
    toolUseId,
  }))
}

/** The parts of a store's versions that must be equal in another one: everything but ids. */
async function versionsOf(db: Database, storeId: string) {
  const { versions } = await listVersions(db, { storeId, view: 'full', limit: 1000 })
  const memories = [...new Set(versions.map((version) => version.memoryId).toReversed())]
  return versions.map((version) => ({
    memory: memories.indexOf(version.memoryId),
    operation: version.operation,
    path: version.path,
    content: version.content,
    createdAt: version.createdAt,
    createdBy: version.createdBy,
    sessionId: version.sessionId,
  }))
}

describe("a real agent's history", () => {
  test('is imported whole, takes at most the space of loose git objects, and each version reads back', async () => {
    const fresh = await freshSqlite()
    const { db, url } = fresh
    const history = realHistoryFile()
    const { id } = await createStore(db, {
      name: 'Memory bank',
      settings: { maxContentBytes: 1_000_000 },
    })
    const source = await openAnything(history.file)
    const report = await runToEnd(db, { storeId: id, source, withHistory: true, cause: SEEDER })
    expect(report.versions).toBe(REAL_HISTORY.versions)
    expect(statSync(url.slice('file:'.length)).size).toBeLessThan(10_700_000)

    const expected = new Map<string, string>()
    for (const line of readFileSync(history.file, 'utf8').trim().split('\n')) {
      const { changes } = JSON.parse(line) as { changes: Record<string, string>[] }
      for (const change of changes) {
        if (change.op === 'rename') expected.delete(change.from ?? '')
        if (change.op === 'delete') expected.delete(change.path ?? '')
        else expected.set(change.path ?? '', change.content ?? '')
      }
    }
    expect(await contents(db, id)).toEqual(Object.fromEntries(expected))
    expect(expected.size).toBe(REAL_HISTORY.liveMemories)

    const { versions } = await listVersions(db, { storeId: id, limit: 1000 })
    for (const { id: versionId, operation, size } of versions) {
      const version = await getVersion(db, { storeId: id, versionId })
      const bytes = version.content === null ? null : Buffer.byteLength(version.content)
      expect(bytes).toBe(operation === 'deleted' ? null : size)
    }
    const memory = await getMemory(db, { storeId: id, path: '/checklist.md' })
    await updateMemory(db, { storeId: id, memoryId: memory.id, content: 'by an agent', cause })
    const again = await openAnything(history.file)
    const plan = await planOf(db, { storeId: id, source: again, withHistory: true, cause: SEEDER })
    expect(plan.versions).toBe(0)
    history.discard()
    await fresh.discard()
  }, 120_000)
})
