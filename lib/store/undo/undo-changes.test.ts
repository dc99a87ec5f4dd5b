import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { onBothDatabases } from '@/tests/support/databases'
import type { Cause } from '../model/actor'
import { applyMoment } from './apply-moment'
import { compactionFinished } from '../background/compaction'
import { MEMORIES_PER_QUERY } from '../contents/memory-chains'
import { createMemory, removeMemory, updateMemory } from '../memories/change-memories'
import { createStore } from '../stores/change-stores'
import { getMemory } from '../memories/read-memories'
import { getVersion, listVersions } from '../versions/read-versions'
import { movePath, movePaths, removePaths } from '../memories/change-paths'
import { StoreError } from '../model/problems'
import { redactVersion } from '../redaction/redact-version'
import { restoredTexts, restoreStore } from './restore-store'
import { restoreVersion } from '../versions/restore-version'
import { sessionNetChanges } from '@/tests/support/session-net-changes'
import { undoChanges, undoneTexts } from './undo-changes'

const SESSION = 'sesn_11111111111111111111BadOne'
const session: Cause = { actor: { type: 'session', id: SESSION } }
const script: Cause = { actor: { type: 'api_key', id: 'apikey_1111111111111111111script' } }
const other: Cause = { actor: { type: 'api_key', id: 'apikey_11111111111111111111other' } }
const person: Cause = { actor: { type: 'user', id: 'user_11111111111111111111person' } }

const kindOf = (error: unknown) => (error instanceof StoreError ? error.problem.kind : error)

