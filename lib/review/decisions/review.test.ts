import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { createApiKey } from '@/lib/auth/api-keys'
import { allMemories } from '@/lib/store/memories/all-memories'
import { createMemory, removeMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { createStore, deleteStore, purgeDeletedStores } from '@/lib/store/stores/change-stores'
import { type Actor, type Cause, LOCAL_API_ACTOR, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import type { Memory } from '@/lib/store/model/memory'
import { movePath } from '@/lib/store/memories/change-paths'
import { undoChanges } from '@/lib/store/undo/undo-changes'
import { onBothDatabases, onSqlite } from '@/tests/support/databases'
import { applyReview } from './apply-review'
import { changesetsToApply } from './changesets-to-apply'
import { examineAll, wakeSnoozedChangesets } from '../background/examiner'
import {
  changesetMemories,
  type ReviewedHunk,
  type ReviewedMemory,
} from '../changesets/changeset-memories'
import { decideHunks } from './decide-hunks'
import { getChangeset, countOpenChangesets, listChangesets } from '../changesets/list-changesets'
import type { Changeset } from '../model/changeset'
import { hunkId } from '../model/hunk'
import { updateChangeset } from '../changesets/update-changeset'

const PERSON: Cause = { actor: LOCAL_USER_ACTOR }
const OTHER: Actor = { type: 'user', id: 'user_1111111111111111111Other' }
const session = (id: string): Cause => ({ actor: { type: 'session', id: `sesn_${id}` } })
const AGENT = session('agent')

async function inbox(db: Database): Promise<Changeset[]> {
  await examineAll(db)
  return (await listChangesets(db, { state: 'open', limit: 100 })).changesets
}

/** The one changeset of the inbox. */
async function theChangeset(db: Database): Promise<Changeset> {
  const [changeset, ...others] = await inbox(db)
  if (!changeset || others.length > 0) throw new Error('not one changeset')
  return changeset
}

async function storeWith(db: Database, memories: Record<string, string>) {
  const store = await createStore(db, { name: 'Notes' })
  const ids: Record<string, string> = {}
  for (const [path, content] of Object.entries(memories)) {
    const memory = await createMemory(db, { storeId: store.id, path, content, cause: PERSON })
    ids[path] = memory.id
  }
  return { storeId: store.id, ids }
}

async function memoriesOf(db: Database, storeId: string): Promise<Memory[]> {
  const memories: Memory[] = []
  for await (const memory of allMemories(db, { storeId })) memories.push(memory)
  return memories
}

async function contents(db: Database, storeId: string): Promise<Record<string, string | null>> {
  const memories = await memoriesOf(db, storeId)
  return Object.fromEntries(memories.map(({ path, content }) => [path, content]))
}

const nameOf = (memory: ReviewedMemory, hunk: ReviewedHunk) =>
  hunkId({ ...hunk, memoryId: memory.memoryId, through: memory.through })

async function decideAll(
  db: Database,
  changesetId: string,
  decision: 'accepted' | 'rejected',
  isWanted: (index: number) => boolean = () => true,
): Promise<number> {
  const memories = await changesetMemories(db, changesetId)
  const names = memories.flatMap((memory) => memory.hunks.map((hunk) => nameOf(memory, hunk)))
  const decisions = names
    .filter((_, index) => isWanted(index))
    .map((id) => ({ hunkId: id, decision, seen: true }))
  await decideHunks(db, { changesetId, decisions, reviewer: LOCAL_USER_ACTOR })
  return decisions.length
}

onBothDatabases((current) => {
  test('a tray is applied only as it was shown, and else nothing is written', async () => {
    const db = current()
    const { storeId, ids } = await storeWith(db, { '/a': 'one\n', '/b': 'two\n' })
    const change = (path: string) =>
      updateMemory(db, { storeId, memoryId: ids[path] ?? '', content: 'changed\n', cause: AGENT })
    await change('/a')
    await change('/b')
    const { id: changesetId } = await theChangeset(db)
    const names = (await changesetMemories(db, changesetId)).flatMap((memory) =>
      memory.hunks.map((hunk) => nameOf(memory, hunk)),
    )
    const reject = (index: number) =>
      decideHunks(db, {
        changesetId,
        decisions: [{ hunkId: names[index] ?? '', decision: 'rejected', seen: true }],
        reviewer: LOCAL_USER_ACTOR,
      })
    await reject(0)
    const { decidedAt } = await reject(1)
    const apply = (tray: { decidedAt: number; hunks: number }[]) =>
      applyReview(db, { changesetId, reviewer: LOCAL_USER_ACTOR, tray })
    await expect(apply([{ decidedAt: decidedAt + 1, hunks: 2 }])).rejects.toMatchObject({
      problem: { kind: 'plan_changed' },
    })
    expect(await contents(db, storeId)).toEqual({ '/a': 'changed\n', '/b': 'changed\n' })

    const verdicts = (await changesetMemories(db, changesetId)).flatMap(({ hunks }) =>
      hunks.flatMap(({ verdict }) => (verdict ? [verdict.at] : [])),
    )
    const shown = [...new Set(verdicts)].map((at) => ({
      decidedAt: at,
      hunks: verdicts.filter((each) => each === at).length,
    }))
    await apply(shown)
    expect(await contents(db, storeId)).toEqual({ '/a': 'one\n', '/b': 'two\n' })
  })

  test('a decision is recorded only if the one that was shown still stands', async () => {
    const db = current()
    const { storeId, ids } = await storeWith(db, { '/a': 'one\n' })
    const change = { storeId, memoryId: ids['/a'] ?? '', content: 'two\n', cause: AGENT }
    await updateMemory(db, change)
    const { id: changesetId } = await theChangeset(db)
    const [memory] = await changesetMemories(db, changesetId)
    const [hunk] = memory?.hunks ?? []
    if (!memory || !hunk) throw new Error('nothing to decide')
    const decide = (decision: 'accepted' | 'rejected', shownDecidedAt: number | null) =>
      decideHunks(db, {
        changesetId,
        decisions: [{ hunkId: nameOf(memory, hunk), decision, seen: true, shownDecidedAt }],
        reviewer: LOCAL_USER_ACTOR,
      })
    const { decidedAt } = await decide('accepted', null)
    await expect(decide('rejected', null)).rejects.toMatchObject({
      problem: { kind: 'already_decided' },
    })
    await decide('rejected', decidedAt)
    const [decided] = await changesetMemories(db, changesetId)
    expect(decided?.hunks[0]?.verdict?.decision).toBe('rejected')
  })

  test('what a session changed in a store is one changeset', async () => {
    const db = current()
    const { storeId, ids } = await storeWith(db, { '/a': 'one\ntwo\n' })
    const memoryId = ids['/a'] ?? ''
    await updateMemory(db, { storeId, memoryId, content: 'one\n2\n', cause: AGENT })
    await createMemory(db, { storeId, path: '/b', content: 'new\nlines\n', cause: AGENT })
    expect(await theChangeset(db)).toMatchObject({
      storeId,
      sessionId: 'sesn_agent',
      changeCount: 2,
      memoryCount: 2,
      addedLines: 3,
      removedLines: 1,
      hunkCount: 2,
      openHunks: 2,
      state: 'open',
      isExamined: true,
    })
  })

  test('people, and keys marked as a script’s, need no review', async () => {
    const db = current()
    const { storeId } = await storeWith(db, { '/a': 'by a person' })
    const { key } = await createApiKey(db, {
      name: 'Nightly',
      access: 'write',
      purpose: 'script',
      storeIds: null,
    })
    const cause: Cause = { actor: { type: 'api_key', id: key.id } }
    await createMemory(db, { storeId, path: '/b', content: 'by a script', cause })
    expect(await inbox(db)).toEqual([])
  })

  test('calls without a key are an agent’s', async () => {
    const db = current()
    const { storeId } = await storeWith(db, {})
    const cause: Cause = { actor: LOCAL_API_ACTOR }
    await createMemory(db, { storeId, path: '/b', content: 'by whom?', cause })
    expect(await theChangeset(db)).toMatchObject({ actor: LOCAL_API_ACTOR, sessionId: null })
  })

  test('a key that rested for over half an hour begins another changeset', async () => {
    const db = current()
    const { storeId } = await storeWith(db, {})
    const cause: Cause = { actor: LOCAL_API_ACTOR }
    await createMemory(db, { storeId, path: '/a', content: 'a', cause })
    await createMemory(db, { storeId, path: '/b', content: 'b', cause })
    await db.write((tx) =>
      tx.run('UPDATE changesets SET last_changed_at = last_changed_at - ?', [31 * 60_000]),
    )
    await createMemory(db, { storeId, path: '/c', content: 'c', cause })
    expect((await inbox(db)).map(({ changeCount }) => changeCount).toSorted()).toEqual([1, 2])
  })

  test('a batch of a key without a session is a changeset', async () => {
    const db = current()
    const { storeId } = await storeWith(db, { '/d/a': 'a', '/d/b': 'b' })
    const cause: Cause = { actor: LOCAL_API_ACTOR }
    await movePath(db, { storeId, path: '/d', newPath: '/e', cause })
    const changeset = await theChangeset(db)
    expect(changeset).toMatchObject({ changeCount: 2, memoryCount: 2 })
    const memories = await changesetMemories(db, changeset.id)
    expect(memories.flatMap(({ hunks }) => hunks.map(({ kind }) => kind))).toEqual([
      'renamed',
      'renamed',
    ])
  })

  test('rejecting takes back the hunk and leaves what others wrote since', async () => {
    const db = current()
    const { storeId, ids } = await storeWith(db, { '/a': '1\n2\n3\n4\n5\n6\n7\n' })
    const memoryId = ids['/a'] ?? ''
    const agents = '1\nB\n3\n4\nE\n6\n7\n'
    await updateMemory(db, { storeId, memoryId, content: agents, cause: AGENT })
    const { id } = await theChangeset(db)
    await decideAll(db, id, 'rejected', (index) => index === 0)
    await decideAll(db, id, 'accepted', (index) => index === 1)
    const persons = '1\nB\n3\n4\nE\n6\nseven\n'
    await updateMemory(db, { storeId, memoryId, content: persons, cause: PERSON })
    const shown = await applyReview(db, {
      changesetId: id,
      reviewer: LOCAL_USER_ACTOR,
      isDryRun: true,
    })
    expect(shown.plan.willChange).toHaveLength(1)
    const done = await applyReview(db, {
      changesetId: id,
      reviewer: LOCAL_USER_ACTOR,
      plan: shown.planHash,
    })
    expect(done.versionIds).toHaveLength(1)
    expect(await contents(db, storeId)).toEqual({ '/a': '1\n2\n3\n4\nE\n6\nseven\n' })
    expect(await getChangeset(db, id)).toMatchObject({ openHunks: 0, state: 'done' })
  })

  test('a changeset is to be applied once nothing in it is open, by whose tray holds some of it', async () => {
    const db = current()
    const { storeId, ids } = await storeWith(db, { '/a': '1\n2\n3\n4\n5\n6\n7\n' })
    const agents = '1\nB\n3\n4\nE\n6\n7\n'
    await updateMemory(db, { storeId, memoryId: ids['/a'] ?? '', content: agents, cause: AGENT })
    const { id } = await theChangeset(db)
    const toApply = async (reviewer: Actor = LOCAL_USER_ACTOR) => [
      ...(await changesetsToApply(db, [await getChangeset(db, id)], reviewer)),
    ]
    await decideAll(db, id, 'rejected', (index) => index === 0)
    expect(await toApply()).toEqual([])
    await decideAll(db, id, 'accepted', (index) => index === 1)
    expect(await toApply()).toEqual([id])
    expect(await toApply(OTHER)).toEqual([])
    await applyReview(db, { changesetId: id, reviewer: LOCAL_USER_ACTOR })
    expect(await toApply()).toEqual([])
  })

  test('what somebody else changed since is left alone and stays in the tray', async () => {
    const db = current()
    const { storeId, ids } = await storeWith(db, { '/a': '1\n2\n3\n' })
    const memoryId = ids['/a'] ?? ''
    await updateMemory(db, { storeId, memoryId, content: '1\nB\n3\nnew\n', cause: AGENT })
    const { id } = await theChangeset(db)
    await decideAll(db, id, 'rejected', (index) => index === 0)
    await updateMemory(db, { storeId, memoryId, content: '1\nC\n3\nnew\n', cause: PERSON })
    const { plan, versionIds } = await applyReview(db, {
      changesetId: id,
      reviewer: LOCAL_USER_ACTOR,
    })
    expect(plan.changedSince).toMatchObject([{ memoryId, by: LOCAL_USER_ACTOR }])
    expect(versionIds).toEqual([])
    expect(await getChangeset(db, id)).toMatchObject({ state: 'open', openHunks: 1 })
  })

  test('an edited hunk gets the reviewer’s lines', async () => {
    const db = current()
    const { storeId, ids } = await storeWith(db, { '/a': '1\n2\n3\n' })
    const memoryId = ids['/a'] ?? ''
    await updateMemory(db, { storeId, memoryId, content: '1\nB\n3\n', cause: AGENT })
    const { id } = await theChangeset(db)
    const [memory] = await changesetMemories(db, id)
    const [hunk] = memory?.hunks ?? []
    if (!memory || !hunk) throw new Error('no hunk')
    await decideHunks(db, {
      changesetId: id,
      decisions: [
        { hunkId: nameOf(memory, hunk), decision: 'edited', content: 'two\n', seen: true },
      ],
      reviewer: LOCAL_USER_ACTOR,
    })
    await applyReview(db, { changesetId: id, reviewer: LOCAL_USER_ACTOR })
    expect(await contents(db, storeId)).toEqual({ '/a': '1\ntwo\n3\n' })
  })

  test('of two reviewers the first decides, and the other is told', async () => {
    const db = current()
    const { storeId } = await storeWith(db, {})
    await createMemory(db, { storeId, path: '/a', content: 'a', cause: AGENT })
    const { id } = await theChangeset(db)
    const [memory] = await changesetMemories(db, id)
    const [hunk] = memory?.hunks ?? []
    if (!memory || !hunk) throw new Error('no hunk')
    const name = nameOf(memory, hunk)
    const by = (reviewer: Actor, decision: 'accepted' | 'rejected') =>
      decideHunks(db, {
        changesetId: id,
        decisions: [{ hunkId: name, decision, seen: true }],
        reviewer,
      })
    const outcomes = await Promise.allSettled([
      by(LOCAL_USER_ACTOR, 'accepted'),
      by(OTHER, 'rejected'),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { problem: { kind: 'already_decided', hunkId: name } },
    })
  })

  test('a key does not decide on what it wrote itself', async () => {
    const db = current()
    const { storeId } = await storeWith(db, {})
    const cause: Cause = { actor: LOCAL_API_ACTOR }
    await createMemory(db, { storeId, path: '/a', content: 'a', cause })
    const { id } = await theChangeset(db)
    const [memory] = await changesetMemories(db, id)
    const decisions = (memory?.hunks ?? []).map((hunk) => ({
      hunkId: memory ? nameOf(memory, hunk) : '',
      decision: 'accepted' as const,
      seen: true,
    }))
    const decided = (reviewer: Actor) => decideHunks(db, { changesetId: id, decisions, reviewer })
    await expect(decided(LOCAL_API_ACTOR)).rejects.toMatchObject({
      problem: { kind: 'own_changes', changesetId: id },
    })
    expect(await decided(LOCAL_USER_ACTOR)).toMatchObject({ openHunks: 0 })
  })

  test('a hunk that the agent wrote over since it was shown cannot be decided', async () => {
    const db = current()
    const { storeId, ids } = await storeWith(db, { '/a': '1\n2\n' })
    const memoryId = ids['/a'] ?? ''
    await updateMemory(db, { storeId, memoryId, content: '1\nB\n', cause: AGENT })
    const { id } = await theChangeset(db)
    const [memory] = await changesetMemories(db, id)
    const [hunk] = memory?.hunks ?? []
    if (!memory || !hunk) throw new Error('no hunk')
    await updateMemory(db, { storeId, memoryId, content: '1\nC\n', cause: AGENT })
    const decision = { hunkId: nameOf(memory, hunk), decision: 'accepted' as const, seen: true }
    await expect(
      decideHunks(db, { changesetId: id, decisions: [decision], reviewer: LOCAL_USER_ACTOR }),
    ).rejects.toMatchObject({ problem: { kind: 'hunk_changed' } })
  })

  test('a decided changeset is open again when its agent writes', async () => {
    const db = current()
    const { storeId } = await storeWith(db, {})
    await createMemory(db, { storeId, path: '/a', content: 'a', cause: AGENT })
    const { id } = await theChangeset(db)
    await decideAll(db, id, 'accepted')
    expect(await inbox(db)).toEqual([])
    await createMemory(db, { storeId, path: '/b', content: 'b', cause: AGENT })
    expect(await inbox(db)).toMatchObject([{ id, openHunks: 1, hunkCount: 2 }])
  })

  test('what an agent does to a new memory that was kept is open, and can be taken back', async () => {
    const db = current()
    const kept = Array.from({ length: 12 }, (_, at) => `what to know of ${at}\n`).join('')
    const removed = { removedLines: 12, lostLines: 12, addedLines: 0, openHunks: 1 }
    const steps = [
      { content: null, expected: { ...removed, kind: 'deleted' }, reasons: ['lost_5_lines'] },
      { content: '', expected: { ...removed, kind: 'modified' }, reasons: ['emptied'] },
      {
        content: `${kept}and more\n`,
        expected: { removedLines: 0, lostLines: 0, addedLines: 1, openHunks: 1, kind: 'modified' },
        reasons: [],
      },
    ]
    for (const [at, { content, expected, reasons }] of steps.entries()) {
      const agent = session(`kept${at}`)
      const { storeId } = await storeWith(db, {})
      await play(db, storeId, [{ at: '/new', content: kept }], agent)
      const { id } = await theChangeset(db)
      await decideAll(db, id, 'accepted')
      await play(db, storeId, [{ at: '/new', content }], agent)
      expect(await theChangeset(db)).toMatchObject({ id, openHunks: 1 })
      const [memory] = await changesetMemories(db, id)
      expect(memory).toMatchObject(expected)
      expect(memory?.hunks[0]?.reasons).toEqual(expect.arrayContaining(reasons))
      await decideAll(db, id, 'rejected')
      await applyReview(db, { changesetId: id, reviewer: LOCAL_USER_ACTOR })
      expect(await contents(db, storeId)).toEqual({ '/new': kept })
      expect(await getChangeset(db, id)).toMatchObject({ openHunks: 0, state: 'done' })
    }
  })

  test('what an agent takes back of what was kept is open, and can be brought back', async () => {
    const db = current()
    const before = '1\n2\n3\n4\n5\n6\n'
    const steps = [
      { kept: `${before}7\n`, then: before },
      { kept: '1\n2\n3\n4\n6\n', then: before },
      { kept: '1\nB\nC\n3\n4\n5\n6\n', then: '1\nB\n3\n4\n5\n6\n' },
      { kept: '0\n1\n2\n3\n4\n5\n6\n7\n', then: '0\n1\n2\n3\n4\n5\n6\n' },
    ]
    for (const [at, { kept, then }] of steps.entries()) {
      const agent = session(`taken${at}`)
      const { storeId } = await storeWith(db, { '/a': before })
      await play(db, storeId, [{ at: '/a', content: kept }], agent)
      const { id } = await theChangeset(db)
      await decideAll(db, id, 'accepted')
      await play(db, storeId, [{ at: '/a', content: then }], agent)
      expect(await theChangeset(db)).toMatchObject({ id, openHunks: 1, hunkCount: 1 })
      await decideAll(db, id, 'rejected')
      await applyReview(db, { changesetId: id, reviewer: LOCAL_USER_ACTOR })
      expect(await contents(db, storeId)).toEqual({ '/a': kept })
      expect(await getChangeset(db, id)).toMatchObject({ openHunks: 0, state: 'done' })
    }
  })

  test('a rename that was kept and is taken back is open', async () => {
    const db = current()
    const { storeId } = await storeWith(db, { '/a': '1\n' })
    await movePath(db, { storeId, path: '/a', newPath: '/b', cause: AGENT })
    const { id } = await theChangeset(db)
    await decideAll(db, id, 'accepted')
    await movePath(db, { storeId, path: '/b', newPath: '/a', cause: AGENT })
    expect(await theChangeset(db)).toMatchObject({ id, openHunks: 1 })
    await decideAll(db, id, 'rejected')
    await applyReview(db, { changesetId: id, reviewer: LOCAL_USER_ACTOR })
    expect(await contents(db, storeId)).toEqual({ '/b': '1\n' })
  })

  test('what was kept and taken back twice is open each time, and what follows is told from there', async () => {
    const db = current()
    const { storeId } = await storeWith(db, { '/a': '1\n' })
    const write = (content: string) => play(db, storeId, [{ at: '/a', content }], AGENT)
    await write('1\n2\n')
    const { id } = await theChangeset(db)
    for (const content of ['1\n', '1\n2\n', '1\n']) {
      await decideAll(db, id, 'accepted')
      expect(await inbox(db)).toEqual([])
      await write(content)
      expect(await theChangeset(db)).toMatchObject({ id, openHunks: 1 })
    }
    await write('1\n3\n')
    const [memory] = await changesetMemories(db, id)
    expect(memory?.hunks).toMatchObject([{ beforeFrom: 1, beforeCount: 1, afterCount: 0 }])
    await examineAll(db)
    const [grown] = await changesetMemories(db, id)
    expect(grown?.hunks).toMatchObject([{ beforeFrom: 1, beforeCount: 1, afterCount: 1 }])
  })

  test('the highest level comes first, then the last changed; a page goes on after the last', async () => {
    const db = current()
    const lines = Array.from({ length: 40 }, (_, index) => `line ${index}\n`).join('')
    const { storeId, ids } = await storeWith(db, { '/long': lines })
    const memoryId = ids['/long'] ?? ''
    await updateMemory(db, { storeId, memoryId, content: 'line 1\n', cause: session('purge') })
    for (const name of ['one', 'two']) {
      await createMemory(db, { storeId, path: `/${name}`, content: name, cause: session(name) })
    }
    const all = await inbox(db)
    expect(all.map(({ sessionId, level }) => [sessionId, level])).toEqual([
      ['sesn_purge', 'critical'],
      ['sesn_two', 'none'],
      ['sesn_one', 'none'],
    ])
    const first = await listChangesets(db, { state: 'open', limit: 2 })
    const second = await listChangesets(db, {
      state: 'open',
      limit: 2,
      after: first.next ?? undefined,
    })
    expect([...first.changesets, ...second.changesets].map(({ id }) => id)).toEqual(
      all.map(({ id }) => id),
    )
    expect(second.next).toBeNull()
    expect(await countOpenChangesets(db, 2)).toBe(2)
  })

  test('a snoozed changeset comes back at its time', async () => {
    const db = current()
    const { storeId } = await storeWith(db, {})
    await createMemory(db, { storeId, path: '/a', content: 'a', cause: AGENT })
    const { id } = await theChangeset(db)
    await updateChangeset(db, { changesetId: id, snoozedUntil: 5_000 })
    expect(await inbox(db)).toEqual([])
    await wakeSnoozedChangesets(db, 4_999)
    expect(await inbox(db)).toEqual([])
    await wakeSnoozedChangesets(db, 5_000)
    expect(await inbox(db)).toMatchObject([{ id }])
  })

  test('a deleted store takes its changesets and decisions with it', async () => {
    const db = current()
    const { storeId } = await storeWith(db, {})
    await createMemory(db, { storeId, path: '/a', content: 'a', cause: AGENT })
    const { id } = await theChangeset(db)
    await decideAll(db, id, 'rejected')
    await deleteStore(db, { storeId, cause: PERSON })
    await purgeDeletedStores(db)
    for (const table of ['changesets', 'changeset_memories', 'hunk_decisions']) {
      expect(await db.read.all(`SELECT * FROM ${table}`)).toEqual([])
    }
  })
})

/** Few lines and paths, so that changes meet. */
const text = fc
  .array(fc.constantFrom('a', 'b', 'c', 'd', ''), { maxLength: 7 })
  .map((lines) => lines.map((line) => `${line}\n`).join(''))
const change = fc.record({
  at: fc.constantFrom('/a', '/b', '/c'),
  content: fc.option(text, { freq: 4 }),
})

async function play(
  db: Database,
  storeId: string,
  steps: readonly { at: string; content: string | null }[],
  cause: Cause,
): Promise<void> {
  for (const { at, content } of steps) {
    const found = (await memoriesOf(db, storeId)).find(({ path }) => path === at)
    const memoryId = found?.id
    if (memoryId === undefined) {
      if (content !== null) await createMemory(db, { storeId, path: at, content, cause })
    } else if (content === null) {
      await removeMemory(db, { storeId, memoryId, cause })
    } else {
      await updateMemory(db, { storeId, memoryId, content, cause })
    }
  }
}

onSqlite((current) => {
  test('rejecting everything is undoing it, byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { maxLength: 3 }),
        fc.array(change, { minLength: 1, maxLength: 6 }),
        async (found, steps) => {
          const db = current()
          const stores = []
          for (const name of ['rejected', 'undone']) {
            const { storeId } = await storeWith(db, {})
            await play(db, storeId, found, PERSON)
            await play(db, storeId, steps, session(`${name}${storeId.slice(-8)}`))
            stores.push({ storeId, sessionId: `sesn_${name}${storeId.slice(-8)}` })
          }
          await examineAll(db)
          const [rejected, undone] = stores
          if (!rejected || !undone) throw new Error('no stores')
          const { changesets } = await listChangesets(db, {
            sessionId: rejected.sessionId,
            limit: 1,
          })
          const id = changesets[0]?.id
          if (id !== undefined) {
            await decideAll(db, id, 'rejected')
            await applyReview(db, { changesetId: id, reviewer: LOCAL_USER_ACTOR })
          }
          await undoChanges(db, {
            storeId: undone.storeId,
            changes: { sessionId: undone.sessionId },
            cause: PERSON,
          })
          expect(await contents(db, rejected.storeId)).toEqual(await contents(db, undone.storeId))
        },
      ),
      { numRuns: 15 },
    )
  })

  test('rejecting any part and undoing that batch is as if nothing had been done', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { maxLength: 3 }),
        fc.array(change, { minLength: 1, maxLength: 6 }),
        fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }),
        async (found, steps, choice) => {
          const db = current()
          const { storeId } = await storeWith(db, {})
          await play(db, storeId, found, PERSON)
          const own = session(`part${storeId.slice(-8)}`)
          await play(db, storeId, steps, own)
          await examineAll(db)
          const before = await contents(db, storeId)
          const { changesets } = await listChangesets(db, { sessionId: own.actor.id, limit: 1 })
          const id = changesets[0]?.id
          if (id === undefined) return
          await decideAll(db, id, 'rejected', (index) => choice[index % choice.length] ?? false)
          const { batchId } = await applyReview(db, {
            changesetId: id,
            reviewer: LOCAL_USER_ACTOR,
          })
          if (batchId !== null)
            await undoChanges(db, { storeId, changes: { batchId }, cause: PERSON })
          expect(await contents(db, storeId)).toEqual(before)
        },
      ),
      { numRuns: 15 },
    )
  })

  test('when an agent goes on after everything was accepted, only what it changed is open', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 5 }),
        fc.constantFrom('/a', '/b', '/c'),
        async (steps, at) => {
          const db = current()
          const { storeId } = await storeWith(db, {})
          await play(db, storeId, [{ at, content: 'first\nsecond\n' }], PERSON)
          const own = session(`grow${storeId.slice(-8)}`)
          await play(db, storeId, steps, own)
          await examineAll(db)
          const { changesets } = await listChangesets(db, { sessionId: own.actor.id, limit: 1 })
          const id = changesets[0]?.id
          if (id === undefined) return
          await decideAll(db, id, 'accepted')
          await play(db, storeId, [{ at: '/z', content: 'grown\n' }], own)
          await examineAll(db)
          expect(await getChangeset(db, id)).toMatchObject({ openHunks: 1 })
        },
      ),
      { numRuns: 12 },
    )
  })

  test('lines added far from an accepted hunk leave it accepted', async () => {
    const db = current()
    const { storeId, ids } = await storeWith(db, { '/a': '1\n2\n3\n4\n5\n6\n' })
    const memoryId = ids['/a'] ?? ''
    await updateMemory(db, { storeId, memoryId, content: '1\nB\n3\n4\n5\n6\n', cause: AGENT })
    const { id } = await theChangeset(db)
    await decideAll(db, id, 'accepted')
    const grown = '0\n1\nB\n3\n4\n5\n6\n7\n'
    await updateMemory(db, { storeId, memoryId, content: grown, cause: AGENT })
    await examineAll(db)
    const [memory] = await changesetMemories(db, id)
    expect(memory?.hunks.map(({ verdict }) => verdict?.decision ?? 'open')).toEqual([
      'open',
      'accepted',
      'open',
    ])
  })
})
