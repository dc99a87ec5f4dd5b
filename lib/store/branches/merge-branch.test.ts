import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { guardAgentsWrites } from '@/lib/review/policy/guard-agents-writes'
import { savePolicy } from '@/lib/review/policy/save-policy'
import { draftRule } from '@/lib/review/model/policy-presets'
import { scan } from '@/lib/scan/scanner'
import { onBothDatabases, onSqlite } from '@/tests/support/databases'
import { createMemory, putMemory, removeMemory, updateMemory } from '../memories/change-memories'
import { getMemory, listMemories } from '../memories/read-memories'
import { type Cause, LOCAL_USER_ACTOR } from '../model/actor'
import type { MergeChoice, MergePlan } from '../model/branch-merge'
import { quarantineMemory } from '../quarantine/quarantine-memory'
import { createStore, deleteStore, purgeDeletedStores } from '../stores/change-stores'
import { getStore } from '../stores/read-stores'
import { listVersions } from '../versions/read-versions'
import { applyMoment } from '../undo/apply-moment'
import { restoreStore } from '../undo/restore-store'
import { undoChanges } from '../undo/undo-changes'
import { listBranches } from './find-branch'
import { makeBranch } from './make-branch'
import { mergeBranch } from './merge-branch'
import { mergeOfMemories, planMerge } from './plan-merge'

const PERSON: Cause = { actor: LOCAL_USER_ACTOR }
const AGENT: Cause = { actor: { type: 'session', id: 'sesn_agent' } }

interface Sides {
  db: Database
  storeId: string
  branchId: string
}

/** A store with these memories, and a branch of it. */
async function branched(db: Database, memories: Record<string, string>): Promise<Sides> {
  const { id: storeId } = await createStore(db, { name: 'Notes' })
  for (const [path, content] of Object.entries(memories)) {
    await createMemory(db, { storeId, path, content, cause: PERSON })
  }
  const { id: branchId } = await makeBranch(db, { storeId, name: 'try', cause: PERSON })
  return { db, storeId, branchId }
}

async function put(db: Database, storeId: string, path: string, content: string | null) {
  if (content !== null) return putMemory(db, { storeId, path, content, cause: AGENT })
  const { id: memoryId } = await getMemory(db, { storeId, path })
  return removeMemory(db, { storeId, memoryId, cause: AGENT })
}

async function rename(db: Database, storeId: string, from: string, to: string) {
  const { id: memoryId } = await getMemory(db, { storeId, path: from })
  return updateMemory(db, { storeId, memoryId, path: to, cause: AGENT })
}

async function contentsOf(db: Database, storeId: string) {
  const contents: Record<string, string | null> = {}
  const { entries } = await listMemories(db, {
    storeId,
    directory: '',
    depth: 'all',
    view: 'full',
    limit: 1_000,
  })
  for (const entry of entries) {
    if (entry.type === 'memory') contents[entry.memory.path] = entry.memory.content
  }
  return contents
}

const merge = (
  { db, branchId }: Sides,
  { choices = [], plan }: { choices?: [string, MergeChoice][]; plan?: string } = {},
) => mergeBranch(db, { storeId: branchId, choices: new Map(choices), plan, cause: PERSON })

const planned = ({ db, branchId }: Sides) => planMerge(db, { storeId: branchId })

/** The places that both changed. */
async function conflictsOf(sides: Sides): Promise<string[]> {
  try {
    await merge(sides)
    return []
  } catch (error) {
    const { problem } = error as { problem: { conflicts: { hunkId: string }[] } }
    return problem.conflicts.map(({ hunkId }) => hunkId)
  }
}

/** The same without merging anything. */
async function allConflictsOf({ db, branchId }: Sides): Promise<string[]> {
  const { memories } = await planMerge(db, { storeId: branchId })
  const memoryIds = memories.map(({ memoryId }) => memoryId)
  const merges = await mergeOfMemories(db, { storeId: branchId, memoryIds })
  return merges.flatMap(({ hunks }) => hunks.flatMap((hunk) => (hunk.isConflict ? hunk.id : [])))
}

