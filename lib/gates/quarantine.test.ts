import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { createTest } from '@/lib/memory-tests/change-tests'
import { gatesAt } from '@/lib/memory-tests/gates/check-gates'
import type { GateChoice, GateResult } from '@/lib/memory-tests/model/gate'
import { MemoryTestError } from '@/lib/memory-tests/problems'
import { testRunsFinished } from '@/lib/memory-tests/run-tests'
import { examineAll } from '@/lib/review/background/examiner'
import { changesetMemories } from '@/lib/review/changesets/changeset-memories'
import { listChangesets } from '@/lib/review/changesets/list-changesets'
import { decideHunks } from '@/lib/review/decisions/decide-hunks'
import { hunkId } from '@/lib/review/model/hunk'
import { guardAgentsWrites } from '@/lib/review/policy/guard-agents-writes'
import { makeBranch } from '@/lib/store/branches/make-branch'
import {
  createMemory,
  putMemory,
  removeMemory,
  updateMemory,
} from '@/lib/store/memories/change-memories'
import { getMemory } from '@/lib/store/memories/read-memories'
import { type Cause, LOCAL_API_ACTOR, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { quarantineMemory } from '@/lib/store/quarantine/quarantine-memory'
import { createStore } from '@/lib/store/stores/change-stores'
import { onBothDatabases } from '@/tests/support/databases'
import { modelServer } from '@/tests/support/model-server'
import { say as words, view } from '@/tests/support/scripted-model-server'
import { applyReviewPastGates } from './apply-review'
import { mergeBranchPastGates } from './merge-branch'

const PERSON: Cause = { actor: LOCAL_USER_ACTOR }
const AGENT: Cause = { actor: LOCAL_API_ACTOR }
const FRIDAYS = 'Ask Mia first.\nDeploys go out on Fridays.\n\nRoll back at once.\n'
const MONDAYS = FRIDAYS.replace('on Fridays', 'on Mondays')
const LATER = 'Deploys of the shop go out later.\n'
const server = modelServer()
let names = 0

beforeAll(() => guardAgentsWrites())

/** A store with a memory of deploys, and a gate that reads it and wants Fridays. */
async function gatedStore(db: Database, content: string) {
  const model = `quarantine-${++names}`
  server.rule(model, (request) => {
    const sent = JSON.stringify(request.messages)
    const isListed = sent.includes('/memories/deploy.md')
    if (isListed && !sent.includes('content of')) return { parts: [view('/memories/deploy.md')] }
    return { parts: [words(sent.includes('on Fridays') ? 'On Fridays.' : 'I do not know.')] }
  })
  const { id: storeId } = await createStore(db, { name: 'Notes' })
  const created = await createMemory(db, { storeId, path: '/deploy.md', content, cause: PERSON })
  await createTest(db, {
    storeId,
    test: {
      ...{ name: 'Deploys on Fridays', messages: ['When do we deploy?'], model },
      ...{ checks: [{ type: 'contains' as const, text: 'on fridays' }], when: { isGate: true } },
    },
    by: LOCAL_USER_ACTOR,
  })
  return { storeId, memoryId: created.id, model }
}

/** Asks the gates, and returns how they stand once they have told; null: nothing is to be asked. */
async function told(
  db: Database,
  work: (gates: GateChoice) => Promise<unknown>,
): Promise<GateResult[] | null> {
  try {
    await work({ isAsking: true })
    return null
  } catch (error) {
    const isHold = error instanceof MemoryTestError && error.problem.kind === 'gates_hold'
    if (!isHold || error.problem.kind !== 'gates_hold') throw error
    await testRunsFinished()
    return (await gatesAt(db, error.problem.check)).gates
  }
}

/** The text that agents are served of deploys. */
const served = async (db: Database, storeId: string) => {
  const found = await getMemory(db, { storeId, path: '/deploy.md', audience: 'agents' })
  return found.content
}

interface Reviewed {
  from: string
  to: string
  /** whether the change of the day is kept; else it is still open */
  isKept: boolean
}

/**
 * A review of what an agent wrote in a memory that is in quarantine since: the day of deploys is another,
 * and a line more is there, which is rejected.
 */
async function quarantined(db: Database, { from, to, isKept }: Reviewed) {
  const { storeId, memoryId, model } = await gatedStore(db, from)
  await updateMemory(db, { storeId, memoryId, content: to + LATER, cause: AGENT })
  await quarantineMemory(db, { storeId, memoryId, cause: PERSON })
  await examineAll(db)
  const { changesets } = await listChangesets(db, { state: 'open', storeId, limit: 9 })
  const changesetId = changesets[0]?.id ?? ''
  const [memory] = await changesetMemories(db, changesetId)
  const [day, line] = (memory?.hunks ?? []).map((hunk) =>
    hunkId({ ...hunk, memoryId, through: memory?.through ?? 0 }),
  )
  if (!day || !line) throw new Error('the agent made another number of changes')
  const decisions = [
    { hunkId: line, decision: 'rejected' as const, seen: true },
    ...(isKept ? [{ hunkId: day, decision: 'accepted' as const, seen: true }] : []),
  ]
  await decideHunks(db, { changesetId, decisions, reviewer: LOCAL_USER_ACTOR })
  const apply = (gates: GateChoice = {}) =>
    applyReviewPastGates(db, { changesetId, reviewer: LOCAL_USER_ACTOR, gates })
  return { storeId, memoryId, model, changesetId, day, apply }
}

onBothDatabases((current) => {
  describe('gates before a review', () => {
    test('fail by what it would release from quarantine', async () => {
      const db = current()
      const { storeId, apply } = await quarantined(db, { from: FRIDAYS, to: MONDAYS, isKept: true })
      expect(await told(db, apply)).toMatchObject([{ status: 'failed' }])
      expect(await served(db, storeId)).toBe(FRIDAYS)
    })

    test('pass by what it would release, also if nothing is to be written for that', async () => {
      const db = current()
      const { storeId, memoryId, apply } = await quarantined(db, {
        ...{ from: MONDAYS, to: FRIDAYS, isKept: true },
      })
      // Somebody took the rejected line out by hand: the review only lets go of the memory.
      await updateMemory(db, { storeId, memoryId, content: FRIDAYS, cause: PERSON })
      expect(await served(db, storeId)).toBe(MONDAYS)
      expect(await told(db, apply)).toMatchObject([{ status: 'passed' }])
      expect(await apply()).toMatchObject({ batchId: null })
      expect(await served(db, storeId)).toBe(FRIDAYS)
    })

    test('are not asked about what stays in quarantine', async () => {
      const db = current()
      const { storeId, model, apply } = await quarantined(db, {
        ...{ from: FRIDAYS, to: MONDAYS, isKept: false },
      })
      expect(await told(db, apply)).toBeNull()
      expect(server.requests(model)).toEqual([])
      expect(await served(db, storeId)).toBe(FRIDAYS)
      const { content } = await getMemory(db, { storeId, path: '/deploy.md' })
      expect(content).toBe(MONDAYS)
    })

    test('are not asked where what is released is what agents were served', async () => {
      const db = current()
      const { changesetId, day, apply } = await quarantined(db, {
        ...{ from: FRIDAYS, to: MONDAYS, isKept: false },
      })
      const decisions = [{ hunkId: day, decision: 'rejected' as const, seen: true }]
      await decideHunks(db, { changesetId, decisions, reviewer: LOCAL_USER_ACTOR })
      expect(await told(db, apply)).toBeNull()
      expect(await db.read.all('SELECT 1 FROM quarantines')).toEqual([])
    })

    test('are asked with what has come to stand where a released memory was served', async () => {
      const db = current()
      const { storeId, memoryId } = await gatedStore(db, MONDAYS)
      const renamed = { path: '/elsewhere.md', content: MONDAYS + LATER }
      await updateMemory(db, { storeId, memoryId, ...renamed, cause: AGENT })
      await quarantineMemory(db, { storeId, memoryId, cause: PERSON })
      await createMemory(db, { storeId, path: '/deploy.md', content: FRIDAYS, cause: PERSON })
      expect(await served(db, storeId)).toBe(FRIDAYS)
      await examineAll(db)
      const { changesets } = await listChangesets(db, { state: 'open', storeId, limit: 9 })
      const changesetId = changesets[0]?.id ?? ''
      const [memory] = await changesetMemories(db, changesetId)
      const ids = (memory?.hunks ?? []).map((hunk) =>
        hunkId({ ...hunk, memoryId, through: memory?.through ?? 0 }),
      )
      const decisions = ids.map((id, index) => ({
        ...{ hunkId: id, seen: true },
        decision: index === ids.length - 1 ? ('rejected' as const) : ('accepted' as const),
      }))
      await decideHunks(db, { changesetId, decisions, reviewer: LOCAL_USER_ACTOR })
      const apply = (gates: GateChoice) =>
        applyReviewPastGates(db, { changesetId, reviewer: LOCAL_USER_ACTOR, gates })
      expect(await told(db, apply)).toMatchObject([{ status: 'passed' }])
      await apply({})
      expect(await served(db, storeId)).toBe(FRIDAYS)
    })

    test('let nothing through that would release less than they were asked about', async () => {
      const db = current()
      const { storeId, changesetId, day, apply } = await quarantined(db, {
        ...{ from: MONDAYS, to: FRIDAYS, isKept: true },
      })
      expect(await told(db, apply)).toMatchObject([{ status: 'passed' }])
      const takeBack = [{ hunkId: day, decision: null, seen: true }]
      const on = whenItWrites(db, () =>
        decideHunks(db, { changesetId, decisions: takeBack, reviewer: LOCAL_USER_ACTOR }),
      )
      await expect(
        applyReviewPastGates(on, { changesetId, reviewer: LOCAL_USER_ACTOR }),
      ).rejects.toMatchObject({ problem: { kind: 'plan_changed' } })
      expect((await getMemory(db, { storeId, path: '/deploy.md' })).content).toBe(FRIDAYS + LATER)
    })
  })

  describe('gates before a merge', () => {
    test('are asked about what agents are served of memories in quarantine', async () => {
      const db = current()
      const { storeId, memoryId } = await gatedStore(db, MONDAYS)
      await updateMemory(db, { storeId, memoryId, content: FRIDAYS, cause: AGENT })
      const { id: branchId } = await makeBranch(db, { storeId, name: 'try', cause: PERSON })
      const write = (path: string, content: string) =>
        putMemory(db, { storeId: branchId, path, content, cause: PERSON })
      await write('/deploy.md', FRIDAYS + LATER)
      await write('/other.md', 'more\n')
      await quarantineMemory(db, { storeId, memoryId, cause: PERSON })
      const merge = (gates: GateChoice) =>
        mergeBranchPastGates(db, { storeId: branchId, choices: new Map(), cause: PERSON, gates })
      const gates = await told(db, merge)
      expect(gates).toMatchObject([{ status: 'failed' }])
      await merge({ although: (gates ?? []).flatMap(({ runId }) => runId ?? []) })
      expect(await served(db, storeId)).toBe(MONDAYS)
    })

    test('are asked about what was served before a quarantine where that appears again', async () => {
      const db = current()
      const { storeId, memoryId } = await gatedStore(db, FRIDAYS)
      await updateMemory(db, { storeId, memoryId, path: '/elsewhere.md', cause: AGENT })
      await quarantineMemory(db, { storeId, memoryId, cause: PERSON })
      const own = { storeId, path: '/deploy.md', content: MONDAYS, cause: PERSON }
      await createMemory(db, own)
      expect(await served(db, storeId)).toBe(MONDAYS)
      const { id: branchId } = await makeBranch(db, { storeId, name: 'try', cause: PERSON })
      const { id: copyId } = await getMemory(db, { storeId: branchId, path: '/deploy.md' })
      await removeMemory(db, { storeId: branchId, memoryId: copyId, cause: PERSON })
      const merge = (gates: GateChoice) =>
        mergeBranchPastGates(db, { storeId: branchId, choices: new Map(), cause: PERSON, gates })
      expect(await told(db, merge)).toMatchObject([{ status: 'passed' }])
      await merge({})
      expect(await served(db, storeId)).toBe(FRIDAYS)
    })
  })
})

/** A database on which `work` is done once, before the first transaction. */
function whenItWrites(db: Database, work: () => Promise<unknown>): Database {
  let isDone = false
  const write: Database['write'] = async (job, together) => {
    if (!isDone) {
      isDone = true
      await work()
    }
    return db.write(job, together)
  }
  const on = Object.create(db) as Database
  Object.defineProperty(on, 'write', { value: write })
  return on
}
