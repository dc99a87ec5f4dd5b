import { describe, expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { compactionFinished } from '@/lib/store/background/compaction'
import { createStore } from '@/lib/store/stores/change-stores'
import { listVersions } from '@/lib/store/versions/read-versions'
import { putMemory } from '@/lib/store/memories/change-memories'
import { redactVersion } from '@/lib/store/redaction/redact-version'
import { exportMemoryHistory } from './export-store'
import { sqliteOfFile } from '@/tests/support/databases'
import {
  contents,
  exported,
  jsonLines,
  openAnything,
  runToEnd,
  second,
  SEEDER,
  seedFrom,
  sourceFolder,
} from '@/tests/support/seeding'

const { at, put } = sourceFolder()

const db = sqliteOfFile()

const newStore = async (settings = {}) =>
  (await createStore(db(), { name: 'History', settings })).id

/** Seeds a new store from these lines of history. */
async function seeded(lines: readonly object[], settings = {}) {
  put('history.jsonl', jsonLines(...lines))
  const id = await newStore(settings)
  return { id, report: await seedFrom(db(), id, at('history.jsonl')) }
}

const TOO_LARGE = 'x'.repeat(2000)
const SMALL_STORE = { maxContentBytes: 1000 }

describe('a history in JSON Lines', () => {
  test('whose moments share one time is not imported twice', async () => {
    const { id, report } = await seeded(
      [1, 2, 3].map((n) => ({
        at: second(0),
        changes: [{ op: 'write', path: '/a', content: `${n}` }],
      })),
    )
    expect(report.versions).toBe(3)
    expect((await seedFrom(db(), id, at('history.jsonl'))).versions).toBe(0)
  })

  test('may shift memories in one moment, each to the path of the next', async () => {
    const { id, report } = await seeded([
      {
        at: second(0),
        changes: [
          { op: 'write', path: '/a', content: 'A' },
          { op: 'write', path: '/b', content: 'B' },
        ],
      },
      {
        at: second(1),
        changes: [
          { op: 'rename', from: '/a', path: '/b' },
          { op: 'rename', from: '/b', path: '/c' },
        ],
      },
      { at: second(2), changes: [{ op: 'write', path: '/b', content: 'A2' }] },
    ])
    expect(report.counts.conflict).toBe(0)
    expect(await contents(db(), id)).toEqual({ '/b': 'A2', '/c': 'B' })
  })

  test('a rename of a skipped memory makes no empty memory', async () => {
    const { id } = await seeded(
      [
        { at: second(0), changes: [{ op: 'write', path: '/a', content: TOO_LARGE }] },
        { at: second(1), changes: [{ op: 'rename', from: '/a', path: '/b' }] },
      ],
      SMALL_STORE,
    )
    expect(await contents(db(), id)).toEqual({})
  })

  test('a rename with too large a content still frees the old path', async () => {
    const { id } = await seeded(
      [
        { at: second(0), changes: [{ op: 'write', path: '/a', content: 'small' }] },
        { at: second(1), changes: [{ op: 'rename', from: '/a', path: '/b', content: TOO_LARGE }] },
        { at: second(2), changes: [{ op: 'write', path: '/b', content: 'small 2' }] },
      ],
      SMALL_STORE,
    )
    expect(await contents(db(), id)).toEqual({ '/b': 'small 2' })
  })

  test('a restored memory is the one that was deleted, even if another was skipped', async () => {
    const { id } = await seeded(
      [
        { at: second(0), changes: [{ op: 'write', path: '/big', content: TOO_LARGE }] },
        { at: second(1), changes: [{ op: 'write', path: '/a', content: 'a', memory: 1 }] },
        { at: second(2), changes: [{ op: 'write', path: '/b', content: 'b' }] },
        { at: second(3), changes: [{ op: 'delete', path: '/a' }] },
        { at: second(4), changes: [{ op: 'restore', path: '/a', content: 'a', memory: 1 }] },
      ],
      SMALL_STORE,
    )
    expect(await contents(db(), id)).toEqual({ '/a': 'a', '/b': 'b' })
    const { versions } = await listVersions(db(), { storeId: id, limit: 10 })
    const ofA = versions.filter((version) => version.path === '/a')
    expect(ofA).toHaveLength(3)
    expect(new Set(ofA.map((version) => version.memoryId)).size).toBe(1)
  })

  test('restoring a live memory leaves it, and inserts another', async () => {
    const { id, report } = await seeded([
      { at: second(0), changes: [{ op: 'write', path: '/a', content: 'a', memory: 0 }] },
      { at: second(1), changes: [{ op: 'restore', path: '/b', content: 'b', memory: 0 }] },
    ])
    expect(report.counts).toMatchObject({ create: 2, conflict: 0, skip: 0 })
    expect(await contents(db(), id)).toEqual({ '/a': 'a', '/b': 'b' })
  })

  test('what no database can hold in a message or a name is replaced, and the moment is imported', async () => {
    const { id } = await seeded([
      {
        at: second(0),
        message: 'a\0b \ud800',
        author: 'x\0',
        changes: [{ op: 'write', path: '/a', content: 'x' }],
      },
    ])
    const { versions } = await listVersions(db(), { storeId: id, limit: 1 })
    expect(versions[0]?.batch?.message).toBe('a\ufffdb \ufffd')
  })

  test('of one memory seeds that memory alone, with every version', async () => {
    const id = await newStore()
    const write = (path: string, content: string) =>
      putMemory(db(), { storeId: id, path, content, cause: SEEDER })
    const { memory } = await write('/a', 'one')
    const memoryId = memory.id
    await write('/b', 'other')
    await write('/a', 'two')
    const signal = new AbortController().signal
    const chunks: Uint8Array[] = []
    for await (const chunk of await exportMemoryHistory(db(), { storeId: id, memoryId, signal })) {
      chunks.push(chunk)
    }
    put('out.jsonl', Buffer.concat(chunks))
    const copy = await newStore()
    await seedFrom(db(), copy, at('out.jsonl'))
    expect(await contents(db(), copy)).toEqual({ '/a': 'two' })
    const { versions } = await listVersions(db(), { storeId: copy, view: 'full', limit: 10 })
    expect(versions.map(({ content }) => content)).toEqual(['two', 'one'])
  })

  test('line separators inside a content survive, with history and without', async () => {
    const content = 'x\u2028y\u2029z\u0085'
    const id = await newStore()
    await putMemory(db(), { storeId: id, path: '/a', content, cause: SEEDER })
    for (const withHistory of [true, false]) {
      put('out.jsonl', await exported(db(), { storeId: id, format: 'jsonl', withHistory }))
      const copy = await newStore()
      await seedFrom(db(), copy, at('out.jsonl'))
      expect(await contents(db(), copy)).toEqual({ '/a': content })
    }
  })

  test('a byte-order mark before the first line is ignored', async () => {
    put('bom.jsonl', `\ufeff${jsonLines({ path: '/a', content: 'x' })}`)
    const id = await newStore()
    await seedFrom(db(), id, at('bom.jsonl'))
    expect(await contents(db(), id)).toEqual({ '/a': 'x' })
  })

  test('an interrupted run resumes where it ended, without conflict or duplicates', async () => {
    const lines = Array.from({ length: 20 }, (_, n) => ({
      at: second(n),
      changes: [{ op: 'write', path: `/p${n % 3}`, content: `${n}` }],
    }))
    put('history.jsonl', jsonLines(...lines))
    const id = await newStore()
    const source = await openAnything(at('history.jsonl'), { withHistory: true })
    const input = { storeId: id, source, withHistory: true, cause: SEEDER }
    await expect(runToEnd(failingAfter(12), input)).rejects.toThrow('the process ended')
    const report = await seedFrom(db(), id, at('history.jsonl'))
    expect(report.counts.conflict).toBe(0)
    const { versions } = await listVersions(db(), { storeId: id, limit: 100 })
    expect(versions).toHaveLength(20)
  })

  test('imports a version equal to the one before a redacted one', async () => {
    const id = await newStore()
    for (const content of ['same', 'secret', 'same']) {
      await putMemory(db(), { storeId: id, path: '/a', content, cause: SEEDER })
    }
    const { versions } = await listVersions(db(), { storeId: id, limit: 3 })
    const versionId = versions[1]?.id ?? ''
    await redactVersion(db(), { storeId: id, versionId, cause: SEEDER })
    await compactionFinished(db())
    put('out.jsonl', await exported(db(), { storeId: id, format: 'jsonl', withHistory: true }))
    const copy = await newStore()
    await seedFrom(db(), copy, at('out.jsonl'))
    const copied = await listVersions(db(), { storeId: copy, view: 'full', limit: 3 })
    expect(copied.versions.map(({ content }) => content)).toEqual(['same', 'same'])
    expect((await seedFrom(db(), copy, at('out.jsonl'))).versions).toBe(0)
  })

  test('keeps the id of a tool use, whatever its text', async () => {
    const line = (toolUseId: string, content: string) => ({
      at: second(0),
      actor: SEEDER.actor,
      tool_use_id: toolUseId,
      changes: [{ op: 'write', path: '/a', content }],
    })
    const { id } = await seeded([line('call 1, "quoted"', 'one'), line('', 'two')])
    const { versions } = await listVersions(db(), { storeId: id, limit: 2 })
    expect(versions.map(({ toolUseId }) => toolUseId)).toEqual(['', 'call 1, "quoted"'])
  })

  test('sets its own actors only if whoever seeds has full rights', async () => {
    const actor = { type: 'session', id: 'sesn_222222222222222222222222' }
    const lines = [{ at: second(0), actor, changes: [{ op: 'write', path: '/a', content: 'x' }] }]
    put('history.jsonl', jsonLines(...lines))
    const writers = []
    for (const trustsActors of [true, false]) {
      const id = await newStore()
      await seedFrom(db(), id, at('history.jsonl'), { trustsActors })
      const { versions } = await listVersions(db(), { storeId: id, limit: 1 })
      writers.push(versions[0]?.createdBy)
    }
    expect(writers).toEqual([actor, SEEDER.actor])
  })
})

/** The database, which fails after this many transactions. */
function failingAfter(writes: number): Database {
  let written = 0
  const write: Database['write'] = (job) => {
    if (++written > writes) throw new Error('the process ended')
    return db().write(job)
  }
  return Object.create(db(), { write: { value: write } }) as Database
}