onBothDatabases((database) => {
  describe('undoing', () => {
    async function begin() {
      const db = database()
      const { id: storeId } = await createStore(db, { name: 'Undo' })
      const made = (content: string, cause: Cause, path = '/a.md') =>
        createMemory(db, { storeId, path, content, cause })
      const write = (memoryId: string, content: string, cause: Cause) =>
        updateMemory(db, { storeId, memoryId, content, cause })
      const holds = async (memoryId: string) => (await getMemory(db, { storeId, memoryId })).content
      const wanted = { storeId, changes: { sessionId: SESSION }, cause: person }
      const undo = (more: object = {}) => undoChanges(db, { ...wanted, ...more })
      return { db, storeId, made, write, holds, undo, wanted }
    }

    test('the second of two sessions that append to a memory removes its lines only', async () => {
      const { made, write, holds, undo } = await begin()
      const { id } = await made('base\n', person)
      await write(id, 'base\nfirst\n', script)
      await write(id, 'base\nfirst\nsecond\n', session)
      await write(id, 'base\nfirst\nsecond\nthird\n', other)
      const { plan } = await undo({ isDryRun: true })
      expect(plan).toMatchObject({ willChange: [{ memoryId: id }], changedSince: [] })
      await undo()
      expect(await holds(id)).toBe('base\nfirst\nthird\n')
    })

    test('a memory that the session created keeps what others wrote in it', async () => {
      const { made, write, holds, undo } = await begin()
      const { id } = await made('mine\n', session)
      await write(id, 'mine\ntheirs\n', other)
      await undo()
      expect(await holds(id)).toBe('theirs\n')
    })

    test('lines that someone else rewrote are left alone, naming who; forcing undoes these and no others', async () => {
      const { made, write, holds, undo } = await begin()
      const { id } = await made('a\nz\n', person)
      await write(id, 'a\nbad\nz\n', session)
      await write(id, 'a\nbad\nz\nmore\n', script)
      await write(id, 'a\nworse\nz\nmore\n', other)
      await write(id, 'a\nworse\nz\nmore\nand more\n', script)
      const { plan } = await undo()
      expect(plan.changedSince).toMatchObject([{ memoryId: id, by: other.actor }])
      expect(await holds(id)).toBe('a\nworse\nz\nmore\nand more\n')
      await undo({ isForced: true })
      expect(await holds(id)).toBe('a\nz\nmore\nand more\n')
    })

    test('what can be undone beside others’ changes is offered for a merge by hand', async () => {
      const { db, made, write, wanted } = await begin()
      const { id } = await made('a\nm\nz\n', person)
      await write(id, 'A\nm\nZ\n', session)
      await write(id, 'AA\nm\nZ\n', other)
      const texts = await undoneTexts(db, { ...wanted, isForced: false, memoryIds: [id] })
      expect(texts).toMatchObject([
        {
          memoryId: id,
          before: { content: 'AA\nm\nZ\n' },
          after: { content: 'a\nm\nz\n' },
          partial: 'AA\nm\nz\n',
        },
      ])
    })

    test('a rename, a deletion and a creation are undone, each beside what others wrote', async () => {
      const { db, storeId, made, write, undo } = await begin()
      const renamed = await made('one\n', person, '/old.md')
      const deleted = await made('gone\n', person, '/gone.md')
      const createdBy = await made('new\n', session, '/new.md')
      await movePath(db, { storeId, path: '/old.md', newPath: '/renamed.md', cause: session })
      await removeMemory(db, { storeId, memoryId: deleted.id, cause: session })
      await write(renamed.id, 'one\ntwo\n', other)
      const { plan } = await undo()
      expect(plan.willChange).toHaveLength(3)
      expect(await getMemory(db, { storeId, memoryId: renamed.id })).toMatchObject({
        path: '/old.md',
        content: 'one\ntwo\n',
      })
      expect(await getMemory(db, { storeId, memoryId: deleted.id })).toMatchObject({
        content: 'gone\n',
      })
      await expect(getMemory(db, { storeId, memoryId: createdBy.id })).rejects.toThrow()
    })

    test('a path that someone else changed since is left alone', async () => {
      const { db, storeId, made, undo } = await begin()
      const { id } = await made('one\n', person, '/old.md')
      await movePath(db, { storeId, path: '/old.md', newPath: '/theirs.md', cause: session })
      await movePath(db, { storeId, path: '/theirs.md', newPath: '/mine.md', cause: other })
      const { plan } = await undo()
      expect(plan.changedSince).toMatchObject([{ memoryId: id, by: other.actor }])
      await undo({ isForced: true })
      expect(await getMemory(db, { storeId, memoryId: id })).toMatchObject({ path: '/old.md' })
    })

    test('what someone else deleted stays deleted, and forcing restores it as the session found it', async () => {
      const { db, storeId, made, write, undo } = await begin()
      const { id } = await made('a\n', person)
      await write(id, 'a\nb\n', session)
      await removeMemory(db, { storeId, memoryId: id, cause: other })
      expect((await undo()).plan.changedSince).toMatchObject([{ by: other.actor }])
      await undo({ isForced: true })
      expect(await getMemory(db, { storeId, memoryId: id })).toMatchObject({ content: 'a\n' })
    })

    test('an undo can be undone to the identical bytes, and then redone', async () => {
      const { db, storeId, made, write, holds, undo } = await begin()
      const { id } = await made('a\r\nb', person)
      await write(id, 'a\r\nB\n\nc', session)
      await write(id, 'x\na\r\nB\n\nc', other)
      const before = await holds(id)
      const { batchId } = await undo()
      expect(await holds(id)).toBe('x\na\r\nb')
      const back = { storeId, changes: { batchId: batchId ?? '' }, cause: person }
      await undoChanges(db, back)
      expect(await holds(id)).toBe(before)
      await undo()
      expect(await holds(id)).toBe('x\na\r\nb')
    })

    test('nothing is done by a plan that has changed', async () => {
      const { made, write, holds, undo } = await begin()
      const { id } = await made('a\n', person)
      await write(id, 'a\nbad\n', session)
      const { planHash } = await undo({ isDryRun: true })
      await write(id, 'a\nbad\nmore\n', other)
      expect(await undo({ plan: planHash }).catch(kindOf)).toBe('plan_changed')
      expect(await holds(id)).toBe('a\nbad\nmore\n')
      const fresh = await undo({ isDryRun: true })
      await undo({ plan: fresh.planHash })
      expect(await holds(id)).toBe('a\nmore\n')
    })

    test('of two simultaneous undos one is done', async () => {
      const { db, storeId, made, write, undo } = await begin()
      const { id } = await made('a\n', person)
      await write(id, 'a\nbad\n', session)
      const { planHash } = await undo({ isDryRun: true })
      const both = await Promise.allSettled([undo({ plan: planHash }), undo({ plan: planHash })])
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      const { versions } = await listVersions(db, { storeId, memoryId: id, limit: 10 })
      expect(versions).toHaveLength(3)
    })

    test('reaches every memory, also more than one query reads', async () => {
      const { db, storeId, wanted } = await begin()
      const count = MEMORIES_PER_QUERY + 20
      const steps = Array.from({ length: count }, (_, number) => ({
        op: 'write' as const,
        path: `/many/${number}.md`,
        content: `${number}\n`,
      }))
      await applyMoment(db, { storeId, batch: null, steps, cause: session })
      const { plan, planHash } = await undoChanges(db, { ...wanted, isDryRun: true })
      expect(plan.willChange).toHaveLength(count)
      const { versionIds } = await undoChanges(db, { ...wanted, plan: planHash })
      expect(versionIds).toHaveLength(count)
      const back = { storeId, changes: { versionIds }, cause: person }
      expect((await undoChanges(db, back)).versionIds).toHaveLength(count)
    })

    test('is refused if a version needed to tell the lines apart was redacted', async () => {
      const { db, storeId, made, write, undo } = await begin()
      const { id } = await made('a\n', person)
      const { versionId } = await write(id, 'a\nb\n', session)
      await write(id, 'a\nb\nc\n', other)
      await redactVersion(db, { storeId, versionId, cause: person })
      await compactionFinished(db)
      expect((await undo({ isDryRun: true })).plan.cannot).toMatchObject([
        { memoryId: id, reason: 'redacted' },
      ])
    })

    test('the plan is what is done, and exactly others’ lines are left, however both write', async () => {
      const { db, storeId } = await begin()
      let count = 0
      await fc.assert(
        fc.asyncProperty(
          fc.array(
            fc.record({ isOwn: fc.boolean(), place: fc.double({ min: 0, max: 1, noNaN: true }) }),
            { minLength: 1, maxLength: 7 },
          ),
          async (steps) => {
            const path = `/random/${++count}.md`
            const sessionId = `sesn_1111111111111111111${String(count).padStart(5, 'a').replaceAll('0', 'z')}`
            const own: Cause = { actor: { type: 'session', id: sessionId } }
            let lines = ['# first', '# last']
            const text = () => `${lines.join('\n')}\n`
            const { id } = await createMemory(db, { storeId, path, content: text(), cause: person })
            for (const [step, { isOwn, place }] of steps.entries()) {
              const at = Math.round(place * lines.length)
              lines = [
                ...lines.slice(0, at),
                `${isOwn ? 'own' : 'other'} ${step}`,
                ...lines.slice(at),
              ]
              const cause = isOwn ? own : other
              await updateMemory(db, { storeId, memoryId: id, content: text(), cause })
            }
            const before = text()
            const wanted = { storeId, changes: { sessionId }, cause: person }
            const planned = await undoChanges(db, { ...wanted, isDryRun: true })
            const done = await undoChanges(db, { ...wanted, plan: planned.planHash })
            lines = lines.filter((line) => !line.startsWith('own'))
            const memory = await getMemory(db, { storeId, memoryId: id })
            expect(memory.content).toBe(text())
            if (done.batchId === null) return
            expect(planned.plan.willChange).toMatchObject([{ after: { sha256: memory.sha256 } }])
            const back = { storeId, changes: { versionIds: done.versionIds }, cause: person }
            await undoChanges(db, back)
            expect((await getMemory(db, { storeId, memoryId: id })).content).toBe(before)
          },
        ),
        { numRuns: 12 },
      )
    })
  })
})

