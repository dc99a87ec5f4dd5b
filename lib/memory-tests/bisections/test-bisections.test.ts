import { expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { type Actor, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { createMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { applyMoment } from '@/lib/store/undo/apply-moment'
import { DAY_MS } from '@/lib/text/day-ms'
import { onBothDatabases } from '@/tests/support/databases'
import { modelServer } from '@/tests/support/model-server'
import { say as words, view } from '@/tests/support/scripted-model-server'
import { createTest, updateTest } from '../change-tests'
import type { TestInput } from '../checked-test'
import { notPassingSince } from '../model/since'
import { TESTS_ACTOR } from '../model/tests-actor'
import { listTestRuns } from '../read-runs'
import { getTest } from '../read-tests'
import { testRunsFinished } from '../run-tests'
import { sinceChange } from '../since-change'
import { startTestRun } from '../start-run'
import { testById } from '../sql/memory-tests'
import { dropOldBisections, insertBisection } from '../sql/test-bisections'
import { bisectByItself } from './bisect-by-itself'
import { getTestBisection, newestBisectionOf } from './get-test-bisection'
import { resumeAbandonedBisections, testBisectionsFinished } from './run-bisections'
import {
  cancelTestBisection,
  estimateTestBisection,
  startTestBisection,
  type TestBisectionRequest,
} from './start-test-bisection'

const server = modelServer()
const by = LOCAL_USER_ACTOR
const cause = { actor: by }
let names = 0

const BEGAN = Date.UTC(2026, 0, 1)

/** A model that reads the memory of deploys, and says when they go out. */
function modelThatReads(until?: Promise<void>): string {
  const model = `bisected-${++names}`
  server.rule(model, (request) => {
    const sent = JSON.stringify(request.messages)
    const isListed = sent.includes('/memories/deploy.md')
    if (isListed && !sent.includes('content of')) return { parts: [view('/memories/deploy.md')] }
    const parts = [words(sent.includes('on Fridays') ? 'On Fridays.' : 'On Mondays.')]
    return until ? { parts, holdAfter: 1, until } : { parts }
  })
  return model
}

/** A store in which the deploys move to Mondays with the last but three of so many changes. */
async function turned(
  db: Database,
  changes: number,
  model = modelThatReads(),
  when: TestInput['when'] = {},
) {
  const { id: storeId } = await createStore(db, { name: 'Notes' })
  // Changes of one time are one.
  const write = (day: string, count: number) => {
    const content = `Deploys go out on ${day}.\nRead ${count} times.\n`
    const steps = [{ op: 'write' as const, path: '/deploy.md', content }]
    return applyMoment(db, { storeId, at: BEGAN + 1_000 * count, batch: null, steps, cause })
  }
  for (let count = 1; count <= changes; count++) {
    await write(count <= changes - 4 ? 'Fridays' : 'Mondays', count)
  }
  const { id: testId } = await createTest(db, {
    storeId,
    test: {
      name: 'Deploys on Fridays',
      messages: ['When do we deploy?'],
      checks: [{ type: 'contains', text: 'on fridays' }],
      model,
      when,
    },
    by,
  })
  return { storeId, testId, firstBad: changes - 3 }
}

async function searched(db: Database, asked: TestBisectionRequest) {
  const bisectionId = await startTestBisection(db, { ...asked, by })
  await testBisectionsFinished()
  return getTestBisection(db, { ...asked, bisectionId })
}

onBothDatabases((current) => {
  test('finds the change with which a test ceased to pass, from its last pass on', async () => {
    const db = current()
    const { storeId, testId, firstBad } = await turned(db, 24)
    const at = { storeId, testId }
    await startTestRun(db, { ...at, at: { sequence: 10 }, startedFor: 'person', by })
    await testRunsFinished()
    const price = await estimateTestBisection(db, at)
    expect(price).toMatchObject({ changeCount: 14, isFree: false })
    expect(price.usage.requests).toBeGreaterThan(0)
    const found = await searched(db, at)
    expect(found).toMatchObject({
      state: 'completed',
      good: 10,
      bad: 24,
      result: { verdict: 'found', isConsistent: true, change: { sequence: firstBad } },
    })
    expect(found.steps.reduce((sum, { share }) => sum + share.of, 0)).toBeLessThanOrEqual(56)
    expect(found.usage.requests).toBeGreaterThan(0)
  })

  test('says that no change made it, where it never passed', async () => {
    const db = current()
    const { storeId, testId } = await turned(db, 12)
    const found = await searched(db, { storeId, testId, good: { sequence: 9 } })
    expect(found).toMatchObject({ state: 'completed', result: { verdict: 'no_change' } })
  })

  test('is refused where nothing that it reads changed, and with a budget that decides nothing', async () => {
    const db = current()
    const { storeId, testId } = await turned(db, 12)
    const at = { storeId, testId }
    const none = estimateTestBisection(db, { ...at, good: { sequence: 12 } })
    await expect(none).rejects.toMatchObject({ problem: { kind: 'no_change_between' } })
    const small = estimateTestBisection(db, { ...at, budget: { maxRequests: 3 } })
    await expect(small).rejects.toMatchObject({ problem: { kind: 'budget_too_small' } })
  })

  test('looks at changes of the memories alone that its answers read', async () => {
    const db = current()
    const { storeId, testId } = await turned(db, 12)
    const at = { storeId, testId }
    await startTestRun(db, { ...at, startedFor: 'person', by })
    await testRunsFinished()
    for (let count = 0; count < 5; count++) {
      await createMemory(db, { storeId, path: `/other-${count}.md`, content: 'x\n', cause })
    }
    expect(await estimateTestBisection(db, at)).toMatchObject({ changeCount: 12 })
  })

  test('is stopped, and keeps within its budget', async () => {
    const db = current()
    const gate = opening()
    const { storeId, testId } = await turned(db, 16, modelThatReads(gate.promise))
    const bisectionId = await startTestBisection(db, { storeId, testId, by })
    expect(await cancelTestBisection(db, bisectionId)).toBe(true)
    await testBisectionsFinished()
    gate.resolve()
    const stopped = await getTestBisection(db, { storeId, testId, bisectionId })
    expect(stopped).toMatchObject({ state: 'canceled', result: null })
    const spent = await searched(db, { storeId, testId, budget: { maxRequests: 14 } })
    expect(spent).toMatchObject({ state: 'budget_reached' })
    expect(spent.usage.requests).toBeLessThanOrEqual(14)
  })

  test('is begun by itself when a test fails that wants it, once, and names the change', async () => {
    const db = current()
    const wants = { bisectsItself: true }
    const { storeId, testId, firstBad } = await turned(db, 12, modelThatReads(), wants)
    const at = { storeId, testId }
    const ranAt = async (sequence: number) => {
      await startTestRun(db, { ...at, at: { sequence }, startedFor: 'person', by })
      await testRunsFinished()
      await testBisectionsFinished()
      return newestBisectionOf(db, testId)
    }
    // It never passed: no change is known to have turned it.
    expect(await ranAt(12)).toBeNull()
    expect(await ranAt(6)).toBeNull()
    const begun = await ranAt(11)
    expect(begun).toMatchObject({ state: 'completed', bad: 11 })
    const found = await getTestBisection(db, { ...at, bisectionId: begun?.id ?? '' })
    expect(found).toMatchObject({ good: 6, startedBy: TESTS_ACTOR })
    const test = await getTest(db, at)
    const since = notPassingSince(await listTestRuns(db, { testId, limit: 9 }), test.revision)
    expect(await sinceChange(db, { test, since })).toMatchObject({
      ...{ from: firstBad, to: firstBad },
      versionId: expect.stringMatching(/^memver_/) as string,
    })
    expect(await ranAt(12)).toEqual(begun)
  })

  test('is not begun by itself where it costs and nobody wants it, or more than a day may ask', async () => {
    const db = current()
    const failing = async (when: TestInput['when']) => {
      const { storeId, testId } = await turned(db, 12, modelThatReads(), when)
      for (const sequence of [6, 12]) {
        const at = { storeId, testId, at: { sequence } }
        await startTestRun(db, { ...at, startedFor: 'person', by })
        await testRunsFinished()
      }
      return { storeId, testId }
    }
    const unwanted = await failing({})
    expect(await newestBisectionOf(db, unwanted.testId)).toBeNull()
    await updateTest(db, { ...unwanted, change: { when: { bisectsItself: true } } })
    expect(await bisectByItself(db, { ...unwanted, requestsPerDay: 9 })).toBeNull()
    const id = await bisectByItself(db, { ...unwanted, requestsPerDay: 20 })
    const place = { ...unwanted, bisectionId: id ?? '' }
    expect(await getTestBisection(db, place)).toMatchObject({ budget: { maxRequests: 20 } })
    await testBisectionsFinished()
  })

  test('is begun by itself by one test at a time, which leaves the next what is left of the day', async () => {
    const db = current()
    const { storeId, testId } = await turned(db, 12)
    const { messages, checks, model } = await getTest(db, { storeId, testId })
    const other = { name: 'Deploys on Fridays, too', messages, checks, model }
    const { id: otherId } = await createTest(db, { storeId, test: other, by })
    for (const id of [testId, otherId]) {
      for (const sequence of [6, 12]) {
        const at = { storeId, testId: id, at: { sequence } }
        await startTestRun(db, { ...at, startedFor: 'person', by })
        await testRunsFinished()
      }
      const change = { when: { bisectsItself: true } }
      await updateTest(db, { storeId, testId: id, change })
    }
    const begun = await Promise.all(
      [testId, otherId].map((id) =>
        bisectByItself(db, { storeId, testId: id, requestsPerDay: 20 }),
      ),
    )
    expect(begun).toEqual([expect.stringMatching(/^bsct_/), null])
    await testBisectionsFinished()
  })

  test('is begun by itself again where it failed, or another day has more to ask', async () => {
    const db = current()
    const { storeId, testId } = await turned(db, 12)
    for (const sequence of [6, 12]) {
      await startTestRun(db, { storeId, testId, at: { sequence }, startedFor: 'person', by })
      await testRunsFinished()
    }
    await updateTest(db, { storeId, testId, change: { when: { bisectsItself: true } } })
    const begin = async () => {
      const id = await bisectByItself(db, { storeId, testId, requestsPerDay: 1_000 })
      await testBisectionsFinished()
      return id
    }
    const endedAs = (status: string, createdAt = Date.now()) =>
      db.write((tx) =>
        tx.run(`UPDATE memory_test_bisections SET status = ?, created_at = ?, result = NULL`, [
          status,
          createdAt,
        ]),
      )
    const first = await begin()
    expect(first).not.toBeNull()
    for (const status of ['canceled', 'budget_reached']) {
      await endedAs(status)
      expect(await begin()).toBeNull()
    }
    await endedAs('budget_reached', Date.now() - 2 * DAY_MS)
    expect(await begin()).not.toBeNull()
    await endedAs('failed')
    expect(await begin()).not.toBeNull()
    expect(await begin()).toBeNull()
  })

  test('is dropped when it is old, but not while it counts towards what the day may ask', async () => {
    const db = current()
    const { testId } = await turned(db, 12)
    const row = await testById(db.read, testId)
    if (!row) throw new Error('there is no such test')
    const began = (id: string, actor: Actor, createdAt: number, status: string) =>
      db.write(async (tx) => {
        await insertBisection(tx, {
          ...{ id, testKey: row.key, storeKey: row.storeKey, revision: 1, good: 0, bad: 1 },
          ...{ maxRequests: 20, maxTokens: null, createdAt },
          ...{ actorType: actor.type, actorId: actor.id },
        })
        await tx.run('UPDATE memory_test_bisections SET status = ? WHERE id = ?', [status, id])
      })
    const now = Date.now()
    await began('bsct_old', TESTS_ACTOR, now - 2 * DAY_MS, 'failed')
    await began('bsct_person', by, now, 'completed')
    await began('bsct_today', TESTS_ACTOR, now, 'failed')
    await began('bsct_running', by, now, 'running')
    await began('bsct_newest', by, now, 'completed')
    await db.write((tx) => dropOldBisections(tx, row.key, { kept: 1, now }))
    const left = await db.read.all('SELECT id FROM memory_test_bisections ORDER BY key', [])
    expect(left).toEqual([{ id: 'bsct_today' }, { id: 'bsct_running' }, { id: 'bsct_newest' }])
  })

  test('goes on where its process ended, and asks nothing twice', async () => {
    const db = current()
    const { storeId, testId, firstBad } = await turned(db, 16)
    const done = await searched(db, { storeId, testId })
    await db.write(async (tx) => {
      // As a process leaves it that ended among the confirming answers.
      await tx.run(
        `UPDATE memory_test_bisections SET status = 'running', finished_at = NULL, result = NULL,
           runner = NULL WHERE id = ?`,
        [done.id],
      )
      await tx.run(
        `DELETE FROM memory_test_bisection_answers WHERE round = (
           SELECT max(round) FROM memory_test_bisection_answers) AND slot > 0`,
      )
    })
    const left = await getTestBisection(db, { storeId, testId, bisectionId: done.id })
    await resumeAbandonedBisections(db)
    await testBisectionsFinished()
    const again = await getTestBisection(db, { storeId, testId, bisectionId: done.id })
    expect(again).toMatchObject({ state: 'completed', result: { change: { sequence: firstBad } } })
    const answers = ({ steps }: typeof done) => steps.reduce((sum, { share }) => sum + share.of, 0)
    expect(answers(again)).toBe(answers(done))
    expect(answers(left)).toBeLessThan(answers(done))
  })

  test('takes no answers that another version asked for at other moments', async () => {
    const db = current()
    const { storeId, testId } = await turned(db, 16)
    const done = await searched(db, { storeId, testId })
    await db.write(async (tx) => {
      await tx.run(
        `UPDATE memory_test_bisections SET status = 'running', finished_at = NULL, result = NULL,
           runner = NULL WHERE id = ?`,
        [done.id],
      )
      await tx.run(
        `UPDATE memory_test_bisection_answers SET held = 1 - held,
           moment = CASE WHEN moment = 1 THEN 2 ELSE 1 END WHERE round = 1`,
      )
    })
    await resumeAbandonedBisections(db)
    await testBisectionsFinished()
    const again = await getTestBisection(db, { storeId, testId, bisectionId: done.id })
    const { result, steps } = done
    expect(again).toMatchObject({ state: 'completed', result, steps })
    // What was dropped was paid, and stays counted.
    expect(again.usage.requests).toBeGreaterThan(done.usage.requests)
  })
})

/** A promise and what resolves it. */
function opening() {
  let resolve = () => {}
  const promise = new Promise<void>((resolved) => {
    resolve = resolved
  })
  return { promise, resolve }
}
