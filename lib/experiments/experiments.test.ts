import { describe, expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { TABLES } from '@/lib/db/tables'
import { createTest, deleteTest, updateTest } from '@/lib/memory-tests/change-tests'
import { testRunsFinished } from '@/lib/memory-tests/run-tests'
import { startTestRun } from '@/lib/memory-tests/start-run'
import { compressAll } from '@/lib/store/background/version-compressor'
import { makeBranch } from '@/lib/store/branches/make-branch'
import { createMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { flushReads } from '@/lib/store/reads/reads'
import { findText } from '@/lib/store/redaction/find-text'
import { receiptOf, redactText } from '@/lib/store/redaction/redact-text'
import { createStore, deleteStore } from '@/lib/store/stores/change-stores'
import { onBothDatabases } from '@/tests/support/databases'
import { modelServer } from '@/tests/support/model-server'
import { nextMillisecond } from '@/tests/support/next-millisecond'
import { create, type RuledModel, say as words, view } from '@/tests/support/scripted-model-server'
import {
  cancelExperimentRun,
  createExperiment,
  deleteExperiment,
  estimateExperiment,
  runExperiment,
} from './change-experiments'
import type { ExperimentInput } from './checked-experiment'
import { answersOf, getExperiment, listExperiments } from './read-experiments'
import { experimentsFinished, resumeAbandonedExperiments } from './run-experiments'

const server = modelServer()
const by = LOCAL_USER_ACTOR
const cause = { actor: LOCAL_USER_ACTOR }
let names = 0

/** A model that reads the memory, and answers by the line that it is sent. */
function modelThat(answers: (sent: string) => string): string {
  const model = `compared-${++names}`
  const rule: RuledModel = (request) => {
    const sent = JSON.stringify(request)
    if (!sent.includes('content of')) return { parts: [view('/memories/deploy.md')] }
    return { parts: [words(answers(sent))] }
  }
  server.rule(model, rule)
  return model
}

const byLine = (sent: string) => (sent.includes('on Fridays') ? 'On Fridays.' : 'On Mondays.')

/** A store whose line was right at change 1 and is wrong since change 2, with a test of it. */
async function storeWithTest(
  db: Database,
  model: string,
  content = 'Deploys go out on Fridays.\n',
) {
  const { id: storeId } = await createStore(db, { name: 'Notes' })
  const { id: memoryId } = await createMemory(db, { storeId, path: '/deploy.md', content, cause })
  await nextMillisecond()
  await updateMemory(db, { storeId, memoryId, content: 'Deploys go out on Mondays.\n', cause })
  const input = {
    name: 'Deploys on Fridays',
    messages: ['When do we deploy?'],
    checks: [{ type: 'contains' as const, text: 'Fridays' }],
    model,
  }
  const { id: testId } = await createTest(db, { storeId, test: input, by })
  return { storeId, testId, input }
}

const thenAndNow = (testId: string, more: Partial<ExperimentInput> = {}): ExperimentInput => ({
  name: 'Then and now',
  columns: [{ at: { sequence: 1 } }, {}],
  testIds: [testId],
  samples: 3,
  ...more,
})

async function compared(db: Database, storeId: string, experiment: ExperimentInput) {
  const experimentId = await createExperiment(db, { storeId, experiment, by })
  await experimentsFinished()
  return { storeId, experimentId }
}

onBothDatabases((current) => {
  describe('an experiment', () => {
    test('asks each test so often in each column, and tells what was answered', async () => {
      const db = current()
      const { storeId, testId } = await storeWithTest(db, modelThat(byLine))
      const at = await compared(db, storeId, thenAndNow(testId, { samples: 10 }))
      const { run, table } = await getExperiment(db, at)
      expect(run).toMatchObject({
        state: 'completed',
        answers: 20,
        usage: { requests: 40 },
        columns: [{ sequence: 1 }, { sequence: 2 }],
      })
      expect(table.columns).toMatchObject([
        { held: 10, of: 10, usage: { requests: 20 }, comparison: null },
        { held: 0, of: 10, comparison: { says: 'worse' } },
      ])
      const answers = await answersOf(db, { ...at, testId })
      expect(answers.map(({ column, held }) => [column, held])).toEqual([
        ...Array<[number, boolean]>(10).fill([0, true]),
        ...Array<[number, boolean]>(10).fill([1, false]),
      ])
    })

    test('compares models, and each asks under its own name', async () => {
      const db = current()
      const wrong = modelThat(() => 'No idea.')
      const right = modelThat(() => 'On Fridays.')
      const { storeId, testId } = await storeWithTest(db, wrong)
      const columns = [{}, { model: right }]
      const { table } = await getExperiment(
        db,
        await compared(db, storeId, thenAndNow(testId, { columns })),
      )
      expect(table.columns).toMatchObject([{ held: 0 }, { held: 3, of: 3 }])
      expect(server.requests(right)).toHaveLength(6)
    })

    test('asks with the settings of a column in place of those of the test, and leaves the others', async () => {
      const db = current()
      const model = `compared-${++names}`
      server.rule(model, ({ messages }) => {
        const isFirst = messages.length === 1
        return { parts: [isFirst ? create('/memories/new.md', 'x') : words('On Fridays.')] }
      })
      const { storeId, testId } = await storeWithTest(db, model)
      await updateTest(db, { storeId, testId, change: { instructions: 'You are Nora.' } })
      const set = { instructions: 'You are Tom.', access: 'read_only' as const }
      const columns = [{}, set, { toolSet: 'documents' as const, instructions: '' }]
      const experiment = thenAndNow(testId, { columns, samples: 1 })
      const at = await compared(db, storeId, experiment)
      const changes = (await answersOf(db, { ...at, testId })).map((each) => each.changes.length)
      expect(changes.slice(0, 2)).toEqual([1, 0])
      const asked = server.requests(model).map(({ system, tools }) => ({
        who: /^You are (Nora|Tom)\./.exec(system?.[0]?.text ?? '')?.[1] ?? null,
        hasSix: tools?.some(({ name }) => name === 'memory_read'),
      }))
      expect(asked).toContainEqual({ who: 'Nora', hasSix: false })
      expect(asked).toContainEqual({ who: 'Tom', hasSix: false })
      expect(asked).toContainEqual({ who: null, hasSix: true })
      const { run } = await getExperiment(db, at)
      const none = { access: null, instructions: null, toolSet: null }
      expect(run.columns).toMatchObject([
        none,
        { ...none, ...set },
        { ...none, toolSet: 'documents', instructions: '' },
      ])
    })

    test('costs what its instructions do, whatever the test cost without them', async () => {
      const db = current()
      const { storeId, testId } = await storeWithTest(db, modelThat(byLine))
      await startTestRun(db, { storeId, testId, startedFor: 'person', by })
      await testRunsFinished()
      const priceWith = async (instructions: string) => {
        const experiment = thenAndNow(testId, { columns: [{}, { instructions }] })
        return (await estimateExperiment(db, { storeId, experiment })).usage.inputTokens
      }
      expect(await priceWith('word '.repeat(4_000))).toBeGreaterThan(3_000 + (await priceWith('')))
    })

    test('from before columns had settings is read, and run again', async () => {
      const db = current()
      const { storeId, testId } = await storeWithTest(db, modelThat(byLine))
      const at = await compared(db, storeId, thenAndNow(testId, { samples: 1 }))
      await db.write(async (tx) => {
        const old = (sequence: number | null) => ({ storeId, sequence, model: null })
        await tx.run(`UPDATE experiments SET columns = ?, instructions = '[]' WHERE id = ?`, [
          JSON.stringify([old(1), old(null)]),
          at.experimentId,
        ])
        await tx.run(
          `UPDATE experiment_runs SET columns = ? WHERE experiment_key = (
             SELECT key FROM experiments WHERE id = ?)`,
          [JSON.stringify([old(1), old(2)]), at.experimentId],
        )
      })
      const none = { model: null, access: null, instructions: null, toolSet: null }
      expect((await getExperiment(db, at)).run.columns).toMatchObject([none, none])
      await runExperiment(db, { ...at, by })
      await experimentsFinished()
      expect((await getExperiment(db, at)).run).toMatchObject({ state: 'completed', answers: 2 })
    })

    test('shows a branch under the name of its origin: only its memories differ', async () => {
      const db = current()
      const model = modelThat((sent) =>
        sent.includes('Tidied') ? 'It is a branch.' : byLine(sent),
      )
      const { storeId, testId } = await storeWithTest(db, model)
      const at1 = { storeId, at: { sequence: 1 }, cause }
      const { id: branchId } = await makeBranch(db, { ...at1, name: 'Tidied' })
      const columns = [{}, { storeId: branchId }]
      const at = await compared(db, storeId, thenAndNow(testId, { columns, samples: 1 }))
      const answers = await answersOf(db, { ...at, testId })
      expect(answers.map(({ texts }) => texts)).toEqual([['On Mondays.'], ['On Fridays.']])
      await deleteStore(db, { storeId: branchId, cause })
      await expect(runExperiment(db, { ...at, by })).rejects.toMatchObject({
        problem: { kind: 'store_not_found' },
      })
    })

    test('goes on where its process ended, and pays for no answer twice', async () => {
      const db = current()
      const { storeId, testId } = await storeWithTest(db, modelThat(byLine))
      const at = await compared(db, storeId, thenAndNow(testId))
      const { run } = await getExperiment(db, at)
      await db.write(async (tx) => {
        // As a process leaves it that ended after two of six answers.
        await tx.run(
          `UPDATE experiment_runs SET status = 'running', finished_at = NULL, answers = 2,
             runner = NULL WHERE id = ?`,
          [run.id],
        )
        await tx.run(
          `DELETE FROM experiment_samples WHERE slot > 0 AND run_key = (
             SELECT key FROM experiment_runs WHERE id = ?)`,
          [run.id],
        )
      })
      await resumeAbandonedExperiments(db)
      await experimentsFinished()
      const after = await getExperiment(db, at)
      expect(after.run).toMatchObject({ state: 'completed', answers: 6 })
      expect(after.run.usage.requests).toBe(run.usage.requests + 4 * 2)
      expect(after.table.columns).toMatchObject([{ held: 3 }, { held: 0 }])
    })

    test('keeps its budget, and what it has by then', async () => {
      const db = current()
      const { storeId, testId } = await storeWithTest(db, modelThat(byLine))
      const asked = { storeId, experiment: thenAndNow(testId), budget: { maxRequests: 9 }, by }
      const experimentId = await createExperiment(db, asked)
      await experimentsFinished()
      const { run } = await getExperiment(db, { storeId, experimentId })
      expect(run.state).toBe('budget_reached')
      expect(run.usage.requests).toBeLessThanOrEqual(9)
      expect(run.answers).toBeGreaterThan(0)
    })

    test('fails with the words of the server when a model is gone', async () => {
      const db = current()
      const { storeId, testId } = await storeWithTest(db, modelThat(byLine))
      const columns = [{}, { model: 'nobody-knows-it' }]
      const { run } = await getExperiment(
        db,
        await compared(db, storeId, thenAndNow(testId, { columns })),
      )
      expect(run.state).toBe('failed')
      expect(run.error).toContain('model_gone')
    })

    test('is stopped, run again, and run once however often it is asked for', async () => {
      const db = current()
      const model = `compared-${++names}`
      const answer = opening()
      server.rule(model, () => ({
        parts: [words('On Fridays.')],
        holdAfter: 1,
        until: answer.promise,
      }))
      const { storeId, testId } = await storeWithTest(db, model)
      const experiment = thenAndNow(testId)
      const experimentId = await createExperiment(db, { storeId, experiment, by })
      const at = { storeId, experimentId }
      const { run } = await getExperiment(db, at)
      expect(await runExperiment(db, { ...at, by })).toBe(run.id)
      expect(await cancelExperimentRun(db, run.id)).toBe(true)
      await experimentsFinished()
      answer.resolve()
      expect((await getExperiment(db, at)).run.state).toBe('canceled')
      expect(await cancelExperimentRun(db, run.id)).toBe(false)
      const again = await runExperiment(db, { ...at, by })
      await experimentsFinished()
      const shown = await getExperiment(db, at)
      expect(shown.run).toMatchObject({ id: again, state: 'completed' })
      expect(shown.runs.map(({ state }) => state)).toEqual(['completed', 'canceled'])
      expect((await getExperiment(db, { ...at, runId: run.id })).run.state).toBe('canceled')
    })

    test('passes over a test that is another question by now', async () => {
      const db = current()
      const { storeId, testId, input } = await storeWithTest(db, modelThat(byLine))
      const { id: otherId } = await createTest(db, { storeId, test: { ...input, name: 'B' }, by })
      const at = await compared(db, storeId, thenAndNow(testId, { testIds: [testId, otherId] }))
      const { run } = await getExperiment(db, at)
      await updateTest(db, { storeId, testId, change: { messages: ['When?'] } })
      await db.write(async (tx) => {
        await tx.run(
          `UPDATE experiment_runs SET status = 'running', finished_at = NULL, runner = NULL
           WHERE id = ?`,
          [run.id],
        )
        await tx.run(
          `DELETE FROM experiment_samples WHERE slot > 0 AND run_key = (
             SELECT key FROM experiment_runs WHERE id = ?)`,
          [run.id],
        )
      })
      await resumeAbandonedExperiments(db)
      await experimentsFinished()
      const after = await getExperiment(db, at)
      expect(after.run.state).toBe('completed')
      expect(after.table.tests.map(({ cells }) => cells.map(({ of }) => of))).toEqual([
        [1, 1],
        [3, 3],
      ])
    })

    test('loses the rows of tests that are deleted, and cannot run without any', async () => {
      const db = current()
      const { storeId, testId } = await storeWithTest(db, modelThat(byLine))
      const at = await compared(db, storeId, thenAndNow(testId, { samples: 1 }))
      await deleteTest(db, { storeId, testId })
      expect((await getExperiment(db, at)).table.tests).toEqual([])
      await expect(runExperiment(db, { ...at, by })).rejects.toMatchObject({
        problem: { kind: 'no_tests_left' },
      })
    })

    test('tells its price without asking, and refuses more than a table may have', async () => {
      const db = current()
      const model = modelThat(byLine)
      const { storeId, testId } = await storeWithTest(db, model)
      const asked = { storeId, experiment: thenAndNow(testId) }
      const price = await estimateExperiment(db, asked)
      expect(price).toMatchObject({ answers: 6, isFree: false })
      expect(price.usage.inputTokens).toBeGreaterThan(0)
      expect(price.budget.maxRequests).toBe(3 * price.usage.requests)
      expect(server.requests(model)).toEqual([])
      const twice = { storeId, experiment: thenAndNow(testId, { testIds: [testId, testId] }) }
      await expect(estimateExperiment(db, twice)).rejects.toMatchObject({
        problem: { kind: 'invalid_experiment', field: 'testIds' },
      })
    })

    test('reads, counts and writes nothing of what is real', async () => {
      const db = current()
      const model = `compared-${++names}`
      server.rule(model, (request) => {
        const sent = JSON.stringify(request.messages)
        if (!sent.includes('content of')) return { parts: [view('/memories/deploy.md')] }
        if (!sent.includes('/new.md')) return { parts: [create('/memories/new.md', 'new\n')] }
        return { parts: [words('On Fridays.')] }
      })
      const { storeId, testId } = await storeWithTest(db, model)
      await compressAll(db)
      const before = await allRows(db)
      const at = await compared(db, storeId, thenAndNow(testId))
      const [answer] = await answersOf(db, { ...at, testId })
      expect(answer?.changes).toMatchObject([{ path: '/new.md', operation: 'created' }])
      expect(await allRows(db)).toEqual(before)
    })

    test('is listed with its last run, and goes by itself and with its store', async () => {
      const db = current()
      const { storeId, testId } = await storeWithTest(db, modelThat(byLine))
      const at = await compared(db, storeId, thenAndNow(testId, { samples: 1 }))
      expect(await listExperiments(db, storeId)).toMatchObject([
        { experiment: { id: at.experimentId }, lastRun: { state: 'completed' } },
      ])
      await deleteExperiment(db, at)
      await expect(getExperiment(db, at)).rejects.toMatchObject({
        problem: { kind: 'experiment_not_found' },
      })
      const other = await compared(db, storeId, thenAndNow(testId, { samples: 1 }))
      await deleteStore(db, { storeId, cause })
      await expect(getExperiment(db, other)).rejects.toMatchObject({
        problem: { kind: 'experiment_not_found' },
      })
    })
  })

  describe('a redaction', () => {
    test('reaches the name and the answers of an experiment, those of a branch too', async () => {
      const db = current()
      const secret = 'hunter4secret'
      const model = modelThat((sent) => (sent.includes(secret) ? `It is ${secret}.` : 'No.'))
      const { storeId, testId } = await storeWithTest(db, model, `The key is ${secret}.\n`)
      const at1 = { storeId, at: { sequence: 1 }, cause }
      const { id: branchId } = await makeBranch(db, { ...at1, name: 'Tidied' })
      const columns = [{ at: { sequence: 1 } }, { storeId: branchId }]
      const experiment = thenAndNow(testId, { columns, samples: 1, name: `Knows ${secret}` })
      const at = await compared(db, storeId, experiment)
      const said = async () =>
        JSON.stringify([await getExperiment(db, at), await answersOf(db, { ...at, testId })])
      expect(await said()).toContain(`It is ${secret}`)
      const job = await redactText(db, {
        text: secret,
        storeIds: [storeId],
        replacement: '[x]',
        cause,
      })
      receiptOf(await job.finished)
      expect(await said()).not.toContain(secret)
    })

    test('reaches the instructions of a column, which is not asked any more', async () => {
      const db = current()
      const secret = 'hunter6secret'
      const { storeId, testId } = await storeWithTest(db, modelThat(byLine))
      const columns = [{}, { instructions: `Never say ${secret}.` }]
      const at = await compared(db, storeId, thenAndNow(testId, { columns, samples: 1 }))
      const found = await findText(db, { text: secret, storeIds: [storeId] })
      expect(JSON.stringify(found)).toContain('instructions')
      const job = await redactText(db, {
        text: secret,
        storeIds: [storeId],
        replacement: '[x]',
        cause,
      })
      await job.finished
      const { run, experiment } = await getExperiment(db, at)
      expect(run.columns[1]?.instructions).toBe('Never say [x].')
      expect(experiment.columns[1]?.instructions).toBe('Never say [x].')
      expect(JSON.stringify(await allRows(db, () => true))).not.toContain(secret)
      await expect(runExperiment(db, { ...at, by })).rejects.toMatchObject({
        problem: { kind: 'experiment_redacted' },
      })
    })

    test('of instructions has their answer under way dropped; the other columns go on', async () => {
      const db = current()
      const secret = 'hunter7secret'
      const answer = opening()
      const asked = opening()
      const model = `compared-${++names}`
      server.rule(model, ({ system }) => {
        const isTold = system?.[0]?.text.includes(secret) === true
        if (!isTold) return { parts: [words('On Fridays.')] }
        asked.resolve()
        return { parts: [words(`Not ${secret}.`)], holdAfter: 1, until: answer.promise }
      })
      const { storeId, testId } = await storeWithTest(db, model)
      const columns = [{}, { instructions: `Never say ${secret}.` }]
      const experiment = thenAndNow(testId, { columns })
      const experimentId = await createExperiment(db, { storeId, experiment, by })
      await asked.promise
      const job = await redactText(db, {
        text: secret,
        storeIds: [storeId],
        replacement: '[x]',
        cause,
      })
      await job.finished
      answer.resolve()
      await experimentsFinished()
      const { run, table } = await getExperiment(db, { storeId, experimentId })
      expect(run).toMatchObject({ state: 'completed', answers: 3 })
      expect(table.columns.map(({ of }) => of)).toEqual([3, 0])
      expect(JSON.stringify(await allRows(db, () => true))).not.toContain(secret)
    })

    test('of every column’s instructions ends the run, and that is said to be why', async () => {
      const db = current()
      const secret = 'hunter8secret'
      const answer = opening()
      const asked = opening()
      const model = `compared-${++names}`
      server.rule(model, () => {
        asked.resolve()
        return { parts: [words('On Fridays.')], holdAfter: 1, until: answer.promise }
      })
      const { storeId, testId } = await storeWithTest(db, model)
      const instructions = `Never say ${secret}.`
      const columns = [{ instructions }, { instructions: `${instructions} Be brief.` }]
      const experiment = thenAndNow(testId, { columns, samples: 1 })
      const experimentId = await createExperiment(db, { storeId, experiment, by })
      await asked.promise
      const job = await redactText(db, {
        text: secret,
        storeIds: [storeId],
        replacement: '[x]',
        cause,
      })
      await job.finished
      answer.resolve()
      await experimentsFinished()
      const { run } = await getExperiment(db, { storeId, experimentId })
      expect(run).toMatchObject({ state: 'failed', answers: 0, error: 'columns_redacted' })
    })

    test('has an answer under way dropped, and asked again without the text', async () => {
      const db = current()
      const secret = 'hunter5secret'
      const answer = opening()
      const asked = opening()
      const model = `compared-${++names}`
      server.rule(model, (request) => {
        const sent = JSON.stringify(request.messages)
        if (!sent.includes('content of')) return { parts: [view('/memories/deploy.md')] }
        const parts = [words(sent.includes(secret) ? `It is ${secret}.` : 'It is gone.')]
        asked.resolve()
        return { parts, holdAfter: 1, until: answer.promise }
      })
      const { storeId, testId } = await storeWithTest(db, model, `The key is ${secret}.\n`)
      const experiment = thenAndNow(testId, { samples: 1 })
      const experimentId = await createExperiment(db, { storeId, experiment, by })
      await asked.promise
      const job = await redactText(db, {
        text: secret,
        storeIds: [storeId],
        replacement: '[x]',
        cause,
      })
      await job.finished
      answer.resolve()
      await experimentsFinished()
      const at = { storeId, experimentId }
      expect((await getExperiment(db, at)).run).toMatchObject({ state: 'completed', answers: 2 })
      expect(JSON.stringify(await answersOf(db, { ...at, testId }))).not.toContain(secret)
    })
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

/** Every table but those of experiments, and what followers of a store are told by. */
const isReal = (table: string) => !table.startsWith('experiment') && table !== 'changed_rows'

/** Every row of every table that is asked for. */
async function allRows(
  db: Database,
  isAsked: (table: string) => boolean = isReal,
): Promise<Record<string, unknown>> {
  await flushReads(db)
  const rows: Record<string, unknown> = {}
  for (const { name } of TABLES) {
    if (!isAsked(name)) continue
    rows[name] = await db.read.all(`SELECT * FROM ${name} ORDER BY 1, 2`)
  }
  return rows
}