onBothDatabases((database) => {
  describe('what a session changed', () => {
    const changesOf = (db: Database, storeId: string) =>
      sessionNetChanges(db, { storeId, sessionId: SESSION })

    test('are its own lines: what a script wrote in between is on both sides', async () => {
      const db = database()
      const { id: storeId } = await createStore(db, { name: 'Own lines' })
      const { id } = await createMemory(db, { storeId, path: '/a', content: 'a\n', cause: person })
      const write = (content: string, cause: Cause) =>
        updateMemory(db, { storeId, memoryId: id, content, cause })
      await write('a\nmine\n', session)
      await write('a\nscript\nmine\n', script)
      await write('a\nscript\nmine\nmine too\n', session)
      await write('a\nscript\nmine\nmine too\nlater\n', other)
      expect(await changesOf(db, storeId)).toMatchObject([
        {
          memoryId: id,
          before: { path: '/a', content: 'a\nscript\n' },
          after: { path: '/a', content: 'a\nscript\nmine\nmine too\n' },
          changedSince: { by: other.actor },
          redacted: null,
        },
      ])
    })

    test('is nothing if it undid its own lines, whoever wrote in between', async () => {
      const db = database()
      const { id: storeId } = await createStore(db, { name: 'Nothing' })
      const { id } = await createMemory(db, { storeId, path: '/a', content: 'a\n', cause: person })
      const write = (content: string, cause: Cause) =>
        updateMemory(db, { storeId, memoryId: id, content, cause })
      await write('a\nmine\n', session)
      await write('a\nmine\nscript\n', script)
      await write('a\nscript\n', session)
      expect(await changesOf(db, storeId)).toEqual([])
    })

    test('is unknown if it was redacted: by whom and when is given', async () => {
      const db = database()
      const { id: storeId } = await createStore(db, { name: 'Redacted' })
      const made = await createMemory(db, {
        storeId,
        path: '/a',
        content: 'secret',
        cause: session,
      })
      await updateMemory(db, { storeId, memoryId: made.id, content: 'ok', cause: other })
      await redactVersion(db, { storeId, versionId: made.versionId, cause: person })
      await compactionFinished(db)
      const redacted = await getVersion(db, { storeId, versionId: made.versionId })
      expect(await changesOf(db, storeId)).toMatchObject([
        {
          memoryId: made.id,
          before: null,
          after: null,
          redacted: { by: person.actor, at: redacted.redactedAt },
        },
      ])
    })
  })
})

