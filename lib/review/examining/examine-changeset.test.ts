import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createApiKey } from '@/lib/auth/api-keys'
import type { Database } from '@/lib/db/database'
import { archiveStore, createStore } from '@/lib/store/stores/change-stores'
import { compactionFinished } from '@/lib/store/background/compaction'
import { createMemory, removeMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { listVersions } from '@/lib/store/versions/read-versions'
import { type Actor, type Cause, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { redactText } from '@/lib/store/redaction/redact-text'
import { redactVersion } from '@/lib/store/redaction/redact-version'
import { restoreVersion } from '@/lib/store/versions/restore-version'
import { restoreStore } from '@/lib/store/undo/restore-store'
import { undoChanges } from '@/lib/store/undo/undo-changes'
import { TABLES } from '@/lib/db/tables'
import { onBothDatabases, onSqlite } from '@/tests/support/databases'
import { applyReview, undoReview } from '../decisions/apply-review'
import { examineAll, wakeSnoozedChangesets } from '../background/examiner'
import { signMemories } from '../background/sign-memories'
import {
  changesetMemories,
  type ReviewedHunk,
  type ReviewedMemory,
} from '../changesets/changeset-memories'
import { decideHunks } from '../decisions/decide-hunks'
import { examineChangeset } from './examine-changeset'
import { getChangeset, listChangesets } from '../changesets/list-changesets'
import { type Decision, hunkId } from '../model/hunk'
import { updateChangeset } from '../changesets/update-changeset'

const PERSON: Cause = { actor: LOCAL_USER_ACTOR }
const session = (id: string): Cause => ({ actor: { type: 'session', id: `sesn_${id}` } })
const AGENT = session('agent')
const LINES = ['the first thing to know', 'the second thing to know', 'the third thing to know']
const textOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')

/** A store with memories of a person; writes in it by path. */
async function storeWith(db: Database, memories: Record<string, string>) {
  const { id: storeId } = await createStore(db, { name: 'Notes' })
  const ids = new Map<string, string>()
  const create = async (path: string, content: string, cause: Cause) => {
    ids.set(path, (await createMemory(db, { storeId, path, content, cause })).id)
  }
  const idOf = (path: string) => ids.get(path) ?? ''
  for (const [path, content] of Object.entries(memories)) await create(path, content, PERSON)
  return {
    storeId,
    idOf,
    create,
    write: (path: string, content: string, cause: Cause) =>
      updateMemory(db, { storeId, memoryId: idOf(path), content, cause }),
    remove: (path: string, cause: Cause) =>
      removeMemory(db, { storeId, memoryId: idOf(path), cause }),
    versions: async (path: string) =>
      (await listVersions(db, { storeId, memoryId: idOf(path), limit: 100 })).versions,
  }
}

type Reviewed = Awaited<ReturnType<typeof storeWith>>

/** The changeset of a session, examined. */
async function changesetOf(db: Database, cause: Cause = AGENT) {
  await examineAll(db)
  const filter =
    cause.actor.type === 'session' ? { sessionId: cause.actor.id } : { actorId: cause.actor.id }
  const [changeset] = (await listChangesets(db, { ...filter, limit: 1 })).changesets
  if (!changeset) throw new Error('no changeset')
  return changeset
}

const nameOf = (memory: ReviewedMemory, hunk: ReviewedHunk) =>
  hunkId({ ...hunk, memoryId: memory.memoryId, through: memory.through })

async function decide(
  db: Database,
  changesetId: string,
  decision: Decision,
  options: {
    which?: (memory: ReviewedMemory, index: number) => boolean
    content?: string
    reviewer?: Actor
  } = {},
): Promise<void> {
  const { which = () => true, content, reviewer = LOCAL_USER_ACTOR } = options
  const memories = await changesetMemories(db, changesetId)
  const names = memories.flatMap((memory) =>
    memory.hunks.flatMap((hunk, index) => (which(memory, index) ? [nameOf(memory, hunk)] : [])),
  )
  const decisions = names.map((id) => ({ hunkId: id, decision, content, seen: true }))
  await decideHunks(db, { changesetId, decisions, reviewer })
}

const apply = (db: Database, changesetId: string) =>
  applyReview(db, { changesetId, reviewer: LOCAL_USER_ACTOR })

async function reasonsIn(db: Database, cause: Cause = AGENT) {
  const memories = await changesetMemories(db, (await changesetOf(db, cause)).id)
  return memories.flatMap(({ hunks }) => hunks.flatMap(({ reasons }) => reasons))
}

onBothDatabases((current) => {
  test('a memory that was deleted is told with the path where it was', async () => {
    const db = current()
    const store = await storeWith(db, { '/notes/a': textOf(LINES) })
    await store.remove('/notes/a', AGENT)
    const { id } = await changesetOf(db)
    expect(await changesetMemories(db, id)).toMatchObject([{ path: null, lastPath: '/notes/a' }])
  })

  test('a line of a person that an agent removes is told', async () => {
    const db = current()
    const store = await storeWith(db, { '/a': textOf(LINES) })
    await store.write('/a', textOf(LINES.slice(1)), AGENT)
    expect(await reasonsIn(db)).toEqual(['removes_persons_line'])
  })

  test('so is a correction that a person made between two writes of the agent', async () => {
    const db = current()
    const store = await storeWith(db, {})
    await store.create('/a', textOf(LINES), AGENT)
    await store.write('/a', textOf([...LINES, 'and what a person knows better']), PERSON)
    await store.write('/a', textOf([...LINES, 'and something else entirely new']), AGENT)
    expect(await reasonsIn(db)).toContain('removes_persons_line')
  })

  test('so is an agent’s own line that a person brought back', async () => {
    const db = current()
    const store = await storeWith(db, {})
    await store.create('/a', textOf(LINES), session('first'))
    await store.write('/a', textOf(LINES.slice(1)), session('second'))
    const [, first] = await store.versions('/a')
    await restoreVersion(db, { storeId: store.storeId, versionId: first?.id ?? '', cause: PERSON })
    await store.write('/a', textOf(LINES.slice(1)), AGENT)
    expect(await reasonsIn(db)).toContain('removes_persons_line')
  })

  test('undoing what another session wrote a moment ago, and going back to before it, is told', async () => {
    const db = current()
    const store = await storeWith(db, {})
    await store.create('/a', textOf(LINES.slice(1)), session('first'))
    await store.write('/a', textOf(LINES), session('second'))
    await store.write('/a', textOf(LINES.slice(1)), AGENT)
    expect((await reasonsIn(db)).toSorted()).toEqual(['flip_flop', 'undoes_session'])
  })

  test('an agent that changes what agents read first is told as critical', async () => {
    const db = current()
    const store = await storeWith(db, { '/AGENTS.md': 'one' })
    await store.write('/AGENTS.md', 'two', AGENT)
    expect(await changesetOf(db, AGENT)).toMatchObject({
      level: 'critical',
      reasons: { pinned: 1 },
    })
  })

  test('only the first write of a key in a store is told, however late it is examined', async () => {
    const db = current()
    const { key } = await createApiKey(db, {
      name: 'New',
      access: 'write',
      purpose: 'agent',
      storeIds: null,
    })
    const cause: Cause = { actor: { type: 'api_key', id: key.id } }
    const store = await storeWith(db, {})
    await store.create('/a', 'a', cause)
    await examineAll(db)
    await store.create('/b', 'b', cause)
    const { reasons } = await changesetOf(db, cause)
    expect(reasons).toEqual({ first_write: 1 })
  })

  test('a line that went to another memory is moved, of a line that is nowhere it is told', async () => {
    const db = current()
    const store = await storeWith(db, {
      '/a': textOf(LINES),
      '/b': 'something else to begin with\n',
    })
    await store.write('/a', textOf(LINES.slice(2)), AGENT)
    await store.write('/b', `something else to begin with\n${LINES[0]}\n`, AGENT)
    const { id, lostLines } = await changesetOf(db)
    expect(lostLines).toBe(1)
    const memories = await changesetMemories(db, id)
    expect(memories.find(({ path }) => path === '/b')?.hunks[0]?.routine).toBe('moved')
    expect(memories.find(({ path }) => path === '/a')?.hunks[0]?.fates).toEqual([
      ['moved', 1],
      ['lost', 1],
    ])
  })

  test('a line that went to a memory examined before is moved', async () => {
    const db = current()
    const store = await storeWith(db, { '/a': textOf(LINES), '/b': 'b short one\n' })
    await store.write('/b', `b short one\n${LINES[0]}\n`, AGENT)
    await store.create('/c', textOf(LINES.slice(1, 2)), AGENT)
    await examineAll(db)
    await store.write('/a', textOf(LINES.slice(2)), AGENT)
    const memories = await changesetMemories(db, (await changesetOf(db)).id)
    expect(memories.find(({ path }) => path === '/a')?.hunks[0]?.fates).toEqual([['moved', 2]])
  })

  test('a line that another memory merely has, too, is neither moved nor lost', async () => {
    const db = current()
    const store = await storeWith(db, {
      '/a': 'status: ready\n',
      '/b': 'status: ready\n',
      '/c': 'status: ready\n',
    })
    // Of the same changeset, which did not add that line there.
    await store.write('/b', 'status: ready\nand more of it\n', AGENT)
    await store.write('/a', 'status: done\n', AGENT)
    const { id, lostLines } = await changesetOf(db)
    expect(lostLines).toBe(0)
    const memories = await changesetMemories(db, id)
    expect(memories.find(({ path }) => path === '/a')?.hunks[0]?.fates).toEqual([['standing', 1]])
  })

  test('a line that somebody brought back into its memory meanwhile is not moved', async () => {
    const db = current()
    const store = await storeWith(db, { '/a': textOf(LINES) })
    await store.write('/a', textOf(LINES.slice(1)), AGENT)
    await store.write('/a', textOf(LINES), PERSON)
    const { id, lostLines } = await changesetOf(db)
    expect(lostLines).toBe(1)
    const [memory] = await changesetMemories(db, id)
    expect(memory?.hunks[0]).toMatchObject({ fates: [['lost', 1]], routine: null })
  })

  test('a line that the agent wrote into two memories did not stand there before', async () => {
    const db = current()
    const store = await storeWith(db, { '/a': 'a short one\n', '/b': 'b short one\n' })
    await store.write('/a', 'a short one\nsomething that is new to all\n', AGENT)
    await examineAll(db)
    await store.write('/b', 'b short one\nsomething that is new to all\n', AGENT)
    const memories = await changesetMemories(db, (await changesetOf(db)).id)
    expect(memories.flatMap(({ hunks }) => hunks.map(({ routine }) => routine))).toEqual([
      null,
      null,
    ])
  })

  test('after twenty accepted ones, a line added at the end of a memory is routine', async () => {
    const db = current()
    const store = await storeWith(db, { '/log': 'the log begins here\n' })
    let text = 'the log begins here\n'
    const routines: unknown[] = []
    for (let turn = 0; turn < 21; turn++) {
      const cause = session(`log${turn}`)
      text += `what happened then, ${'abcdefghijklmnopqrstuvwxyz'[turn]} as in ${turn}\n`
      await store.write('/log', text, cause)
      const { id } = await changesetOf(db, cause)
      const [memory] = await changesetMemories(db, id)
      routines.push(memory?.hunks[0]?.routine)
      await decide(db, id, 'accepted')
    }
    expect(routines.slice(-2)).toEqual([null, 'appended'])
  })

  test('a changeset that ended as it began is done by itself', async () => {
    const db = current()
    const store = await storeWith(db, { '/a': textOf(LINES) })
    await store.write('/a', 'something\n', AGENT)
    await store.write('/a', textOf(LINES), AGENT)
    await store.create('/b', 'for a moment', AGENT)
    await store.remove('/b', AGENT)
    expect(await changesetOf(db)).toMatchObject({
      state: 'done',
      hunkCount: 0,
      openHunks: 0,
      memoryCount: 2,
    })
  })

  test('a session’s writes in two stores are a changeset each, decided by itself', async () => {
    const db = current()
    const one = await storeWith(db, {})
    const other = await storeWith(db, {})
    await one.create('/a', 'a', AGENT)
    await other.create('/a', 'a', AGENT)
    await examineAll(db)
    const { changesets } = await listChangesets(db, { sessionId: 'sesn_agent', limit: 10 })
    expect(changesets.map(({ storeId }) => storeId).toSorted()).toEqual(
      [one.storeId, other.storeId].toSorted(),
    )
    await decide(db, changesets[0]?.id ?? '', 'accepted')
    const { changesets: open } = await listChangesets(db, { state: 'open', limit: 10 })
    expect(open.map(({ id }) => id)).toEqual([changesets[1]?.id])
  })

  test('in an archived store accepting works; a tray is kept and cannot be applied', async () => {
    const db = current()
    const store = await storeWith(db, { '/a': textOf(LINES) })
    await store.write('/a', textOf(LINES.slice(1)), AGENT)
    await store.create('/b', 'b', AGENT)
    await archiveStore(db, { storeId: store.storeId, cause: PERSON })
    const { id } = await changesetOf(db)
    await decide(db, id, 'accepted', { which: ({ path }) => path === '/a' })
    await decide(db, id, 'rejected', { which: ({ path }) => path === '/b' })
    await expect(apply(db, id)).rejects.toMatchObject({ problem: { kind: 'store_archived' } })
    expect(await getChangeset(db, id)).toMatchObject({ openHunks: 0, state: 'open' })
  })

  test('a put-aside changeset that is decided is done, and does not come back', async () => {
    const db = current()
    const store = await storeWith(db, {})
    await store.create('/a', 'a', AGENT)
    const { id } = await changesetOf(db)
    await updateChangeset(db, { changesetId: id, snoozedUntil: 5_000 })
    await decide(db, id, 'accepted')
    expect(await getChangeset(db, id)).toMatchObject({ state: 'done', snoozedUntil: null })
    await expect(
      updateChangeset(db, { changesetId: id, snoozedUntil: 6_000 }),
    ).rejects.toMatchObject({ problem: { kind: 'changeset_done' } })
    await wakeSnoozedChangesets(db, 10_000)
    expect(await getChangeset(db, id)).toMatchObject({ state: 'done' })
  })

  test('a put-aside changeset that is decided in part stays so', async () => {
    const db = current()
    const store = await storeWith(db, {})
    await store.create('/a', 'a', AGENT)
    await store.create('/b', 'b', AGENT)
    const { id } = await changesetOf(db)
    await updateChangeset(db, { changesetId: id, snoozedUntil: 5_000 })
    await decide(db, id, 'accepted', { which: ({ path }) => path === '/a' })
    expect(await getChangeset(db, id)).toMatchObject({ state: 'snoozed', snoozedUntil: 5_000 })
  })

  test('what was taken back and is written again is open again', async () => {
    const db = current()
    const store = await storeWith(db, { '/a': textOf(LINES) })
    const bad = textOf([...LINES, 'what nobody wants to remember'])
    await store.write('/a', bad, AGENT)
    const { id } = await changesetOf(db)
    await decide(db, id, 'rejected')
    await apply(db, id)
    await store.write('/a', bad, AGENT)
    expect(await changesetOf(db)).toMatchObject({ id, state: 'open', openHunks: 1 })
  })

  test('a rejection that fits no hunk any more is told until the memory is decided anew', async () => {
    const db = current()
    const store = await storeWith(db, { '/a': textOf(LINES) })
    await store.write('/a', textOf([...LINES, 'an added line of the agent']), AGENT)
    const { id } = await changesetOf(db)
    await decide(db, id, 'edited', { content: 'what it should be\n' })
    await store.write('/a', textOf([...LINES, 'quite another thing it says']), AGENT)
    await examineAll(db)
    expect(await changesetMemories(db, id)).toMatchObject([
      { openHunks: 1, leftBehind: [{ decision: 'edited', content: 'what it should be\n' }] },
    ])
    expect((await apply(db, id)).versionIds).toEqual([])
    await decide(db, id, 'accepted')
    expect(await changesetMemories(db, id)).toMatchObject([{ leftBehind: [] }])
    expect(await getChangeset(db, id)).toMatchObject({ state: 'done' })
  })

  test('undoing what a review applied puts its decisions back into the tray, whichever undo it is', async () => {
    const db = current()
    const ways = {
      'of the review': (_: Reviewed, changesetId: string, batchId: string) =>
        undoReview(db, { changesetId, batchId, reviewer: LOCAL_USER_ACTOR }),
      'of the batch': ({ storeId }: Reviewed, _: string, batchId: string) =>
        undoChanges(db, { storeId, changes: { batchId }, cause: PERSON }),
      'of the version': async (store: Reviewed) => {
        const [head] = await store.versions('/a')
        const versionIds = [head?.id ?? '']
        await undoChanges(db, { storeId: store.storeId, changes: { versionIds }, cause: PERSON })
      },
    }
    for (const [way, undo] of Object.entries(ways)) {
      const agent = session(way.replaceAll(' ', ''))
      const store = await storeWith(db, { '/a': textOf(LINES) })
      await store.write('/a', textOf(LINES.slice(1)), agent)
      const { id } = await changesetOf(db, agent)
      await decide(db, id, 'rejected')
      const { batchId } = await apply(db, id)
      await undo(store, id, batchId ?? '')
      const [head] = await store.versions('/a')
      expect(head?.batch?.kind, way).toBe('undo')
      expect(await getChangeset(db, id), way).toMatchObject({ state: 'open', openHunks: 0 })
      expect(await changesetMemories(db, id), way).toMatchObject([
        { hunks: [{ verdict: { decision: 'rejected', isApplied: false } }], leftBehind: [] },
      ])
      expect((await apply(db, id)).versionIds, way).toHaveLength(1)
      expect(await getChangeset(db, id), way).toMatchObject({ state: 'done' })
    }
  })

  test('where the agent wrote again since, undoing what a review applied leaves its hunks undecided', async () => {
    const db = current()
    const store = await storeWith(db, { '/a': textOf(LINES) })
    await store.write('/a', textOf(LINES.slice(1)), AGENT)
    const { id } = await changesetOf(db)
    await decide(db, id, 'rejected')
    const { batchId } = await apply(db, id)
    await store.write('/a', textOf([...LINES, 'an added line of the agent']), AGENT)
    await examineAll(db)
    await undoReview(db, { changesetId: id, batchId: batchId ?? '', reviewer: LOCAL_USER_ACTOR })
    const [memory] = await changesetMemories(db, id)
    expect(memory?.leftBehind).toEqual([])
    expect(memory?.hunks.map(({ verdict }) => verdict)).toEqual(memory?.hunks.map(() => null))
  })

  test('a restore of what was reviewed opens its hunks again', async () => {
    const db = current()
    const ways = {
      'a restore of the store': async (store: Reviewed) => {
        const [, reviewed] = await store.versions('/a')
        const at = { sequence: reviewed?.sequence ?? 0 }
        await restoreStore(db, { storeId: store.storeId, at, cause: PERSON })
      },
      'a restore of the memory': async (store: Reviewed) => {
        const [, reviewed] = await store.versions('/a')
        const versionId = reviewed?.id ?? ''
        await restoreVersion(db, { storeId: store.storeId, versionId, cause: PERSON })
      },
    }
    for (const [way, goBack] of Object.entries(ways)) {
      const agent = session(way.replaceAll(' ', ''))
      const store = await storeWith(db, { '/a': textOf(LINES) })
      await store.write('/a', textOf(LINES.slice(1)), agent)
      const { id } = await changesetOf(db, agent)
      await decide(db, id, 'rejected')
      await apply(db, id)
      await goBack(store)
      expect(await getChangeset(db, id), way).toMatchObject({ state: 'open', openHunks: 1 })
      const [memory] = await changesetMemories(db, id)
      expect(
        memory?.hunks.map(({ verdict }) => verdict),
        way,
      ).toEqual([null])
    }
  })

  test('a rollback to before what was reviewed leaves its hunks decided', async () => {
    const db = current()
    const store = await storeWith(db, { '/a': textOf(LINES) })
    const [found] = await store.versions('/a')
    await store.write('/a', textOf(LINES.slice(1)), AGENT)
    const { id } = await changesetOf(db)
    await decide(db, id, 'rejected')
    await apply(db, id)
    const { storeId } = store
    await restoreStore(db, { storeId, at: { sequence: found?.sequence ?? 0 }, cause: PERSON })
    await undoChanges(db, { storeId, changes: { from: 1, to: 3 }, cause: PERSON })
    expect(await getChangeset(db, id)).toMatchObject({ state: 'done', openHunks: 0 })
  })

  test('what somebody else changed since an applied tray stays taken back when it is undone', async () => {
    const db = current()
    const store = await storeWith(db, { '/a': textOf(LINES), '/b': textOf(LINES) })
    await store.write('/a', textOf(LINES.slice(1)), AGENT)
    await store.write('/b', textOf(LINES.slice(1)), AGENT)
    const { id } = await changesetOf(db)
    await decide(db, id, 'rejected')
    const { batchId } = await apply(db, id)
    await store.write('/b', textOf(['a person says so', ...LINES.slice(1)]), PERSON)
    const { plan } = await undoReview(db, {
      changesetId: id,
      batchId: batchId ?? '',
      reviewer: LOCAL_USER_ACTOR,
    })
    expect(plan.changedSince).toMatchObject([{ memoryId: store.idOf('/b') }])
    const memories = await changesetMemories(db, id)
    const applied = memories.map(({ path, hunks }) => [path, hunks[0]?.verdict?.isApplied])
    expect(Object.fromEntries(applied)).toEqual({ '/a': false, '/b': true })
  })

  test('a batch that is no tray of the changeset is not undone through it', async () => {
    const db = current()
    const store = await storeWith(db, {})
    await store.create('/a', 'a', AGENT)
    await store.create('/b', 'b', session('other'))
    const [one, other] = [await changesetOf(db), await changesetOf(db, session('other'))]
    await decide(db, other.id, 'rejected')
    const { batchId } = await apply(db, other.id)
    await expect(
      undoReview(db, {
        changesetId: one.id,
        batchId: batchId ?? '',
        reviewer: LOCAL_USER_ACTOR,
      }),
    ).rejects.toMatchObject({ problem: { kind: 'changeset_not_found' } })
  })

  test('of a tray that cannot be written nothing is, and it is still there', async () => {
    const db = current()
    const store = await storeWith(db, { '/a': textOf(LINES), '/b': textOf(LINES) })
    await store.write('/a', textOf(LINES.slice(1)), AGENT)
    await store.write('/b', textOf(LINES.slice(1)), AGENT)
    const { id } = await changesetOf(db)
    await decide(db, id, 'rejected')
    const failing = failingAt(db, 'UPDATE hunk_decisions SET applied_at')
    await expect(apply(failing, id)).rejects.toThrow('the process died')
    expect(await store.versions('/a')).toHaveLength(2)
    const memories = await changesetMemories(db, id)
    expect(memories.flatMap(({ hunks }) => hunks.map(({ verdict }) => verdict))).toMatchObject([
      { decision: 'rejected', isApplied: false },
      { decision: 'rejected', isApplied: false },
    ])
    expect((await apply(db, id)).versionIds).toHaveLength(2)
  })

  test('an undo that cannot be written leaves what was decided as it is', async () => {
    const db = current()
    const store = await storeWith(db, { '/a': textOf(LINES) })
    await store.write('/a', textOf(LINES.slice(1)), AGENT)
    const { id } = await changesetOf(db)
    await decide(db, id, 'rejected')
    const { batchId } = await apply(db, id)
    const undo = { changesetId: id, batchId: batchId ?? '', reviewer: LOCAL_USER_ACTOR }
    const failing = failingAt(db, 'DELETE FROM hunk_decisions')
    await expect(undoReview(failing, undo)).rejects.toThrow('the process died')
    expect(await store.versions('/a')).toHaveLength(3)
    expect(await getChangeset(db, id)).toMatchObject({ state: 'done' })
  })

  test('examining that is stopped midway leaves the changeset waiting for it', async () => {
    const db = current()
    const store = await storeWith(db, {})
    for (let index = 0; index < 60; index++) await store.create(`/${index}`, `${index}`, AGENT)
    const row = await db.read.get<{ key: number }>('SELECT key FROM changesets')
    const stopped = new AbortController()
    const stopping = Object.create(db, {
      write: {
        value: async (work: Parameters<Database['write']>[0]) => {
          const done = await db.write(work)
          stopped.abort()
          return done
        },
      },
    }) as Database
    await expect(examineChangeset(stopping, row?.key ?? 0, stopped.signal)).rejects.toThrow()
    const [waiting] = (await listChangesets(db, { limit: 1 })).changesets
    expect(waiting).toMatchObject({ isExamined: false, state: 'open' })
    expect(await changesetOf(db)).toMatchObject({ isExamined: true, memoryCount: 60 })
  })

  test('of two that examine at once, what the later one found stands', async () => {
    const db = current()
    const store = await storeWith(db, { '/a': textOf(LINES) })
    await store.write('/a', textOf([...LINES, 'one more line of the agent']), AGENT)
    const row = await db.read.get<{ key: number }>('SELECT key FROM changesets')
    let isFirst = true
    const slow = Object.create(db, {
      write: {
        value: async (work: Parameters<Database['write']>[0]) => {
          if (isFirst) {
            isFirst = false
            await store.write('/a', textOf(LINES.slice(2)), AGENT)
            await examineAll(db)
          }
          return db.write(work)
        },
      },
    }) as Database
    await examineChangeset(slow, row?.key ?? 0)
    expect(await changesetOf(db)).toMatchObject({
      isExamined: true,
      removedLines: 2,
      addedLines: 0,
    })
  })

  test('a changeset that cannot be examined does not keep the others from it', async () => {
    const db = current()
    const store = await storeWith(db, {})
    await store.create('/a', 'a', AGENT)
    await store.create('/b', 'b', session('other'))
    await signMemories(db)
    const failures = ['the newest fails']
    const failing = Object.create(db, {
      write: {
        value: (work: Parameters<Database['write']>[0]) => {
          const failure = failures.pop()
          return failure === undefined ? db.write(work) : Promise.reject(new Error(failure))
        },
      },
    }) as Database
    await expect(examineAll(failing)).rejects.toThrow('the newest fails')
    const { changesets } = await listChangesets(db, { limit: 10 })
    expect(changesets.map(({ isExamined }) => isExamined).toSorted()).toEqual([false, true])
  })

  test('the hunks of a redacted version are gone and count as decided', async () => {
    const db = current()
    const store = await storeWith(db, { '/a': textOf(LINES) })
    await store.write('/a', 'a secret of the agent\n', AGENT)
    await store.create('/b', 'harmless', AGENT)
    const { id } = await changesetOf(db)
    await decide(db, id, 'edited', {
      which: ({ path }) => path === '/a',
      content: 'the secret, edited',
    })
    await store.write('/a', textOf(LINES), PERSON)
    const version = (await store.versions('/a')).find(
      ({ createdBy }) => createdBy.type === 'session',
    )
    await redactVersion(db, { storeId: store.storeId, versionId: version?.id ?? '', cause: PERSON })
    await compactionFinished(db)
    expect(await db.read.all('SELECT content FROM hunk_decisions')).toEqual([])
    expect(await changesetOf(db)).toMatchObject({ id, hunkCount: 1, openHunks: 1, level: 'none' })
    await decide(db, id, 'accepted')
    expect(await getChangeset(db, id)).toMatchObject({ openHunks: 0, state: 'done' })
  })

  test('no byte of a redacted text is in review’s tables, and what was found goes with it', async () => {
    const db = current()
    const secret = 'sk-ant-api03-of-nobody'
    const store = await storeWith(db, { '/a': textOf(LINES) })
    await store.write('/a', textOf([...LINES, `the key is ${secret}`]), AGENT)
    const { id } = await changesetOf(db)
    await decide(db, id, 'edited', { content: `the key was ${secret}, long ago\n` })
    const { finished } = await redactText(db, {
      text: secret,
      replacement: '[redacted]',
      cause: PERSON,
    })
    await finished
    await examineAll(db)
    for (const { name } of TABLES.filter((table) => table.owner === 'changeset')) {
      expect(JSON.stringify(await db.read.all(`SELECT * FROM ${name}`))).not.toContain(secret)
    }
    expect(await getChangeset(db, id)).toMatchObject({ isExamined: true })
    const [memory] = await changesetMemories(db, id)
    expect(memory?.hunks[0]?.verdict?.content).toBe('the key was [redacted], long ago\n')
    await apply(db, id)
    expect(await getChangeset(db, id)).toMatchObject({ state: 'done' })
  })

  test('an edited deletion becomes the reviewer’s text where the memory was', async () => {
    const db = current()
    const store = await storeWith(db, { '/a': textOf(LINES) })
    await store.remove('/a', AGENT)
    const { id } = await changesetOf(db)
    await decide(db, id, 'edited', { content: 'what is left of it\n' })
    expect((await apply(db, id)).plan.willChange).toMatchObject([{ after: { path: '/a' } }])
    expect(await getChangeset(db, id)).toMatchObject({ state: 'done' })
  })
})

/** A database in which every statement that begins so fails, as if the process died there. */
function failingAt(db: Database, statement: string): Database {
  return Object.create(db, {
    write: {
      value: (work: Parameters<Database['write']>[0]) =>
        db.write((tx) =>
          work(
            Object.create(tx, {
              run: {
                value: (text: string, params?: Parameters<typeof tx.run>[1]) => {
                  if (text.startsWith(statement)) throw new Error('the process died')
                  return tx.run(text, params)
                },
              },
            }) as typeof tx,
          ),
        ),
    },
  }) as Database
}

onSqlite((current) => {
  test('in a store above 8 MB, a moved line is moved and a lost one lost', async () => {
    const db = current()
    const { id: storeId } = await createStore(db, {
      name: 'Large',
      settings: { maxContentBytes: 2_000_000 },
    })
    const filler = 'what fills the store, line by line, and says nothing at all\n'.repeat(15_000)
    for (let index = 0; index < 10; index++) {
      await createMemory(db, { storeId, path: `/large/${index}`, content: filler, cause: PERSON })
    }
    const from = await createMemory(db, {
      storeId,
      path: '/from',
      content: textOf(LINES),
      cause: PERSON,
    })
    await updateMemory(db, { storeId, memoryId: from.id, content: `${LINES[2]}\n`, cause: AGENT })
    const content = `# Moved here\n* ${LINES[0]?.toUpperCase()}\n`
    await createMemory(db, { storeId, path: '/to', content, cause: session('other') })
    expect(await changesetOf(db)).toMatchObject({ removedLines: 2, lostLines: 1 })
  })

  test('a line that only changed its place in a memory is not lost', async () => {
    const db = current()
    const store = await storeWith(db, { '/a': textOf(LINES) })
    await store.write('/a', textOf(LINES.toReversed()), AGENT)
    expect(await changesetOf(db)).toMatchObject({ lostLines: 0, reasons: {} })
  })

  test('a line moved anywhere in a store is never lost', async () => {
    const line = fc.constantFrom(...LINES, 'a fourth thing that is known', 'short', '')
    const lines = fc.array(line, { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(lines, lines),
        fc.tuple(lines, lines),
        async ([a, b], [nextA, nextB]) => {
          const db = current()
          const store = await storeWith(db, { '/a': textOf(a), '/b': textOf(b) })
          const cause = session(`move${store.storeId.slice(-8)}`)
          await store.write('/a', textOf(nextA), cause)
          await store.write('/b', textOf(nextB), cause)
          await examineAll(db)
          const { changesets } = await listChangesets(db, { sessionId: cause.actor.id, limit: 1 })
          const after = new Set([...nextA, ...nextB])
          const gone = [...a, ...b].filter((each) => each.length >= 12 && !after.has(each))
          expect(changesets[0]?.lostLines ?? 0).toBeLessThanOrEqual(gone.length)
        },
      ),
      { numRuns: 25 },
    )
  })
})
