import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { listJobs } from '@/lib/jobs/read-jobs'
import { onBothDatabases } from '@/tests/support/databases'
import { compactionFinished } from '../background/compaction'
import { takeOver } from '../background/resume-work'
import { compressAll } from '../background/version-compressor'
import { changeDensity, changeTimes } from '../changes/change-times'
import { listChanges } from '../changes/list-changes'
import { netChanges } from '../changes/net-changes'
import { createMemory, putMemory, removeMemory, updateMemory } from '../memories/change-memories'
import { movePath } from '../memories/change-paths'
import { getMemory, listMemories } from '../memories/read-memories'
import { type Cause, LOCAL_USER_ACTOR } from '../model/actor'
import { quarantineMemory } from '../quarantine/quarantine-memory'
import { findText } from '../redaction/find-text'
import { emptyAgain } from '../redaction/redact-again'
import { receiptOf, redactText, searchFiles } from '../redaction/redact-text'
import { redactVersion } from '../redaction/redact-version'
import { searchStore } from '../search/search-store'
import { createStore, deleteStore, purgeDeletedStores } from '../stores/change-stores'
import { getStore } from '../stores/read-stores'
import { storeMoment } from '../time/store-moment'
import { listFolder } from '../tree/list-folder'
import { applyMoment } from '../undo/apply-moment'
import { restoreStore } from '../undo/restore-store'
import { blameMemory } from '../versions/blame-memory'
import { listVersions } from '../versions/read-versions'
import { branchesOf } from './find-branch'
import { makeBranch } from './make-branch'
import { mergeBranch } from './merge-branch'

const PERSON: Cause = { actor: LOCAL_USER_ACTOR }
const AGENT: Cause = { actor: { type: 'session', id: 'sesn_agent' } }
const SECRET = 'sk-live-4f9c2e7ab1d0'
const LONG = Array.from({ length: 400 }, (_, line) => `line ${line} of a long memory\n`).join('')

async function notes(db: Database) {
  const { id: storeId } = await createStore(db, { name: 'Notes', description: 'what is known' })
  const at = (path: string, content: string, cause: Cause = PERSON) =>
    createMemory(db, { storeId, path, content, cause })
  return { storeId, at }
}

/** Paths and contents of all live memories. */
async function contentsOf(db: Database, storeId: string, at?: { sequence: number }) {
  const contents: Record<string, string | null> = {}
  const { entries } = await listMemories(db, {
    storeId,
    directory: '',
    depth: 'all',
    view: 'full',
    limit: 1_000,
    ...(at ? { at } : {}),
  })
  for (const entry of entries) {
    if (entry.type === 'memory') contents[entry.memory.path] = entry.memory.content
  }
  return contents
}

const memoryAt = (db: Database, storeId: string, path: string) => getMemory(db, { storeId, path })

async function ownContents(db: Database, storeId: string): Promise<number> {
  const row = await db.read.get<{ count: number }>(
    `SELECT count(*) AS count FROM version_contents c JOIN memory_stores s ON s.key = c.store_key
     WHERE s.id = ?`,
    [storeId],
  )
  return row?.count ?? 0
}

