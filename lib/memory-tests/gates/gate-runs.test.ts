import { describe, expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { createMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { DAY_MS } from '@/lib/text/day-ms'
import { newId } from '@/lib/text/prefixed-id'
import { onBothDatabases } from '@/tests/support/databases'
import { modelServer } from '@/tests/support/model-server'
import { say as words } from '@/tests/support/scripted-model-server'
import { createTest, deleteTest } from '../change-tests'
import { listSpent } from '../read-runs'
import { resumeAbandonedRuns, testRunsFinished } from '../run-tests'
import { testById } from '../sql/memory-tests'
import {
  dropOldRuns,
  insertRun,
  insertSample,
  type NewRun,
  type RunRow,
  runById,
} from '../sql/test-runs'
import { askGate } from './ask-gate'
import { comingState } from './coming-state'
import { heldRuns, holdState } from './held-states'

const MINUTE = 60_000
const server = modelServer()
let names = 0

async function gateOn(db: Database, rule: Parameters<typeof server.rule>[1] = answering) {
  const model = `held-${++names}`
  server.rule(model, rule)
  const { id: storeId } = await createStore(db, { name: 'Notes' })
  const cause = { actor: LOCAL_USER_ACTOR }
  await createMemory(db, { storeId, path: '/deploy.md', content: 'On Fridays.\n', cause })
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
  return { storeId, testId }
}

const answering = () => ({ parts: [words('On Fridays.')] })

/** A run of a test as it stands in the table, whose state this process does not know. */
async function runOf(db: Database, testId: string, more: Partial<NewRun> = {}): Promise<string> {
  const id = newId('mtrun')
  await db.write(async (tx) => {
    const row = await testById(tx, testId)
    if (!row) throw new Error('there is no such test')
    await insertRun(tx, {
      ...{ id, testKey: row.key, storeKey: row.storeKey, revision: row.revision, sequence: 1 },
      ...{ startedFor: 'gate', gateState: 'a state', gateOf: 'changeset' },
      ...{ maxRequests: 100, maxTokens: null },
      ...{ actorType: 'user', actorId: LOCAL_USER_ACTOR.id, createdAt: Date.now(), ...more },
    })
  })
  return id
}

async function runNow(db: Database, id: string): Promise<RunRow | undefined> {
  await resumeAbandonedRuns(db)
  await testRunsFinished()
  return runById(db.read, id)
}

const set = (db: Database, id: string, column: string, value: number) =>
  db.write((tx) => tx.run(`UPDATE memory_test_runs SET ${column} = ? WHERE id = ?`, [value, id]))

onBothDatabases((current) => {
  describe('a gate’s run that another process started', () => {
    test('is left to it before it has begun', async () => {
      const db = current()
      const { testId } = await gateOn(db)
      const id = await runOf(db, testId)
      expect(await runNow(db, id)).toMatchObject({ status: 'pending', runner: null })
    })

    test('is ended once it began and was let go', async () => {
      const db = current()
      const { testId } = await gateOn(db)
      const id = await runOf(db, testId)
      await set(db, id, 'beat_at', 1)
      expect(await runNow(db, id)).toMatchObject({ status: 'not_run', notRunFor: 'state_gone' })
    })

    test('is ended when a person stopped it', async () => {
      const db = current()
      const { testId } = await gateOn(db)
      const id = await runOf(db, testId)
      await set(db, id, 'stop_asked_at', Date.now())
      expect(await runNow(db, id)).toMatchObject({ status: 'not_run', notRunFor: 'stopped' })
    })

    test('is ended when it has not begun within its ten minutes', async () => {
      const db = current()
      const { testId } = await gateOn(db)
      const id = await runOf(db, testId, { createdAt: Date.now() - 11 * MINUTE })
      expect(await runNow(db, id)).toMatchObject({ status: 'not_run' })
    })
  })

  test('a gate’s run counts towards what the store’s tests took, by revision', async () => {
    const db = current()
    const { storeId, testId } = await gateOn(db)
    const now = Date.now()
    await answered(db, await runOf(db, testId))
    await answered(db, await runOf(db, testId))
    await answered(
      db,
      await runOf(db, testId, { revision: 2, startedFor: 'person', gateState: null, gateOf: null }),
    )
    await answered(db, await runOf(db, testId, { createdAt: now - DAY_MS }))
    const spent = await listSpent(db, { storeId, after: now - DAY_MS })
    expect(spent.toSorted((one, other) => one.revision - other.revision)).toEqual([
      { testId, revision: 1, inputTokens: 2, outputTokens: 2 },
      { testId, revision: 2, inputTokens: 1, outputTokens: 1 },
    ])
  })

  describe('the state that a gate is asked about', () => {
    test('is not kept where its run could not be stored', async () => {
      const db = current()
      const { storeId, testId } = await gateOn(db)
      const failing = Object.create(db) as Database
      const write = () => Promise.reject(new Error('the disk is full'))
      Object.defineProperty(failing, 'write', { value: write })
      await expect(ask(failing, storeId, testId)).rejects.toThrow('the disk is full')
      expect(heldRuns()).toEqual([])
    })

    test('goes when its test is deleted while it is asked', async () => {
      const db = current()
      const { rule, asked, answer } = waiting()
      const { storeId, testId } = await gateOn(db, rule)
      await ask(db, storeId, testId)
      await asked
      expect(heldRuns()).toHaveLength(1)
      await deleteTest(db, { storeId, testId })
      answer()
      await testRunsFinished()
      expect(heldRuns()).toEqual([])
    })

    test('goes when another process took its run', async () => {
      const db = current()
      const { rule, asked, answer } = waiting()
      const { storeId, testId } = await gateOn(db, rule)
      await ask(db, storeId, testId)
      await asked
      await db.write((tx) =>
        tx.run('UPDATE memory_test_runs SET runner = ? WHERE id = ?', [
          'other',
          heldRuns()[0] ?? '',
        ]),
      )
      answer()
      await testRunsFinished()
      expect(heldRuns()).toEqual([])
    })

    test('goes when its run was over, or gone, before it began', async () => {
      const db = current()
      const { storeId, testId } = await gateOn(db)
      const id = await runOf(db, testId)
      holdState(id, await stateOf(storeId))
      holdState('mtrun_gone', await stateOf(storeId))
      await db.write((tx) =>
        tx.run("UPDATE memory_test_runs SET status = 'not_run' WHERE id = ?", [id]),
      )
      await resumeAbandonedRuns(db)
      expect(heldRuns()).toEqual([])
    })
  })

  describe('of the runs of a test', () => {
    test('those of gates push none of the store’s own away, nor its answers', async () => {
      const db = current()
      const { testId } = await gateOn(db)
      const own = { gateState: null, gateOf: null, startedFor: 'person' } as const
      const first = await runOf(db, testId, own)
      const second = await runOf(db, testId, own)
      for (const id of [first, second]) await answered(db, id)
      const gates = [await runOf(db, testId), await runOf(db, testId), await runOf(db, testId)]
      await over(db)
      await dropAllBut(db, second, { withAnswers: 1, kept: 2 })
      expect(await idsOf(db, 'memory_test_runs r')).toEqual([first, second, ...gates.slice(1)])
      const answers = 'memory_test_samples p JOIN memory_test_runs r ON r.key = p.run_key'
      expect(await idsOf(db, answers)).toEqual([second])
    })

    test('none is dropped in spite of which a person went on', async () => {
      const db = current()
      const { testId } = await gateOn(db)
      const overruled = await runOf(db, testId)
      await set(db, overruled, 'overruled_at', Date.now())
      await runOf(db, testId)
      const newest = await runOf(db, testId)
      await over(db)
      await dropAllBut(db, newest, { withAnswers: 1, kept: 1 })
      expect(await idsOf(db, 'memory_test_runs r')).toEqual([overruled, newest])
    })

    test('none is dropped that is under way, or counts towards what the day may ask', async () => {
      const db = current()
      const { testId } = await gateOn(db)
      const own = { gateState: null, gateOf: null, startedFor: 'change' } as const
      await runOf(db, testId, { ...own, createdAt: Date.now() - 2 * DAY_MS })
      const ofToday = await runOf(db, testId, own)
      await over(db)
      const underWay = await runOf(db, testId, { ...own, startedFor: 'person' })
      await answered(db, underWay)
      const newest = await runOf(db, testId, own)
      await dropAllBut(db, newest, { withAnswers: 1, kept: 1 })
      expect(await idsOf(db, 'memory_test_runs r')).toEqual([ofToday, underWay, newest])
      const answers = 'memory_test_samples p JOIN memory_test_runs r ON r.key = p.run_key'
      expect(await idsOf(db, answers)).toEqual([underWay])
    })
  })
})

const stateOf = (storeId: string) => comingState({ storeId, sequence: 1, changes: [] })

async function ask(db: Database, storeId: string, testId: string): Promise<void> {
  const state = await stateOf(storeId)
  await askGate(db, { testId, state, subject: 'changeset', by: LOCAL_USER_ACTOR })
}

/** A model that says when it is asked, and answers when it is told to. */
function waiting() {
  let isAsked = () => {}
  let answer = () => {}
  const asked = new Promise<void>((resolve) => (isAsked = resolve))
  const until = new Promise<void>((resolve) => (answer = resolve))
  const rule = () => {
    isAsked()
    return { ...answering(), holdAfter: 1, until }
  }
  return { rule, asked, answer: () => answer() }
}

async function answered(db: Database, id: string) {
  const run = await runById(db.read, id)
  if (!run) throw new Error('there is no such run')
  const { key: runKey, storeKey } = run
  await db.write((tx) =>
    insertSample(tx, {
      ...{ runKey, storeKey, isEmpty: 0, held: 1, checks: '[1]', answer: '{}', reads: '[]' },
      ...{ requests: 1, inputTokens: 1, outputTokens: 1, duration: 1, createdAt: Date.now() },
    }),
  )
}

/** Ends the runs that there are. */
const over = (db: Database) =>
  db.write((tx) => tx.run("UPDATE memory_test_runs SET status = 'not_run'", []))

/** Drops what is too old of the runs of the test that this run is of. */
async function dropAllBut(db: Database, id: string, most: { withAnswers: number; kept: number }) {
  const run = await runById(db.read, id)
  await db.write((tx) => dropOldRuns(tx, run?.testKey ?? 0, { ...most, now: Date.now() }))
}

async function idsOf(db: Database, from: string): Promise<string[]> {
  const rows = await db.read.all<{ id: string }>(`SELECT r.id FROM ${from} ORDER BY r.key`)
  return rows.map(({ id }) => id)
}