const summariesOf = ({ memories }: MergePlan) =>
  memories.map(({ path, operation, hunks, conflicts }) => [path, operation, hunks, conflicts])

const choose = (ids: readonly string[], choice: MergeChoice): [string, MergeChoice][] =>
  ids.map((id) => [id, choice])

// Made up, in the form of a real one.
const SECRET = `ghp_${'aB3dE5fG7h'.repeat(3)}1J2k3L`

beforeAll(async () => {
  guardAgentsWrites()
  const lines = [{ number: 1, text: 'A line.' }]
  expect(await scan({ path: '/a', lines }, { caller: 'test', deadlineMs: 20_000 })).toMatchObject({
    state: 'scanned',
  })
})

onBothDatabases((current) => {
  describe('merging a branch', () => {
    test('brings what it changed, as one batch of who merges, and keeps what the origin changed', async () => {
      const sides = await branched(current(), {
        '/a.md': '1\n2\n3\n4\n5\n',
        '/b.md': 'b\n',
        '/gone.md': 'gone\n',
        '/old.md': 'moved\n',
        '/same.md': 'same\n',
      })
      const { db, storeId, branchId } = sides
      await put(db, branchId, '/a.md', '1\ntwo\n3\n4\n5\n')
      await put(db, storeId, '/a.md', '1\n2\n3\n4\nfive\n')
      await put(db, branchId, '/new/c.md', 'c\n')
      await put(db, branchId, '/gone.md', null)
      await rename(db, branchId, '/old.md', '/moved.md')
      await put(db, storeId, '/theirs.md', 'theirs\n')
      const plan = await planned(sides)
      expect(
        plan.memories.map(({ path, operation, conflicts }) => [path, operation, conflicts]),
      ).toEqual(
        expect.arrayContaining([
          ['/a.md', 'modified', 0],
          ['/gone.md', 'deleted', 0],
          ['/moved.md', 'renamed', 0],
          ['/new/c.md', 'created', 0],
        ]),
      )
      const result = await merge(sides, { plan: plan.planHash })
      expect(await contentsOf(db, storeId)).toEqual({
        '/a.md': '1\ntwo\n3\n4\nfive\n',
        '/b.md': 'b\n',
        '/moved.md': 'moved\n',
        '/new/c.md': 'c\n',
        '/same.md': 'same\n',
        '/theirs.md': 'theirs\n',
      })
      expect(result.versionIds).toHaveLength(4)
      const { versions } = await listVersions(db, { storeId, limit: 4 })
      for (const { batch, createdBy } of versions) {
        expect(batch).toMatchObject({ id: result.batchId, kind: 'merge', reference: branchId })
        expect(createdBy).toEqual(LOCAL_USER_ACTOR)
      }
      const undone = await undoChanges(db, {
        storeId,
        changes: { batchId: result.batchId ?? '' },
        cause: PERSON,
      })
      expect(undone.versionIds).toHaveLength(4)
    })

    test('what both changed is refused until somebody chose, and then it is that', async () => {
      const sides = await branched(current(), { '/a.md': '1\n2\n3\n', '/b.md': 'x\n' })
      const { db, storeId, branchId } = sides
      await put(db, branchId, '/a.md', '1\nbranch\n3\n')
      await put(db, storeId, '/a.md', '1\norigin\n3\n')
      await put(db, branchId, '/b.md', 'y\n')
      const before = await contentsOf(db, storeId)
      const conflicts = await conflictsOf(sides)
      expect(conflicts).toHaveLength(1)
      expect(await contentsOf(db, storeId)).toEqual(before)
      const { id: memoryId } = await getMemory(db, { storeId: branchId, path: '/a.md' })
      const [detail] = await mergeOfMemories(db, { storeId: branchId, memoryIds: [memoryId] })
      expect(detail?.hunks).toEqual([
        {
          id: conflicts[0],
          kind: 'lines',
          isConflict: true,
          base: ['2\n'],
          origin: ['origin\n'],
          branch: ['branch\n'],
          originLine: 2,
          branchLine: 2,
        },
      ])
      await merge(sides, { choices: choose(conflicts, { take: 'both' }) })
      expect(await contentsOf(db, storeId)).toEqual({
        '/a.md': '1\norigin\nbranch\n3\n',
        '/b.md': 'y\n',
      })
    })

    test.each([
      [{ take: 'origin' }, '1\norigin\n'],
      [{ take: 'branch' }, '1\nbranch\n'],
      [{ text: 'another\n' }, '1\nanother\n'],
    ] as const)('a place becomes %o', async (choice, content) => {
      const sides = await branched(current(), { '/a.md': '1\n' })
      const { db, storeId, branchId } = sides
      await put(db, branchId, '/a.md', '1\nbranch\n')
      await put(db, storeId, '/a.md', '1\norigin\n')
      await merge(sides, { choices: choose(await conflictsOf(sides), choice) })
      expect(await contentsOf(db, storeId)).toEqual({ '/a.md': content })
    })

    test('a memory that one side deleted and the other changed needs a choice', async () => {
      const sides = await branched(current(), { '/a.md': 'a\n', '/b.md': 'b\n' })
      const { db, storeId, branchId } = sides
      await put(db, branchId, '/a.md', null)
      await put(db, storeId, '/a.md', 'a2\n')
      await put(db, branchId, '/b.md', 'b2\n')
      await put(db, storeId, '/b.md', null)
      const conflicts = await conflictsOf(sides)
      expect(conflicts).toHaveLength(2)
      await merge(sides, { choices: choose(conflicts, { take: 'both' }) })
      expect(await contentsOf(db, storeId)).toEqual({ '/a.md': 'a2\n', '/b.md': 'b2\n' })
    })

    test('a memory that both made at one path is put together', async () => {
      const sides = await branched(current(), {})
      const { db, storeId, branchId } = sides
      await put(db, branchId, '/a.md', 'shared\nbranch\n')
      await put(db, storeId, '/a.md', 'shared\norigin\n')
      const conflicts = await conflictsOf(sides)
      await merge(sides, { choices: choose(conflicts, { take: 'both' }) })
      expect(await contentsOf(db, storeId)).toEqual({ '/a.md': 'shared\norigin\nbranch\n' })
    })

    test('starts the next time where they last agreed', async () => {
      const sides = await branched(current(), { '/a.md': '1\n2\n3\n4\n5\n6\n' })
      const { db, storeId, branchId } = sides
      await put(db, branchId, '/a.md', '1\ntwo\n3\n4\n5\n6\n')
      await put(db, branchId, '/new.md', 'new\n')
      await merge(sides)
      expect((await planned(sides)).memories).toEqual([])
      expect((await listBranches(db, storeId)).map(({ ahead }) => ahead)).toEqual([0])
      // Somebody takes it back in the origin: the branch does not bring it again.
      await put(db, storeId, '/a.md', '1\n2\n3\n4\n5\n6\n')
      await put(db, branchId, '/a.md', '1\ntwo\n3\n4\n5\nsix\n')
      await put(db, branchId, '/new.md', 'new\nmore\n')
      await put(db, storeId, '/new.md', 'origin\nnew\n')
      expect((await listBranches(db, storeId)).map(({ ahead }) => ahead)).toEqual([2])
      const conflicts = await conflictsOf(sides)
      await merge(sides, { choices: choose(conflicts, { take: 'both' }) })
      expect(await contentsOf(db, storeId)).toEqual({
        '/a.md': '1\n2\n3\n4\n5\nsix\n',
        '/new.md': 'origin\nnew\nmore\n',
      })
    })

    test('does nothing by a plan that is outdated, and of two at once one is made', async () => {
      const sides = await branched(current(), { '/a.md': 'a\n' })
      const { db, storeId, branchId } = sides
      await put(db, branchId, '/a.md', 'b\n')
      const { planHash } = await planned(sides)
      await put(db, branchId, '/b.md', 'b\n')
      await expect(merge(sides, { plan: planHash })).rejects.toMatchObject({
        problem: { kind: 'plan_changed' },
      })
      const { planHash: now } = await planned(sides)
      const both = await Promise.allSettled([
        merge(sides, { plan: now }),
        merge(sides, { plan: now }),
      ])
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(await contentsOf(db, storeId)).toEqual({ '/a.md': 'b\n', '/b.md': 'b\n' })
    })

    test('has nothing to bring where nothing changed, or both are the same', async () => {
      const sides = await branched(current(), { '/a.md': 'a\n' })
      const { db, storeId, branchId } = sides
      expect((await planned(sides)).memories).toEqual([])
      await put(db, branchId, '/a.md', 'b\n')
      await put(db, storeId, '/a.md', 'b\n')
      expect((await planned(sides)).memories).toEqual([])
      expect(await merge(sides)).toMatchObject({ batchId: null, versionIds: [] })
    })

    test('is refused where there is no origin, or there never was one', async () => {
      const sides = await branched(current(), { '/a.md': 'a\n' })
      const { db, storeId } = sides
      await expect(planMerge(db, { storeId })).rejects.toMatchObject({
        problem: { kind: 'not_a_branch' },
      })
      await deleteStore(db, { storeId, cause: PERSON })
      await expect(planned(sides)).rejects.toMatchObject({
        problem: { kind: 'branch_origin_gone', originId: storeId },
      })
    })
  })

  describe('a merge of many memories', () => {
    const MANY = 300
    const pathOf = (at: number) => `/m/${String(at).padStart(3, '0')}.md`
    const numbers = Array.from({ length: MANY }, (_, at) => at)

    const writeAll = (db: Database, storeId: string, contentOf: (at: number) => string) =>
      applyMoment(db, {
        storeId,
        batch: null,
        steps: numbers.map((at) => ({
          op: 'write' as const,
          path: pathOf(at),
          content: contentOf(at),
        })),
        cause: PERSON,
      })

    async function large(db: Database): Promise<Sides> {
      const { id: storeId } = await createStore(db, { name: 'Notes' })
      await writeAll(db, storeId, (at) => `${at}\n2\n3\n`)
      const { id: branchId } = await makeBranch(db, { storeId, name: 'try', cause: PERSON })
      await writeAll(db, branchId, (at) => `${at}\n2\nthree\n`)
      return { db, storeId, branchId }
    }

    test('is one batch, in whose parts memories change places, and is undone as one', async () => {
      const sides = await large(current())
      const { db, storeId, branchId } = sides
      const before = await contentsOf(db, storeId)
      await rename(db, branchId, pathOf(0), '/free.md')
      await rename(db, branchId, pathOf(MANY - 1), pathOf(0))
      await rename(db, branchId, '/free.md', pathOf(MANY - 1))
      const { batchId, versionIds, left } = await merge(sides)
      expect([versionIds.length, left]).toEqual([MANY, []])
      const merged = await contentsOf(db, storeId)
      expect(merged).toEqual(await contentsOf(db, branchId))
      expect((await planned(sides)).memories).toEqual([])
      const changes = { batchId: batchId ?? '' }
      const undone = await undoChanges(db, { storeId, changes, cause: PERSON })
      expect(undone.versionIds).toHaveLength(MANY)
      expect(await contentsOf(db, storeId)).toEqual(before)
      expect((await planned(sides)).memories).toHaveLength(MANY)
      await merge(sides)
      expect(await contentsOf(db, storeId)).toEqual(merged)
    })

    test('loses nothing of what others write meanwhile', async () => {
      const sides = await large(current())
      const { db, storeId } = sides
      const merging = merge(sides)
      const others: Promise<unknown>[] = []
      for (let at = 0; at < MANY; at += 50) {
        others.push(put(db, storeId, `/others/${at}.md`, 'theirs\n'))
      }
      others.push(put(db, storeId, pathOf(MANY - 1), 'theirs\n2\n3\n'))
      await Promise.all(others)
      const { left } = await merging
      if (left.length > 0) expect((await merge(sides)).left).toEqual([])
      const contents = await contentsOf(db, storeId)
      expect(contents[pathOf(MANY - 1)]).toBe('theirs\n2\nthree\n')
      for (const at of numbers.slice(0, -1)) {
        expect(contents[pathOf(at)]).toBe(`${at}\n2\nthree\n`)
      }
      expect((await planned(sides)).memories).toEqual([])
    })
  })

  describe('undoing a merge', () => {
    const undo = ({ db, storeId }: Sides, batchId: string | null) =>
      undoChanges(db, { storeId, changes: { batchId: batchId ?? '' }, cause: PERSON })

    const aheadOf = async ({ db, storeId }: Sides) => {
      const [branch] = await listBranches(db, storeId)
      return { ahead: branch?.ahead, isMerged: branch?.mergedAt !== null }
    }

    async function changed(db: Database): Promise<Sides> {
      const sides = await branched(db, { '/a.md': '1\n2\n3\n', '/gone.md': 'gone\n' })
      await put(db, sides.branchId, '/a.md', '1\ntwo\n3\n')
      await put(db, sides.branchId, '/gone.md', null)
      await put(db, sides.branchId, '/new.md', 'new\n')
      return sides
    }

    test('leaves the branch as it was before: it brings the same again', async () => {
      const sides = await changed(current())
      const { db, storeId } = sides
      const before = await planned(sides)
      const { batchId } = await merge(sides)
      const merged = await contentsOf(db, storeId)
      expect(await aheadOf(sides)).toEqual({ ahead: 0, isMerged: true })
      await undo(sides, batchId)
      expect((await planned(sides)).memories).toMatchObject(
        before.memories.map(({ path, operation, hunks }) => ({ path, operation, hunks })),
      )
      expect(await aheadOf(sides)).toEqual({ ahead: 3, isMerged: false })
      await merge(sides)
      expect(await contentsOf(db, storeId)).toEqual(merged)
    })

    test('undone in turn, both agree again', async () => {
      const sides = await changed(current())
      const { db, storeId, branchId } = sides
      const { batchId } = await merge(sides)
      const merged = await contentsOf(db, storeId)
      const undone = await undo(sides, batchId)
      await undo(sides, undone.batchId)
      expect(await contentsOf(db, storeId)).toEqual(merged)
      expect((await planned(sides)).memories).toEqual([])
      expect(await aheadOf(sides)).toEqual({ ahead: 0, isMerged: true })
      // What the branch goes on with is merged against what came back.
      await put(db, branchId, '/new.md', 'new\nmore\n')
      await merge(sides)
      expect((await contentsOf(db, storeId))['/new.md']).toBe('new\nmore\n')
    })

    test('for one memory alone brings that one again', async () => {
      const sides = await changed(current())
      const { db, storeId } = sides
      const { batchId } = await merge(sides)
      const { id: kept } = await getMemory(db, { storeId, path: '/new.md' })
      const changes = { batchId: batchId ?? '' }
      await undoChanges(db, { storeId, changes, withoutMemoryIds: [kept], cause: PERSON })
      expect((await planned(sides)).memories.map(({ path }) => path).sort()).toEqual([
        '/a.md',
        '/gone.md',
      ])
      expect(await aheadOf(sides)).toEqual({ ahead: 3, isMerged: true })
    })

    test('by restoring the store to before it is the same, and that is undone, too', async () => {
      const sides = await changed(current())
      const { db, storeId } = sides
      const { lastSequence } = await getStore(db, storeId)
      await merge(sides)
      const restored = await restoreStore(db, {
        storeId,
        at: { sequence: lastSequence },
        cause: PERSON,
      })
      expect((await planned(sides)).memories).toHaveLength(3)
      await undo(sides, restored.batchId)
      expect((await planned(sides)).memories).toEqual([])
    })

    test('takes back only what no later merge agreed on anew', async () => {
      const sides = await branched(current(), { '/a.md': '1\n2\n3\n4\n5\n', '/b.md': 'b\n' })
      const { db, storeId, branchId } = sides
      await put(db, branchId, '/a.md', 'one\n2\n3\n4\n5\n')
      await put(db, branchId, '/b.md', 'B\n')
      const first = await merge(sides)
      await put(db, branchId, '/a.md', 'one\n2\n3\n4\nfive\n')
      await merge(sides)
      await undo(sides, first.batchId)
      expect(await contentsOf(db, storeId)).toEqual({
        '/a.md': '1\n2\n3\n4\nfive\n',
        '/b.md': 'b\n',
      })
      expect((await planned(sides)).memories.map(({ path }) => path)).toEqual(['/b.md'])
    })
  })

  describe('what may not come in', () => {
    test('what the branch holds in quarantine stays there', async () => {
      const sides = await branched(current(), { '/a.md': 'a\n' })
      const { db, storeId, branchId } = sides
      await put(db, branchId, '/a.md', 'poison\n')
      await put(db, branchId, '/b.md', 'b\n')
      const { id: memoryId } = await getMemory(db, { storeId: branchId, path: '/a.md' })
      await quarantineMemory(db, { storeId: branchId, memoryId, cause: PERSON })
      const { left } = await merge(sides)
      expect(left).toMatchObject([{ path: '/a.md', obstacle: { reason: 'quarantined' } }])
      expect(await contentsOf(db, storeId)).toEqual({ '/a.md': 'a\n', '/b.md': 'b\n' })
      expect((await planned(sides)).memories.map(({ path }) => path)).toEqual(['/a.md'])
    })

    test('what the origin’s policy refuses of an agent is left, and a person’s is not asked about', async () => {
      const sides = await branched(current(), { '/a.md': 'a\n' })
      const { db, storeId, branchId } = sides
      const rules = [draftRule('refuse', { paths: ['/pinned/**'] })]
      const draft = { default: 'review' as const, rules }
      await savePolicy(db, { storeId, draft, revision: 0, by: LOCAL_USER_ACTOR })
      await put(db, branchId, '/pinned/x.md', 'x\n')
      await createMemory(db, {
        storeId: branchId,
        path: '/pinned/mine.md',
        content: 'mine\n',
        cause: PERSON,
      })
      await put(db, branchId, '/a.md', 'b\n')
      const { memories } = await planned(sides)
      expect(memories.filter(({ obstacle }) => obstacle)).toMatchObject([
        { path: '/pinned/x.md', obstacle: { reason: 'policy' } },
      ])
      const { left } = await merge(sides)
      expect(left.map(({ path }) => path)).toEqual(['/pinned/x.md'])
      expect(await contentsOf(db, storeId)).toEqual({ '/a.md': 'b\n', '/pinned/mine.md': 'mine\n' })
    })

    test('what an agent wrote in a branch of the branch is judged as the agent’s', async () => {
      const sides = await branched(current(), { '/a.md': 'a\n' })
      const { db, storeId, branchId } = sides
      const rules = [draftRule('refuse', { paths: ['/pinned/**'] })]
      const draft = { default: 'review' as const, rules }
      await savePolicy(db, { storeId, draft, revision: 0, by: LOCAL_USER_ACTOR })
      const inner = await makeBranch(db, { storeId: branchId, name: 'inner', cause: PERSON })
      await put(db, inner.id, '/pinned/x.md', 'x\n')
      await put(db, inner.id, '/a.md', 'b\n')
      await mergeBranch(db, { storeId: inner.id, choices: new Map(), cause: PERSON })
      expect((await contentsOf(db, branchId))['/pinned/x.md']).toBe('x\n')
      // Who wrote it is known also when the branch that it came from is gone.
      await deleteStore(db, { storeId: inner.id, cause: PERSON })
      await purgeDeletedStores(db)
      const { left } = await merge(sides)
      expect(left).toMatchObject([{ path: '/pinned/x.md', obstacle: { reason: 'policy' } }])
      expect(await contentsOf(db, storeId)).toEqual({ '/a.md': 'b\n' })
    })

    test('what the origin’s policy masks is masked', async () => {
      const sides = await branched(current(), {})
      const { db, storeId, branchId } = sides
      const rules = [draftRule('mask', { finding: { category: 'secret', severity: null } })]
      const draft = { default: 'review' as const, rules }
      await savePolicy(db, { storeId, draft, revision: 0, by: LOCAL_USER_ACTOR })
      await put(db, branchId, '/a.md', `token ${SECRET}\nkept\n`)
      expect(await merge(sides)).toMatchObject({ left: [] })
      const contents = await contentsOf(db, storeId)
      expect(contents['/a.md']).toMatch(/^token .+\nkept\n$/)
      expect(contents['/a.md']).not.toContain(SECRET)
    })

    test('a memory that takes the place of one that is refused is left, and the rest is merged', async () => {
      const sides = await branched(current(), { '/pinned/a.md': 'a\n', '/b.md': 'b\n' })
      const { db, storeId, branchId } = sides
      const rules = [draftRule('refuse', { paths: ['/kept/**'] })]
      const draft = { default: 'review' as const, rules }
      await savePolicy(db, { storeId, draft, revision: 0, by: LOCAL_USER_ACTOR })
      await rename(db, branchId, '/pinned/a.md', '/kept/a.md')
      await put(db, branchId, '/pinned/a.md', 'in its place\n')
      await put(db, branchId, '/b.md', 'b2\n')
      const obstacles = (await planned(sides)).memories.map(({ path, obstacle }) => [
        path,
        obstacle?.reason ?? null,
      ])
      expect(Object.fromEntries(obstacles)).toEqual({
        '/b.md': null,
        '/kept/a.md': 'policy',
        '/pinned/a.md': 'path_taken',
      })
      const { left } = await merge(sides)
      expect(left.map(({ path }) => path).sort()).toEqual(['/kept/a.md', '/pinned/a.md'])
      expect(await contentsOf(db, storeId)).toEqual({ '/pinned/a.md': 'a\n', '/b.md': 'b2\n' })
    })

    test('what is refused needs no choice where both changed it', async () => {
      const sides = await branched(current(), { '/kept/a.md': '1\n', '/b.md': 'b\n' })
      const { db, storeId, branchId } = sides
      const rules = [draftRule('refuse', { paths: ['/kept/**'] })]
      const draft = { default: 'review' as const, rules }
      await put(db, storeId, '/kept/a.md', 'origin\n')
      await savePolicy(db, { storeId, draft, revision: 0, by: LOCAL_USER_ACTOR })
      await put(db, branchId, '/kept/a.md', 'branch\n')
      await put(db, branchId, '/b.md', 'b2\n')
      const { left } = await merge(sides)
      expect(left.map(({ path }) => path)).toEqual(['/kept/a.md'])
      expect(await contentsOf(db, storeId)).toEqual({ '/kept/a.md': 'origin\n', '/b.md': 'b2\n' })
    })

    test('a memory whose place another one has is left', async () => {
      const sides = await branched(current(), { '/a.md': 'a\n' })
      const { db, storeId, branchId } = sides
      await put(db, branchId, '/x', 'x\n')
      await put(db, storeId, '/x/y', 'y\n')
      const { left } = await merge(sides)
      expect(left).toMatchObject([{ path: '/x', obstacle: { reason: 'path_taken' } }])
    })
  })
})

