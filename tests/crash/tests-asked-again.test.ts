import { expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { getTestBisection } from '@/lib/memory-tests/bisections/get-test-bisection'
import { testBisectionsFinished } from '@/lib/memory-tests/bisections/run-bisections'
import { startTestBisection } from '@/lib/memory-tests/bisections/start-test-bisection'
import { createTest } from '@/lib/memory-tests/change-tests'
import { getTestRun } from '@/lib/memory-tests/read-runs'
import { testRunsFinished } from '@/lib/memory-tests/run-tests'
import { testById } from '@/lib/memory-tests/sql/memory-tests'
import {
  answersOfBisection,
  bisectionById,
  insertBisection,
} from '@/lib/memory-tests/sql/test-bisections'
import { insertRun, runById, samplesOfRun } from '@/lib/memory-tests/sql/test-runs'
import { startTestRun } from '@/lib/memory-tests/start-run'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import type { HistoryStep } from '@/lib/store/model/history-step'
import { createStore } from '@/lib/store/stores/change-stores'
import { applyMoment } from '@/lib/store/undo/apply-moment'
import { newId } from '@/lib/text/prefixed-id'
import { onBothDatabases } from '@/tests/support/databases'
import { modelServer } from '@/tests/support/model-server'
import { type RuledModel, say as words } from '@/tests/support/scripted-model-server'
import { inEachStep, killedAskers } from './killed-asker'

const server = modelServer()
const killedAt = killedAskers(server, 'tests')
const by = LOCAL_USER_ACTOR
const BUDGET = { maxRequests: 300, maxTokens: null }
const BEGAN = Date.UTC(2026, 0, 1)

/** What is listed to it is enough: an answer is one request. */
const rule: RuledModel = ({ messages }) => {
  const isListed = JSON.stringify(messages).includes(`/memories${DEPLOYS}`)
  return { parts: [words(isListed ? 'On Fridays.' : 'I do not know.')] }
}

const CHANGES = 23
const TURN = 15
/** The memory of the deploys is gone with this change, and there again with the next. */
const GONE = 20
const DEPLOYS = '/on-fridays.md'

function stepOf(change: number): HistoryStep {
  if (change === GONE) return { op: 'delete', path: DEPLOYS }
  const path = change === TURN || change === GONE + 1 ? DEPLOYS : `/note-${change}.md`
  return { op: 'write', path, content: `${change}\n` }
}

/** A store to which a memory is added with each change but one. */
async function filled(db: Database): Promise<string> {
  const { id: storeId } = await createStore(db, { name: 'Notes' })
  for (let change = 1; change <= CHANGES; change++) {
    const at = BEGAN + 1_000 * change
    const steps = [stepOf(change)]
    await applyMoment(db, { storeId, at, batch: null, steps, cause: { actor: by } })
  }
  return storeId
}

let names = 0

/** A test of the store, as it is asked and as it is stored. */
async function testOf(db: Database, storeId: string, model: string) {
  const { id: testId } = await createTest(db, {
    storeId,
    test: {
      name: `Deploys on Fridays, ${++names}`,
      messages: ['When do we deploy?'],
      checks: [{ type: 'contains', text: 'on fridays' }],
      model,
    },
    by,
  })
  const row = await testById(db.read, testId)
  if (!row) throw new Error('the test is gone')
  const { key: testKey, storeKey, revision } = row
  return { at: { storeId, testId }, row: { testKey, storeKey, revision } }
}

function ruledModel(): string {
  const model = `killed-test-${++names}`
  server.rule(model, rule)
  return model
}

const begunBy = () => ({ actorType: by.type, actorId: by.id, createdAt: Date.now() })

onBothDatabases((current, url) => {
  test('a search for the change with which a test turned, killed in every step, finds the same, and pays for no answer twice', async () => {
    const db = current()
    const model = ruledModel()
    const storeId = await filled(db)
    const { at, row } = await testOf(db, storeId, model)
    const wholeId = await startTestBisection(db, { ...at, budget: BUDGET, by })
    await testBisectionsFinished()
    const whole = await getTestBisection(db, { ...at, bisectionId: wholeId })
    expect(whole.result).toMatchObject({ verdict: 'found', change: { sequence: TURN } })
    const stepsOf = async (bisectionId: string) => {
      const { key = 0 } = (await bisectionById(db.read, bisectionId)) ?? {}
      return (await answersOfBisection(db.read, key)).map(({ purpose }) => purpose)
    }
    const id = newId('bsct')
    const { good, bad } = whole
    await db.write((tx) => insertBisection(tx, { id, ...row, good, bad, ...BUDGET, ...begunBy() }))
    const asked = server.requests(model).length
    const steps = await stepsOf(wholeId)
    const again = { url: url(), model, rule, steps: () => stepsOf(id) }
    const lost = await killedAt(again, inEachStep(steps))
    const { result, steps: moments, usage } = whole
    expect(await getTestBisection(db, { ...at, bisectionId: id })).toMatchObject({
      ...{ state: 'completed', result, steps: moments, usage },
    })
    expect(server.requests(model).length - asked).toBe(usage.requests + lost)
    expect(await stepsOf(id)).toEqual(steps)
    expect([...new Set(steps)]).toEqual(['strip', 'narrowing', 'confirming', 'contradictions'])
  }, 300_000)

  test('a run of a test that is killed before each of its answers tells the same, and pays for no answer twice', async () => {
    const db = current()
    const model = ruledModel()
    const storeId = await filled(db)
    const { at } = await testOf(db, storeId, model)
    const wholeId = await startTestRun(db, { ...at, startedFor: 'person', by })
    await testRunsFinished()
    const whole = await getTestRun(db, { ...at, runId: wholeId })
    expect(whole).toMatchObject({ status: 'passed', held: 3, of: 3, provesNothing: false })
    // Another test: that it proves something is known of the first by now.
    const { at: other, row } = await testOf(db, storeId, model)
    const id = newId('mtrun')
    const startedFor = 'person' as const
    await db.write((tx) =>
      insertRun(tx, { id, ...row, sequence: CHANGES, startedFor, ...BUDGET, ...begunBy() }),
    )
    const stepsOf = async (runId: string) => {
      const { key = 0 } = (await runById(db.read, runId)) ?? {}
      const samples = await samplesOfRun(db.read, key)
      return samples.map(({ isEmpty }) => (isEmpty === 1 ? 'without memories' : 'with memories'))
    }
    const asked = server.requests(model).length
    const steps = await stepsOf(wholeId)
    const again = { url: url(), model, rule, steps: () => stepsOf(id) }
    const lost = await killedAt(again, [...steps.keys()])
    const { status, held, of, provesNothing, usage } = whole
    expect(await getTestRun(db, { ...other, runId: id })).toMatchObject({
      ...{ status, held, of, provesNothing, usage },
    })
    expect(server.requests(model).length - asked).toBe(usage.requests + lost)
    expect(await stepsOf(id)).toEqual(steps)
    expect(steps).toHaveLength(5)
  }, 300_000)
})