onBothDatabases((current) => {
  describe('a branch of a store', () => {
    test('holds what the store holds, with its authors and times, and writes no content again', async () => {
      const db = current()
      const { storeId, at } = await notes(db)
      await at('/a.md', 'one\n', AGENT)
      const b = await at('/dir/b.md', 'two\n')
      await updateMemory(db, { storeId, memoryId: b.id, content: 'two\nthree\n', cause: AGENT })
      const origin = await getStore(db, storeId)
      const branch = await makeBranch(db, { storeId, name: 'try', cause: PERSON })
      expect(branch).toMatchObject({
        name: 'try',
        description: 'what is known',
        memoryCount: 2,
        byteSize: origin.byteSize,
        versionCount: 3,
        lastSequence: origin.lastSequence,
        lastChangedAt: origin.lastChangedAt,
      })
      expect(await contentsOf(db, branch.id)).toEqual(await contentsOf(db, storeId))
      expect(await ownContents(db, branch.id)).toBe(0)
      const [own, theirs] = [await memoryAt(db, branch.id, '/dir/b.md'), b]
      expect(own.id).not.toBe(theirs.id)
      const { versions } = await listVersions(db, {
        storeId: branch.id,
        memoryId: own.id,
        limit: 9,
      })
      const { versions: before } = await listVersions(db, { storeId, memoryId: b.id, limit: 9 })
      const said = (all: typeof versions) =>
        all.map(({ sequence, createdAt, createdBy, operation }) => [
          sequence,
          createdAt,
          createdBy,
          operation,
        ])
      expect(said(versions)).toEqual(said(before))
      const blamed = await blameMemory(db, { storeId: branch.id, memoryId: own.id })
      expect(blamed.map(({ lines, version }) => [lines, version.createdBy.id])).toEqual([
        [['two'], LOCAL_USER_ACTOR.id],
        [['three'], 'sesn_agent'],
      ])
      expect((await branchesOf(db, [branch.id, storeId])).get(branch.id)).toMatchObject({
        originId: storeId,
        sequence: origin.lastSequence,
        madeBy: LOCAL_USER_ACTOR,
      })
    })

    test('goes on by itself, and so does the store', async () => {
      const db = current()
      const { storeId, at } = await notes(db)
      const a = await at('/a.md', LONG)
      const branch = await makeBranch(db, { storeId, name: 'try', cause: PERSON })
      const own = await memoryAt(db, branch.id, '/a.md')
      // Little of it is new: it is stored as a delta against what is only in the origin.
      const changed = `${LONG}one more\n`
      await updateMemory(db, {
        storeId: branch.id,
        memoryId: own.id,
        content: changed,
        cause: AGENT,
      })
      await updateMemory(db, { storeId, memoryId: a.id, content: `first\n${LONG}`, cause: PERSON })
      await createMemory(db, { storeId: branch.id, path: '/b.md', content: 'b', cause: AGENT })
      expect(await contentsOf(db, branch.id)).toEqual({ '/a.md': changed, '/b.md': 'b' })
      expect(await contentsOf(db, storeId)).toEqual({ '/a.md': `first\n${LONG}` })
      await compressAll(db)
      expect(await contentsOf(db, branch.id)).toEqual({ '/a.md': changed, '/b.md': 'b' })
      expect(await contentsOf(db, branch.id, { sequence: branch.lastSequence })).toEqual({
        '/a.md': LONG,
      })
      expect(await ownContents(db, branch.id)).toBe(2)
    })

    test('starts from a moment of the past', async () => {
      const db = current()
      const { storeId, at } = await notes(db)
      await at('/old/a.md', 'a1\n')
      const b = await at('/b.md', 'b1\n')
      const { lastSequence: then } = await getStore(db, storeId)
      await updateMemory(db, { storeId, memoryId: b.id, content: 'b2\n', cause: PERSON })
      await movePath(db, { storeId, path: '/old', newPath: '/new', cause: PERSON })
      await at('/later.md', 'later\n')
      const branch = await makeBranch(db, {
        storeId,
        name: 'then',
        at: { sequence: then },
        cause: PERSON,
      })
      expect(await contentsOf(db, branch.id)).toEqual({ '/old/a.md': 'a1\n', '/b.md': 'b1\n' })
      expect(branch).toMatchObject({ memoryCount: 2, versionCount: 2, byteSize: 6 })
      const folder = await listFolder(db, { storeId: branch.id, directory: '', limit: 100 })
      expect(JSON.stringify(folder)).not.toContain('later')
      await expect(
        makeBranch(db, { storeId, name: 'x', at: { time: 1_000 }, cause: PERSON }),
      ).rejects.toMatchObject({ problem: { kind: 'moment_before_store' } })
    })

    test('has no state of a time before it, and its earlier changes by their numbers', async () => {
      const db = current()
      const { storeId } = await notes(db)
      const [first, since] = [2, Date.UTC(2026, 1, 2)]
      for (const [time, paths] of [
        [Date.UTC(2026, 1, 1), ['/a.md', '/c.md']],
        [since, ['/b.md']],
      ] as const) {
        const steps = paths.map((path) => ({ op: 'write' as const, path, content: 'text\n' }))
        await applyMoment(db, { storeId, at: time, batch: null, steps, cause: PERSON })
      }
      const { id } = await makeBranch(db, { storeId, name: 'x', cause: PERSON })
      const before = { storeId: id, at: { time: since - 1 } }
      const problem = { kind: 'moment_before_store', storeId: id, since }
      for (const read of [
        () => restoreStore(db, { ...before, cause: PERSON }),
        () => restoreStore(db, { ...before, isDryRun: true, cause: PERSON }),
        () => getMemory(db, { ...before, path: '/a.md' }),
        () => listMemories(db, { ...before, directory: '', depth: 'all', view: 'basic', limit: 9 }),
        () => searchStore(db, { ...before, query: 'text', limit: 9 }),
        () => makeBranch(db, { ...before, name: 'y', cause: PERSON }),
      ]) {
        await expect(read()).rejects.toMatchObject({ problem })
      }
      expect(Object.keys(await contentsOf(db, id))).toHaveLength(3)
      const net = await netChanges(db, {
        storeId: id,
        from: { time: 0 },
        to: { time: Date.now() },
      })
      expect(net.changes).toEqual([])
      // Step by step one comes to the moments that it shares with its origin.
      const moment = await storeMoment(db, { storeId: id, time: Date.now() })
      expect(moment).toMatchObject({ at: since, previous: first })
      expect(await storeMoment(db, { storeId: id, sequence: 1 })).toMatchObject({
        sequence: first,
        previous: 0,
        next: moment.sequence,
      })
      await restoreStore(db, { storeId: id, at: { sequence: first }, cause: PERSON })
      expect(Object.keys(await contentsOf(db, id)).sort()).toEqual(['/a.md', '/c.md'])
    })

    test('leaves nothing where its caller left while it was made', async () => {
      const db = current()
      const { storeId, at } = await notes(db)
      await at('/a.md', 'a\n')
      const leaving = new AbortController()
      leaving.abort(new Error('gone'))
      const making = makeBranch(db, { storeId, name: 'x', cause: PERSON, signal: leaving.signal })
      await expect(making).rejects.toThrow('gone')
      const stores = await db.read.all('SELECT key FROM memory_stores')
      const branches = await db.read.all('SELECT store_key FROM branches')
      expect([stores.length, branches.length]).toEqual([1, 0])
    })

    test('half made by a server that is gone, it is purged by one that runs', async () => {
      const db = current()
      const { storeId, at } = await notes(db)
      await at('/a.md', 'a\n')
      const left = await makeBranch(db, { storeId, name: 'left', cause: PERSON })
      const making = await makeBranch(db, { storeId, name: 'making', cause: PERSON })
      const until = (id: string, fillingUntil: number) =>
        db.write(async (tx) => {
          await tx.run('UPDATE memory_stores SET deleted_at = 1 WHERE id = ?', [id])
          await tx.run(
            `UPDATE branches SET filling_until = ?
             WHERE store_key = (SELECT s.key FROM memory_stores s WHERE s.id = ?)`,
            [fillingUntil, id],
          )
        })
      await until(left.id, 1)
      await until(making.id, Date.now() + 600_000)
      await takeOver(db)
      const rows = await db.read.all<{ id: string }>('SELECT id FROM memory_stores ORDER BY key')
      expect(rows.map(({ id }) => id)).toEqual([storeId, making.id])
    })

    test('can be branched again, and is found by its texts', async () => {
      const db = current()
      const { storeId, at } = await notes(db)
      await at('/a.md', 'needle in the origin\n')
      const first = await makeBranch(db, { storeId, name: 'first', cause: PERSON })
      await createMemory(db, {
        storeId: first.id,
        path: '/b.md',
        content: 'needle in the first\n',
        cause: AGENT,
      })
      const second = await makeBranch(db, { storeId: first.id, name: 'second', cause: PERSON })
      expect(await contentsOf(db, second.id)).toEqual({
        '/a.md': 'needle in the origin\n',
        '/b.md': 'needle in the first\n',
      })
      const found = async () =>
        (await searchStore(db, { storeId: second.id, query: 'needle', limit: 10 })).hits.length
      expect(await found()).toBe(2)
      await compressAll(db)
      expect(await found()).toBe(2)
    })

    test('is not in the log of changes twice', async () => {
      const db = current()
      const { storeId, at } = await notes(db)
      await at('/a.md', 'a\n')
      const branch = await makeBranch(db, { storeId, name: 'try', cause: PERSON })
      const count = async (id?: string) =>
        (await listChanges(db, { limit: 10, ...(id ? { storeId: id } : {}) })).changes.length
      expect([await count(), await count(branch.id)]).toEqual([1, 0])
      await createMemory(db, { storeId: branch.id, path: '/b.md', content: 'b', cause: AGENT })
      expect([await count(), await count(branch.id)]).toEqual([2, 1])
    })

    test('counts its own changes, and its time begins where it does', async () => {
      const db = current()
      const { storeId, at } = await notes(db)
      for (const path of ['/a.md', '/b.md', '/c.md', '/d.md']) await at(path, 'x\n')
      const branch = await makeBranch(db, { storeId, name: 'try', cause: PERSON })
      await createMemory(db, { storeId: branch.id, path: '/e.md', content: 'e', cause: AGENT })
      const counted = async (id: string) =>
        (await changeTimes(db, { storeId: id, buckets: 4 })).reduce(
          (sum, { count }) => sum + count,
          0,
        )
      // With the change that it starts from.
      expect([await counted(storeId), await counted(branch.id)]).toEqual([4, 2])
      const density = await changeDensity(db, { storeId: branch.id, buckets: 10 })
      expect(density.from).toBe(4)
      expect(
        density.buckets.map(({ firstSequence, firstAt }) => [firstSequence, firstAt > 0]),
      ).toEqual([
        [4, true],
        [5, true],
      ])
    })

    test('keeps in quarantine what is so in the origin', async () => {
      const db = current()
      const { storeId, at } = await notes(db)
      const a = await at('/a.md', 'fine\n')
      await updateMemory(db, { storeId, memoryId: a.id, content: 'poison\n', cause: AGENT })
      await quarantineMemory(db, { storeId, memoryId: a.id, reason: 'odd', cause: PERSON })
      const branch = await makeBranch(db, { storeId, name: 'try', cause: PERSON })
      const served = await getMemory(db, {
        storeId: branch.id,
        path: '/a.md',
        audience: 'agents',
      })
      expect(served.content).toBe('fine\n')
    })

    test('is as the store was at any moment, whatever was done', { timeout: 120_000 }, async () => {
      const db = current()
      const path = fc.constantFrom('/a', '/b', '/d/a', '/d/b', '/d/e/f')
      const step = fc.record({ path, content: fc.constantFrom('x\n', 'y\n', 'x\ny\n', null) })
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.nat(), async (steps, moment) => {
          const { storeId } = await notes(db)
          for (const { path, content } of steps) {
            if (content !== null) await putMemory(db, { storeId, path, content, cause: PERSON })
            else {
              const memory = await getMemory(db, { storeId, path }).catch(() => null)
              if (memory) await removeMemory(db, { storeId, memoryId: memory.id, cause: PERSON })
            }
          }
          const { lastSequence } = await getStore(db, storeId)
          const sequence = moment % (lastSequence + 1)
          const branch = await makeBranch(db, {
            storeId,
            name: 'then',
            at: { sequence },
            cause: PERSON,
          })
          for (let at = 1; at <= sequence; at++) {
            const then = { sequence: at }
            expect(await contentsOf(db, branch.id, then)).toEqual(
              await contentsOf(db, storeId, then),
            )
          }
          const live = await contentsOf(db, branch.id)
          expect(live).toEqual(sequence === 0 ? {} : await contentsOf(db, storeId, { sequence }))
          // Its tree counts right: each can be taken away again.
          for (const path of Object.keys(live)) {
            const { id: memoryId } = await getMemory(db, { storeId: branch.id, path })
            await removeMemory(db, { storeId: branch.id, memoryId, cause: PERSON })
          }
          const emptied = await getStore(db, branch.id)
          expect([emptied.memoryCount, emptied.byteSize]).toEqual([0, 0])
          const { entries } = await listFolder(db, {
            storeId: branch.id,
            directory: '',
            limit: 100,
          })
          expect(entries).toEqual([])
        }),
        { numRuns: 25 },
      )
    })
  })

  describe('what the origin loses', () => {
    test('a text redacted in it is redacted in its branches, and theirs', async () => {
      const db = current()
      const { storeId, at } = await notes(db)
      const a = await at('/a.md', `token ${SECRET}\nkept\n`)
      const first = await makeBranch(db, { storeId, name: 'first', cause: PERSON })
      const second = await makeBranch(db, { storeId: first.id, name: 'second', cause: PERSON })
      await updateMemory(db, { storeId, memoryId: a.id, content: 'clean\n', cause: PERSON })
      const found = await findText(db, { text: SECRET, storeIds: [storeId] })
      expect(found.counts).toMatchObject({ memories: 2, versions: 3 })
      const { finished } = await redactText(db, {
        text: SECRET,
        replacement: '[gone]',
        storeIds: [storeId],
        cause: PERSON,
      })
      const receipt = receiptOf(await finished)
      expect(receipt).toMatchObject({
        rewrittenMemories: 2,
        proof: { placesLeft: 0 },
      })
      expect(receipt?.proof?.files.filter(({ found: left }) => left > 0)).toEqual([])
      for (const { id } of [first, second]) {
        expect(await contentsOf(db, id)).toEqual({ '/a.md': 'token [gone]\nkept\n' })
        expect((await findText(db, { text: SECRET, storeIds: [id] })).counts.versions).toBe(0)
      }
      expect((await findText(db, { text: SECRET })).placeCount).toBe(0)
    })

    test('a text redacted in a branch stays in the origin', async () => {
      const db = current()
      const { storeId, at } = await notes(db)
      await at('/a.md', `token ${SECRET}\n`)
      const branch = await makeBranch(db, { storeId, name: 'try', cause: PERSON })
      const { finished } = await redactText(db, {
        text: SECRET,
        replacement: '[gone]',
        storeIds: [branch.id],
        cause: PERSON,
      })
      await finished
      expect(await contentsOf(db, branch.id)).toEqual({ '/a.md': 'token [gone]\n' })
      expect(await contentsOf(db, storeId)).toEqual({ '/a.md': `token ${SECRET}\n` })
      expect((await findText(db, { text: SECRET, storeIds: [branch.id] })).counts.versions).toBe(0)
    })

    test('a version redacted in it is redacted in its branches, with a memory that stands on it', async () => {
      const db = current()
      const { storeId, at } = await notes(db)
      const a = await at('/a.md', `${SECRET}\n`)
      await at('/b.md', 'b\n')
      const early = await makeBranch(db, { storeId, name: 'early', cause: PERSON })
      await updateMemory(db, { storeId, memoryId: a.id, content: 'clean\n', cause: PERSON })
      const late = await makeBranch(db, { storeId, name: 'late', cause: PERSON })
      await redactVersion(db, { storeId, versionId: a.versionId, cause: PERSON })
      await compactionFinished(db)
      expect(await contentsOf(db, early.id)).toEqual({ '/b.md': 'b\n' })
      expect(await contentsOf(db, late.id)).toEqual({ '/a.md': 'clean\n', '/b.md': 'b\n' })
      expect((await findText(db, { text: SECRET })).placeCount).toBe(0)
    })

    test('redacting a version again completes what the first attempt left, and then does nothing', async () => {
      const db = current()
      const { storeId, at } = await notes(db)
      const a = await at('/a.md', `${SECRET}\n`)
      await updateMemory(db, { storeId, memoryId: a.id, content: 'clean\n', cause: PERSON })
      // As far as a process comes that ends in the middle of it.
      await emptyAgain(db, storeId, a.versionId, PERSON)
      const compactions = async () => (await listJobs(db, { limit: 9, kind: 'compaction' })).length
      const redact = async () => {
        await redactVersion(db, { storeId, versionId: a.versionId, cause: PERSON })
        await compactionFinished(db)
      }
      expect(await compactions()).toBe(0)
      await redact()
      expect(await compactions()).toBe(1)
      const files = await searchFiles(db.files(), SECRET)
      expect(files.filter(({ found }) => found > 0)).toEqual([])
      await redact()
      expect(await compactions()).toBe(1)
    })

    test.each(['purged', 'deleted only'] as const)(
      'a redaction reaches the branch of a branch that is %s',
      async (then) => {
        const db = current()
        const { storeId, at } = await notes(db)
        const a = await at('/a.md', `token ${SECRET}\nkept\n`)
        const v = await at('/v.md', `${SECRET} whole\n`)
        const middle = await makeBranch(db, { storeId, name: 'middle', cause: PERSON })
        const put = (id: string, path: string, content: string) =>
          putMemory(db, { storeId: id, path, content, cause: AGENT })
        await put(middle.id, '/own.md', LONG)
        await put(middle.id, '/v.md', 'clean\n')
        const last = await makeBranch(db, { storeId: middle.id, name: 'last', cause: PERSON })
        await put(last.id, '/last.md', 'last\n')
        const before = await contentsOf(db, last.id)
        if (then === 'purged') {
          await deleteStore(db, { storeId: middle.id, cause: PERSON })
          await purgeDeletedStores(db)
        } else {
          await db.write(async (tx) => {
            await tx.run('UPDATE memory_stores SET deleted_at = 1 WHERE id = ?', [middle.id])
          })
        }
        expect(await contentsOf(db, last.id)).toEqual(before)
        await updateMemory(db, { storeId, memoryId: v.id, content: 'clean\n', cause: PERSON })
        await redactVersion(db, { storeId, versionId: v.versionId, cause: PERSON })
        const { finished } = await redactText(db, {
          text: SECRET,
          replacement: '[gone]',
          storeIds: [storeId],
          cause: PERSON,
        })
        await finished
        await purgeDeletedStores(db)
        await compactionFinished(db)
        expect(await contentsOf(db, last.id)).toEqual({
          ...before,
          '/a.md': 'token [gone]\nkept\n',
        })
        expect((await memoryAt(db, storeId, '/a.md')).id).toBe(a.id)
        expect((await findText(db, { text: SECRET })).placeCount).toBe(0)
        const files = await searchFiles(db.files(), SECRET)
        expect(files.filter(({ found }) => found > 0)).toEqual([])
        expect((await branchesOf(db, [last.id])).get(last.id)).toMatchObject({
          originId: storeId,
          sequence: middle.lastSequence,
        })
        // It goes on as a branch of the store, with what it has of the one that is gone.
        const { left } = await mergeBranch(db, {
          storeId: last.id,
          choices: new Map(),
          cause: PERSON,
        })
        expect(left).toEqual([])
        expect(await contentsOf(db, storeId)).toEqual(await contentsOf(db, last.id))
      },
    )

    test('its deletion leaves the branch whole', async () => {
      const db = current()
      const { storeId, at } = await notes(db)
      const a = await at('/a.md', LONG)
      await updateMemory(db, { storeId, memoryId: a.id, content: `${LONG}more\n`, cause: PERSON })
      await compressAll(db)
      const branch = await makeBranch(db, { storeId, name: 'try', cause: PERSON })
      await deleteStore(db, { storeId, cause: PERSON })
      await purgeDeletedStores(db)
      expect(await contentsOf(db, branch.id)).toEqual({ '/a.md': `${LONG}more\n` })
      const memory = await memoryAt(db, branch.id, '/a.md')
      const { versions } = await listVersions(db, {
        storeId: branch.id,
        memoryId: memory.id,
        limit: 9,
        view: 'full',
      })
      expect(versions.map(({ content }) => content)).toEqual([`${LONG}more\n`, LONG])
      expect((await branchesOf(db, [branch.id])).get(branch.id)).toMatchObject({
        originId: storeId,
        isOriginGone: true,
      })
    })

    test('what was copied when a redaction came is copied again', async () => {
      const db = current()
      const { storeId, at } = await notes(db)
      const a = await at('/a.md', `${SECRET}\n`)
      await updateMemory(db, { storeId, memoryId: a.id, content: 'clean\n', cause: PERSON })
      const [branch] = await Promise.all([
        makeBranch(db, { storeId, name: 'try', cause: PERSON }),
        redactVersion(db, { storeId, versionId: a.versionId, cause: PERSON }),
      ])
      await compactionFinished(db)
      expect(await contentsOf(db, branch.id)).toEqual({ '/a.md': 'clean\n' })
      expect((await findText(db, { text: SECRET })).placeCount).toBe(0)
      await purgeDeletedStores(db)
      const rows = await db.read.all('SELECT key FROM memory_stores')
      expect(rows).toHaveLength(2)
    })
  })
})