onSqlite((current) => {
  test('loses no line of either side', { timeout: 120_000 }, async () => {
    const db = current()
    const content = fc
      .array(fc.constantFrom('a', 'b', 'c', 'd', '', 'e'), { maxLength: 6 })
      .map((lines) => lines.map((line) => `${line}\n`).join(''))
    const path = fc.constantFrom('/a', '/b', '/c')
    const step = fc.record({ path, content, mine: fc.integer({ min: 1, max: 99 }) })
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(path, content),
        fc.array(step, { maxLength: 3 }),
        fc.array(step, { maxLength: 3 }),
        async (start, inOrigin, inBranch) => {
          const sides = await branched(db, start)
          const { storeId, branchId } = sides
          const write = async (id: string, steps: typeof inOrigin, side: string) => {
            for (const { path, content, mine } of steps) {
              await put(db, id, path, `${content}${side} ${mine}\n`)
            }
          }
          await write(storeId, inOrigin, 'origin')
          await write(branchId, inBranch, 'branch')
          const [origin, branch] = [await contentsOf(db, storeId), await contentsOf(db, branchId)]
          const conflicts = await conflictsOf(sides)
          if (conflicts.length > 0) {
            await merge(sides, { choices: choose(conflicts, { take: 'both' }) })
          }
          const merged = await contentsOf(db, storeId)
          for (const [side, before] of [
            [origin, start],
            [branch, start],
          ] as const) {
            for (const [path, text] of Object.entries(side)) {
              const had = new Set((before[path] ?? '').split('\n'))
              const has = new Set((merged[path] ?? '').split('\n'))
              const lost = (text ?? '')
                .split('\n')
                .filter((line) => !had.has(line) && !has.has(line))
              expect(lost).toEqual([])
            }
          }
          expect((await planned(sides)).memories).toEqual([])
        },
      ),
      { numRuns: 60 },
    )
  })

  test('merged, undone and merged again it is what it was', { timeout: 120_000 }, async () => {
    const db = current()
    const lines = fc
      .array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 5 })
      .map((each) => each.map((line) => `${line}\n`).join(''))
    const content = fc.option(lines, { freq: 5 })
    const path = fc.constantFrom('/a', '/b', '/c', '/d')
    const step = fc.record({ path, content })
    const steps = fc.array(step, { minLength: 1, maxLength: 4 })
    const choice = fc.constantFrom('both', 'origin', 'branch')
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(path, lines),
        steps,
        steps,
        choice,
        async (start, inOrigin, inBranch, take) => {
          const sides = await branched(db, start)
          const { storeId, branchId } = sides
          for (const [id, writes] of [
            [storeId, inOrigin],
            [branchId, inBranch],
          ] as const) {
            for (const { path, content } of writes) {
              if (content !== null || path in (await contentsOf(db, id))) {
                await put(db, id, path, content)
              }
            }
          }
          const before = await contentsOf(db, storeId)
          const choices = choose(await allConflictsOf(sides), { take })
          const shown = summariesOf(await planned(sides))
          const { batchId } = await merge(sides, { choices })
          const merged = await contentsOf(db, storeId)
          const stays = summariesOf(await planned(sides))
          if (batchId === null) return
          const undo = (batchId: string | null) =>
            undoChanges(db, { storeId, changes: { batchId: batchId ?? '' }, cause: PERSON })
          const undone = await undo(batchId)
          expect(await contentsOf(db, storeId)).toEqual(before)
          expect(summariesOf(await planned(sides))).toEqual(shown)
          const redone = await undo(undone.batchId)
          expect(await contentsOf(db, storeId)).toEqual(merged)
          expect(summariesOf(await planned(sides))).toEqual(stays)
          await undo(redone.batchId)
          await merge(sides, { choices })
          expect(await contentsOf(db, storeId)).toEqual(merged)
          expect(summariesOf(await planned(sides))).toEqual(stays)
        },
      ),
      { numRuns: 60 },
    )
  })
})