onBothDatabases((database) => {
  describe('restoring what a person looked at', () => {
    test('a version is restored onto the version that was seen, and no other', async () => {
      const db = database()
      const { id: storeId } = await createStore(db, { name: 'Seen' })
      const made = await createMemory(db, { storeId, path: '/a', content: 'one', cause: person })
      const seen = await updateMemory(db, {
        storeId,
        memoryId: made.id,
        content: 'two',
        cause: person,
      })
      const restore = (seenVersionId: string) =>
        restoreVersion(db, { storeId, versionId: made.versionId, seenVersionId, cause: person })
      const agents = await updateMemory(db, {
        storeId,
        memoryId: made.id,
        content: 'three',
        cause: session,
      })
      expect(await restore(seen.versionId).catch(kindOf)).toBe('precondition_failed')
      const { batchId } = await restore(agents.versionId)
      await undoChanges(db, { storeId, changes: { batchId: batchId ?? '' }, cause: person })
      expect(await getMemory(db, { storeId, memoryId: made.id })).toMatchObject({
        content: 'three',
      })
    })

    test('a store is restored by the plan that was seen, and no other', async () => {
      const db = database()
      const { id: storeId } = await createStore(db, { name: 'Seen' })
      const { id } = await createMemory(db, { storeId, path: '/a', content: 'one', cause: person })
      const write = (content: string) =>
        updateMemory(db, { storeId, memoryId: id, content, cause: session })
      await write('two')
      const wanted = { storeId, at: { sequence: 1 }, cause: person }
      const { planHash } = await restoreStore(db, { ...wanted, isDryRun: true })
      await write('three')
      expect(await restoreStore(db, { ...wanted, plan: planHash }).catch(kindOf)).toBe(
        'plan_changed',
      )
      expect(await getMemory(db, { storeId, memoryId: id })).toMatchObject({ content: 'three' })
      const { planHash: fresh } = await restoreStore(db, { ...wanted, isDryRun: true })
      const { batchId } = await restoreStore(db, { ...wanted, plan: fresh })
      expect(await getMemory(db, { storeId, memoryId: id })).toMatchObject({ content: 'one' })
      await undoChanges(db, { storeId, changes: { batchId: batchId ?? '' }, cause: person })
      expect(await getMemory(db, { storeId, memoryId: id })).toMatchObject({ content: 'three' })
    })

    test('a memory is left out of restoring a store, and the texts of the others are told before', async () => {
      const db = database()
      const { id: storeId } = await createStore(db, { name: 'All but one' })
      const a = await createMemory(db, { storeId, path: '/a', content: 'one', cause: person })
      const b = await createMemory(db, { storeId, path: '/b', content: 'bee', cause: person })
      await updateMemory(db, { storeId, memoryId: a.id, content: 'two', cause: session })
      const wanted = { storeId, at: { sequence: 1 }, withoutMemoryIds: [b.id], cause: person }
      const { plan, planHash } = await restoreStore(db, { ...wanted, isDryRun: true })
      expect(plan.willChange).toMatchObject([{ memoryId: a.id }])
      expect(await restoredTexts(db, { ...wanted, memoryIds: [a.id, b.id] })).toMatchObject([
        { before: { content: 'two' }, after: { path: '/a', content: 'one' } },
        { before: { content: 'bee' }, after: null },
      ])
      expect(await restoredTexts(db, { ...wanted, memoryIds: [] })).toEqual([])
      await restoreStore(db, { ...wanted, plan: planHash })
      expect(await getMemory(db, { storeId, memoryId: a.id })).toMatchObject({ content: 'one' })
      expect(await getMemory(db, { storeId, memoryId: b.id })).toMatchObject({ content: 'bee' })
    })

    test('what someone else changed unseen is neither moved nor deleted; one’s own is', async () => {
      const db = database()
      const { id: storeId } = await createStore(db, { name: 'Seen' })
      const made = await createMemory(db, { storeId, path: '/a/b', content: 'one', cause: person })
      const write = (content: string, cause: Cause) =>
        updateMemory(db, { storeId, memoryId: made.id, content, cause })
      const { sequence: seen } = await write('two', session)
      await write('three', session)
      const remove = (last: number) =>
        removePaths(db, { storeId, paths: ['/a'], seen: last, cause: person })
      const moves = [{ path: '/a', newPath: '/c' }]
      const move = (last: number) => movePaths(db, { storeId, moves, seen: last, cause: person })
      expect(await remove(seen).catch(kindOf)).toBe('changed_since_seen')
      expect(await move(seen).catch(kindOf)).toBe('changed_since_seen')
      const { sequence: newer } = await getMemory(db, { storeId, memoryId: made.id })
      await write('four', person)
      const versionIds = await move(newer)
      await undoChanges(db, { storeId, changes: { versionIds }, cause: person })
      await remove(newer)
      await expect(getMemory(db, { storeId, memoryId: made.id })).rejects.toThrow()
    })
  })
})
