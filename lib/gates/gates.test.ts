import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { createTest } from '@/lib/memory-tests/change-tests'
import { gatesAt } from '@/lib/memory-tests/gates/check-gates'
import type { GateCheck, GateChoice } from '@/lib/memory-tests/model/gate'
import { MemoryTestError } from '@/lib/memory-tests/problems'
import { listTests } from '@/lib/memory-tests/read-tests'
import { testRunsFinished } from '@/lib/memory-tests/run-tests'
import { cancelTestRun } from '@/lib/memory-tests/start-run'
import { holdWrite } from '@/lib/proposals/hold-write'
import { previewProposal, requireProposal } from '@/lib/proposals/preview-proposal'
import { examineAll } from '@/lib/review/background/examiner'
import { changesetMemories } from '@/lib/review/changesets/changeset-memories'
import { listChangesets } from '@/lib/review/changesets/list-changesets'
import { decideHunks, type HunkDecision } from '@/lib/review/decisions/decide-hunks'
import { hunkId } from '@/lib/review/model/hunk'
import { guardAgentsWrites } from '@/lib/review/policy/guard-agents-writes'
import { makeBranch } from '@/lib/store/branches/make-branch'
import { createMemory, putMemory } from '@/lib/store/memories/change-memories'
import { getMemory } from '@/lib/store/memories/read-memories'
import { type Actor, type Cause, LOCAL_API_ACTOR, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { redactText } from '@/lib/store/redaction/redact-text'
import { createStore } from '@/lib/store/stores/change-stores'
import { onBothDatabases } from '@/tests/support/databases'
import { modelServer } from '@/tests/support/model-server'
import { say as words, view } from '@/tests/support/scripted-model-server'
import { applyReviewPastGates } from './apply-review'
import { decideProposalPastGates } from './decide-proposal'
import { mergeBranchPastGates } from './merge-branch'

const PERSON: Cause = { actor: LOCAL_USER_ACTOR }
const AGENT: Cause = { actor: LOCAL_API_ACTOR }
const server = modelServer()
let names = 0

beforeAll(() => guardAgentsWrites())

interface Held {
  asked: () => void
  until: Promise<void>
}

/** A model that reads the memory of deploys, and says what it holds. */
function modelThatReads(held?: Held): string {
  const model = `gate-${++names}`
  server.rule(model, (request) => {
    const sent = JSON.stringify(request.messages)
    const isListed = sent.includes('/memories/deploy.md')
    if (isListed && !sent.includes('content of')) return { parts: [view('/memories/deploy.md')] }
    const parts = [words(sent.includes('on Fridays') ? 'On Fridays.' : 'I do not know.')]
    held?.asked()
    return held ? { parts, holdAfter: 1, until: held.until } : { parts }
  })
  return model
}

const FRIDAYS = 'Ask Mia first.\nDeploys go out on Fridays.\n'
const MONDAYS = 'Ask Mia first.\nDeploys go out on Mondays.\n'
const ASK: GateChoice = { isAsking: true }

/** A store that says so about deploys, with a gate that wants Fridays. */
async function gatedStore(db: Database, content: string, model = modelThatReads()) {
  const { id: storeId } = await createStore(db, { name: 'Notes' })
  await createMemory(db, { storeId, path: '/deploy.md', content, cause: PERSON })
  const { id: testId } = await createTest(db, {
    storeId,
    test: {
      name: 'Deploys on Fridays',
      messages: ['When do we deploy?'],
      checks: [{ type: 'contains', text: 'on fridays' }],
      model,
      when: { isGate: true },
    },
    by: LOCAL_USER_ACTOR,
  })
  return { storeId, testId, model }
}

const contentOf = async (db: Database, storeId: string) =>
  (await getMemory(db, { storeId, path: '/deploy.md', view: 'full' })).content

/** The gates as they hold something; null: they do not. */
async function heldBy(work: Promise<unknown>): Promise<GateCheck | null> {
  try {
    await work
    return null
  } catch (error) {
    const isHold = error instanceof MemoryTestError && error.problem.kind === 'gates_hold'
    if (!isHold || error.problem.kind !== 'gates_hold') throw error
    return error.problem.check
  }
}

/** Asks the gates, and returns how they stand once they have told. */
async function told(db: Database, work: Promise<unknown>): Promise<GateCheck> {
  const check = await heldBy(work)
  if (!check) throw new Error('no gate held it')
  await testRunsFinished()
  return gatesAt(db, check)
}

/** A branch of a store in which deploys are otherwise, to be merged. */
async function branchSaying(db: Database, storeId: string, content: string) {
  const { id } = await makeBranch(db, { storeId, name: 'try', cause: PERSON })
  await putMemory(db, { storeId: id, path: '/deploy.md', content, cause: PERSON })
  return (gates: GateChoice = {}, cause: Cause = PERSON) =>
    mergeBranchPastGates(db, { storeId: id, choices: new Map(), cause, gates })
}

/** The changeset of an agent's change, all of which is to be taken back. */
async function rejected(db: Database, storeId: string, content: string) {
  await putMemory(db, { storeId, path: '/deploy.md', content, cause: AGENT })
  await examineAll(db)
  await decideAll(db, storeId, { decision: 'rejected' })
  const changesetId = await openChangeset(db, storeId)
  return (gates: GateChoice = {}, on = db) =>
    applyReviewPastGates(on, { changesetId, reviewer: LOCAL_USER_ACTOR, gates })
}

/** Decides all hunks of a store's open changeset. */
async function decideAll(
  db: Database,
  storeId: string,
  decision: Pick<HunkDecision, 'decision' | 'content'>,
) {
  const changesetId = await openChangeset(db, storeId)
  const memories = await changesetMemories(db, changesetId)
  const decisions = memories.flatMap((memory) =>
    memory.hunks.map((hunk) => ({
      hunkId: hunkId({ ...hunk, memoryId: memory.memoryId, through: memory.through }),
      ...decision,
      seen: true,
    })),
  )
  await decideHunks(db, { changesetId, decisions, reviewer: LOCAL_USER_ACTOR })
}

async function openChangeset(db: Database, storeId: string): Promise<string> {
  const { changesets } = await listChangesets(db, { state: 'open', storeId, limit: 9 })
  return changesets[0]?.id ?? ''
}

/** A database on which `work` is done once, when it is looked up how a gate stands. */
function whenGatesAreLookedUp(db: Database, work: () => Promise<unknown>): Database {
  let isDone = false
  const get: Database['read']['get'] = async (text, params) => {
    if (!isDone && text.includes('r.gate_state = ?')) {
      isDone = true
      await work()
    }
    return db.read.get(text, params)
  }
  const on = Object.create(db) as Database
  Object.defineProperty(on, 'read', { value: Object.assign(Object.create(db.read), { get }) })
  return on
}

/** A write of an agent that a rule holds. */
async function heldWrite(db: Database, storeId: string, from: string, to: string) {
  const proposalId = await holdWrite(db, {
    ...{ storeId, path: '/deploy.md', kind: 'modified', cause: AGENT, lapseAfter: null },
    rule: { id: 'all', revision: 1 },
    command: {
      kind: 'memory_tool',
      mountName: 'notes',
      input: {
        ...{ command: 'str_replace', path: '/memories/deploy.md' },
        ...{ old_str: from, new_str: to },
      },
    },
  })
  const proposal = await requireProposal(db, { proposalId: proposalId ?? '' })
  const { shown } = await previewProposal(db, proposal)
  return (gates: GateChoice = {}, content?: string) =>
    decideProposalPastGates(db, {
      ...{ proposalId: proposal.id, by: LOCAL_USER_ACTOR, gates },
      decision: { result: 'allow', shown, content },
    })
}

onBothDatabases((current) => {
  describe('a gate', () => {
    test('costs nothing and holds nothing before it is asked for, and says its price', async () => {
      const db = current()
      const { storeId, testId, model } = await gatedStore(db, FRIDAYS)
      const merge = await branchSaying(db, storeId, `${FRIDAYS}More.\n`)
      const check = await heldBy(merge())
      expect(check?.gates).toMatchObject([{ testId, status: 'not_asked', runId: null }])
      expect(check?.price?.usage.requests).toBeGreaterThan(0)
      expect(server.requests(model)).toEqual([])
      expect(await contentOf(db, storeId)).toBe(FRIDAYS)
    })

    test('lets a merge through once it passed on what would come about', async () => {
      const db = current()
      const { storeId } = await gatedStore(db, MONDAYS)
      const merge = await branchSaying(db, storeId, FRIDAYS)
      const { gates } = await told(db, merge(ASK))
      // Stricter than a test by hand: it passes with 6 of 6.
      expect(gates).toMatchObject([{ status: 'passed', held: 6, of: 6 }])
      await merge()
      expect(await contentOf(db, storeId)).toBe(FRIDAYS)
    })

    test('refuses a merge that it fails on, and its run is none of the store’s own', async () => {
      const db = current()
      const { storeId } = await gatedStore(db, FRIDAYS)
      const merge = await branchSaying(db, storeId, MONDAYS)
      const { gates } = await told(db, merge(ASK))
      expect(gates).toMatchObject([{ status: 'failed', held: 0, of: 2 }])
      expect(await heldBy(merge())).toMatchObject({ gates: [{ status: 'failed' }] })
      // What failed is not asked again until something is another.
      expect(await heldBy(merge(ASK))).toMatchObject({ gates: [{ status: 'failed', of: 2 }] })
      expect(await contentOf(db, storeId)).toBe(FRIDAYS)
      expect(await listTests(db, { storeId, runsOfEach: 9 })).toMatchObject([{ runs: [] }])
    })

    test('is gone past by a person who was shown its run, which then says who', async () => {
      const db = current()
      const { storeId } = await gatedStore(db, FRIDAYS)
      const merge = await branchSaying(db, storeId, MONDAYS)
      const { gates } = await told(db, merge(ASK))
      const although = gates.flatMap(({ runId }) => runId ?? [])
      expect(await heldBy(merge({ although: ['mtrun_other'] }))).not.toBeNull()
      await merge({ although })
      expect(await contentOf(db, storeId)).toBe(MONDAYS)
      expect(await overruled(db, although[0] ?? '')).toEqual({ overruledBy: LOCAL_USER_ACTOR.id })
    })

    test.each<Actor>([LOCAL_API_ACTOR, { type: 'session', id: 'sesn_agent' }])(
      'is never gone past by %o',
      async (actor) => {
        const db = current()
        const { storeId } = await gatedStore(db, FRIDAYS)
        const merge = await branchSaying(db, storeId, MONDAYS)
        const { gates } = await told(db, merge(ASK))
        const although = gates.flatMap(({ runId }) => runId ?? [])
        expect(await heldBy(merge({ although }, { actor }))).not.toBeNull()
        expect(await contentOf(db, storeId)).toBe(FRIDAYS)
      },
    )

    test('that gave no answer holds as one that failed, and is asked again', async () => {
      const db = current()
      const answer = opening()
      const asked = opening()
      const held = { asked: asked.resolve, until: answer.promise }
      const { storeId } = await gatedStore(db, MONDAYS, modelThatReads(held))
      const merge = await branchSaying(db, storeId, FRIDAYS)
      const check = await heldBy(merge(ASK))
      expect(['pending', 'running']).toContain(check?.gates[0]?.status)
      await asked.promise
      // Asking at once finds the run that is under way.
      expect((await heldBy(merge(ASK)))?.gates[0]?.runId).toBe(check?.gates[0]?.runId)
      await cancelTestRun(db, check?.gates[0]?.runId ?? '')
      await testRunsFinished()
      answer.resolve()
      expect((await heldBy(merge()))?.gates).toMatchObject([
        { status: 'not_run', notRunFor: 'stopped' },
      ])
      expect(await contentOf(db, storeId)).toBe(MONDAYS)
      expect((await told(db, merge(ASK))).gates).toMatchObject([{ status: 'passed' }])
      await merge()
    })

    test('that passed says nothing once the store moved on', async () => {
      const db = current()
      const { storeId } = await gatedStore(db, MONDAYS)
      const merge = await branchSaying(db, storeId, FRIDAYS)
      await told(db, merge(ASK))
      await createMemory(db, { storeId, path: '/other.md', content: 'x\n', cause: AGENT })
      expect((await heldBy(merge()))?.gates).toMatchObject([{ status: 'not_asked' }])
    })

    test('that passed lets no merge through of a branch that was written since', async () => {
      const db = current()
      const { storeId } = await gatedStore(db, MONDAYS)
      const { id: branchId } = await makeBranch(db, { storeId, name: 'try', cause: PERSON })
      const write = (content: string) =>
        putMemory(db, { storeId: branchId, path: '/deploy.md', content, cause: PERSON })
      await write(FRIDAYS)
      const merge = (on = db, gates: GateChoice = {}) =>
        mergeBranchPastGates(on, { storeId: branchId, choices: new Map(), cause: PERSON, gates })
      await told(db, merge(db, ASK))
      const meanwhile = whenGatesAreLookedUp(db, () => write('Deploys go out on Sundays.\n'))
      await expect(merge(meanwhile)).rejects.toMatchObject({ problem: { kind: 'plan_changed' } })
      expect(await contentOf(db, storeId)).toBe(MONDAYS)
    })

    test('that passed lets no tray through in which something else was decided since', async () => {
      const db = current()
      const { storeId } = await gatedStore(db, FRIDAYS)
      const apply = await rejected(db, storeId, MONDAYS)
      await told(db, apply(ASK))
      const meanwhile = whenGatesAreLookedUp(db, () =>
        decideAll(db, storeId, { decision: 'edited', content: 'Deploys go out on Sundays.\n' }),
      )
      await expect(apply({}, meanwhile)).rejects.toMatchObject({
        problem: { kind: 'plan_changed' },
      })
      expect(await contentOf(db, storeId)).toBe(MONDAYS)
    })

    test('whose state a redaction reached meanwhile is not run', async () => {
      const db = current()
      const answer = opening()
      const asked = opening()
      const held = { asked: asked.resolve, until: answer.promise }
      const { storeId } = await gatedStore(db, `${MONDAYS}hunter2secret\n`, modelThatReads(held))
      const merge = await branchSaying(db, storeId, `${FRIDAYS}hunter2secret\n`)
      const check = await heldBy(merge(ASK))
      await asked.promise
      const job = await redactText(db, {
        ...{ text: 'hunter2secret', storeIds: [storeId], replacement: '[x]', cause: PERSON },
      })
      await job.finished
      answer.resolve()
      await testRunsFinished()
      expect((await gatesAt(db, check ?? NEVER)).gates).toMatchObject([
        { status: 'not_run', notRunFor: 'state_gone' },
      ])
    })

    test('stands before a review that is applied', async () => {
      const db = current()
      const { storeId } = await gatedStore(db, FRIDAYS)
      const apply = await rejected(db, storeId, MONDAYS)
      expect((await told(db, apply(ASK))).gates).toMatchObject([{ status: 'passed' }])
      await apply()
      expect(await contentOf(db, storeId)).toBe(FRIDAYS)
    })

    test('refuses a review that it fails on', async () => {
      const db = current()
      const { storeId } = await gatedStore(db, MONDAYS)
      const apply = await rejected(db, storeId, FRIDAYS)
      expect((await told(db, apply(ASK))).gates).toMatchObject([{ status: 'failed' }])
      expect(await heldBy(apply())).not.toBeNull()
      expect(await contentOf(db, storeId)).toBe(FRIDAYS)
    })

    test('stands before a held write that is allowed, also with another text', async () => {
      const db = current()
      const { storeId } = await gatedStore(db, FRIDAYS)
      const allow = await heldWrite(db, storeId, 'Fridays', 'Mondays')
      expect((await told(db, allow(ASK))).gates).toMatchObject([{ status: 'failed' }])
      expect(await heldBy(allow())).not.toBeNull()
      const own = `${FRIDAYS}After lunch.\n`
      expect((await told(db, allow(ASK, own))).gates).toMatchObject([{ status: 'passed' }])
      expect(await allow({}, own)).toMatchObject({ state: 'allowed', isEdited: true })
      expect(await contentOf(db, storeId)).toBe(own)
    })

    test('does not stand before what would write nothing', async () => {
      const db = current()
      const { storeId, model } = await gatedStore(db, FRIDAYS)
      const merge = await branchSaying(db, storeId, FRIDAYS)
      expect(await merge(ASK)).toMatchObject({ batchId: null })
      expect(server.requests(model)).toEqual([])
    })
  })
})

const NEVER: GateCheck = { storeId: '', state: '', gates: [], price: null }

function overruled(db: Database, runId: string) {
  return db.read.get('SELECT overruled_by AS "overruledBy" FROM memory_test_runs WHERE id = ?', [
    runId,
  ])
}

/** A promise and what resolves it. */
function opening() {
  let resolve = () => {}
  const promise = new Promise<void>((resolved) => {
    resolve = resolved
  })
  return { promise, resolve }
}
