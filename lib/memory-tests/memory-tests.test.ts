import { describe, expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { TABLES } from '@/lib/db/tables'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { makeBranch } from '@/lib/store/branches/make-branch'
import { createMemory, putMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { compressAll } from '@/lib/store/background/version-compressor'
import { flushReads } from '@/lib/store/reads/reads'
import { receiptOf, redactText } from '@/lib/store/redaction/redact-text'
import { createStore, deleteStore } from '@/lib/store/stores/change-stores'
import { onBothDatabases } from '@/tests/support/databases'
import { modelServer } from '@/tests/support/model-server'
import {
  call,
  create,
  type RuledModel,
  say as words,
  view,
} from '@/tests/support/scripted-model-server'
import { createTest, deleteTest, updateTest } from './change-tests'
import type { TestInput } from './checked-test'
import { coveredPaths } from './covered-paths'
import { MemoryTestError } from './problems'
import { getTestRun, type TestRunWithSamples } from './read-runs'
import { getTest, listTests } from './read-tests'
import { resumeAbandonedRuns, testRunsFinished } from './run-tests'
import { cancelTestRun, estimateRun, type RunRequest, startTestRun } from './start-run'

const server = modelServer()
let names = 0

/** A model that reads every memory that is listed to it, and answers by the lines that it is sent. */
function modelThat(answers: (sent: string) => string, more: Partial<Held> = {}): string {
  const model = `tested-${++names}`
  const rule: RuledModel = (request) => {
    const sent = JSON.stringify(request.messages)
    const listed = [...sent.matchAll(/\\t(\/memories\/[\w-]+\.md)/g)].map(([, path]) => path ?? '')
    const unread = listed.filter((path) => !sent.includes(`content of ${path}`))
    if (unread.length > 0) return { parts: unread.map((path) => view(path)) }
    const parts = [words(answers(sent))]
    return more.until ? { parts, holdAfter: 1, until: more.until } : { parts }
  }
  server.rule(model, rule)
  return model
}

interface Held {
  until: Promise<void>
}

const DEPLOYS = { '/deploy.md': 'Ask Mia first.\nDeploys go out on Fridays.\n' }
const byLine = (sent: string) => (sent.includes('on Fridays') ? 'On Fridays.' : 'I do not know.')
const by = LOCAL_USER_ACTOR
const cause = { actor: LOCAL_USER_ACTOR }

async function storeWith(db: Database, files: Record<string, string> = DEPLOYS) {
  const { id } = await createStore(db, { name: 'Notes' })
  for (const [path, content] of Object.entries(files)) {
    await createMemory(db, { storeId: id, path, content, cause })
  }
  return id
}

async function saved(db: Database, model: string, more: Partial<TestInput> = {}) {
  const storeId = await storeWith(db)
  const input: TestInput = {
    name: 'Deploys on Fridays',
    messages: ['When do we deploy?'],
    checks: [{ type: 'contains', text: 'on  fridays' }],
    model,
    ...more,
  }
  const { id: testId } = await createTest(db, { storeId, test: input, by })
  return { storeId, testId }
}

async function ran(
  db: Database,
  asked: { storeId: string; testId: string } & Partial<RunRequest>,
): Promise<TestRunWithSamples> {
  const runId = await startTestRun(db, { ...asked, startedFor: 'person', by })
  await testRunsFinished()
  return getTestRun(db, { ...asked, runId })
}

async function refused(work: Promise<unknown>) {
  const error = await work.catch((thrown: unknown) => thrown)
  return error instanceof MemoryTestError ? error.problem : error
}

onBothDatabases((current) => {
  describe('a memory test', () => {
    test('passes with 3 of 3, and does not without the memory that it is about', async () => {
      const db = current()
      const run = await ran(db, await saved(db, modelThat(byLine)))
      expect(run).toMatchObject({ status: 'passed', held: 3, of: 3, provesNothing: false })
      expect(run.samples.map(({ isEmpty, held }) => [isEmpty, held])).toEqual([
        [false, true],
        [false, true],
        [false, true],
        [true, false],
        [true, false],
      ])
      expect(run.samples[0]?.texts).toEqual(['On Fridays.'])
      expect(run.usage.requests).toBe(2 * 3 + 2)
    })

    test('fails with 2 of 2, and is not asked again without memory', async () => {
      const db = current()
      const run = await ran(
        db,
        await saved(
          db,
          modelThat(() => 'On Mondays.'),
        ),
      )
      expect(run).toMatchObject({ status: 'failed', held: 0, of: 2, provesNothing: null })
    })

    test('proves nothing if it passes with an empty store; that is asked once a revision', async () => {
      const db = current()
      const at = await saved(
        db,
        modelThat(() => 'On Fridays, as always.'),
      )
      expect(await ran(db, at)).toMatchObject({ status: 'passed', provesNothing: true })
      expect(await getTest(db, at)).toMatchObject({ provesNothing: true })
      const again = await ran(db, at)
      expect(again).toMatchObject({ provesNothing: true, of: 3 })
      expect(again.samples).toHaveLength(3)
      await updateTest(db, { ...at, change: { messages: ['When?'] } })
      expect(await getTest(db, at)).toMatchObject({ provesNothing: null, revision: 2 })
    })

    test('is asked with the access, instructions and tools that it says', async () => {
      const db = current()
      const model = `settings-${++names}`
      server.rule(model, ({ messages }) => {
        const isFirst = messages.length === 1
        return { parts: [isFirst ? create('/memories/new.md', 'x') : words('On Fridays.')] }
      })
      const writing = await ran(db, await saved(db, model))
      expect(writing.samples[0]?.changes).toMatchObject([{ path: '/new.md' }])
      const reading = { access: 'read_only', instructions: 'You are Nora.' } as const
      const at = await saved(db, model, reading)
      const read = await ran(db, at)
      expect(read.samples[0]).toMatchObject({ held: true, changes: [] })
      const { system } = server.requests(model).at(-1) ?? {}
      expect(system?.[0]?.text).toMatch(/^You are Nora\./)
      await updateTest(db, { ...at, change: { toolSet: 'documents' } })
      expect(await getTest(db, at)).toMatchObject({ ...reading, revision: 2, provesNothing: null })
      await ran(db, at)
      const { tools } = server.requests(model).at(-1) ?? {}
      expect(tools?.map(({ name }) => name)).toContain('memory_read')
    })

    test('is the same question under another name or at other times', async () => {
      const db = current()
      const at = await saved(db, modelThat(byLine))
      await ran(db, at)
      await updateTest(db, { ...at, change: { name: 'Fridays', when: { nightlyMinute: 150 } } })
      expect(await getTest(db, at)).toMatchObject({
        name: 'Fridays',
        revision: 1,
        provesNothing: false,
        when: { paths: null, nightlyMinute: 150 },
      })
    })

    test('covers the memories that its answers read when it passed, as far as there are any', async () => {
      const db = current()
      const at = await saved(db, modelThat(byLine))
      await createMemory(db, { storeId: at.storeId, path: '/b.md', content: 'b\n', cause })
      expect([...(await coveredPaths(db, at.storeId))]).toEqual([])
      await ran(db, { ...at, at: { sequence: 1 } })
      expect([...(await coveredPaths(db, at.storeId))]).toEqual(['/deploy.md'])
      await ran(db, at)
      expect([...(await coveredPaths(db, at.storeId))].sort()).toEqual(['/b.md', '/deploy.md'])
    })

    test('covers what a search showed its answers', async () => {
      const db = current()
      const model = `tested-${++names}`
      server.rule(model, (request) => {
        const sent = JSON.stringify(request.messages)
        if (sent.includes('tool_result')) return { parts: [words(byLine(sent))] }
        return { parts: [call('memory_search', { query: 'on fridays' })] }
      })
      const at = await saved(db, model)
      await createMemory(db, { storeId: at.storeId, path: '/b.md', content: 'b\n', cause })
      expect((await ran(db, at)).status).toBe('passed')
      expect([...(await coveredPaths(db, at.storeId))]).toEqual(['/deploy.md'])
    })

    test('is asked of the store as it was at a moment', async () => {
      const db = current()
      const at = await saved(db, modelThat(byLine))
      const [first] = (await listTests(db, { storeId: at.storeId, runsOfEach: 1 })) ?? []
      expect(first?.runs).toEqual([])
      const now = await ran(db, at)
      expect(await ran(db, { ...at, at: { sequence: 0 } }).catch(() => 'refused')).toBe('refused')
      await createMemory(db, { storeId: at.storeId, path: '/b.md', content: 'b\n', cause })
      const { sequence } = await ran(db, { ...at, at: { sequence: now.sequence } })
      expect(sequence).toBe(now.sequence)
    })

    test('holds if all of its checks hold, in the answer to the last of its messages', async () => {
      const db = current()
      const model = modelThat((sent) => (sent.includes('And then?') ? 'We rest.' : 'On Fridays.'))
      const run = await ran(db, {
        ...(await saved(db, model, {
          messages: ['When do we deploy?', 'And then?'],
          checks: [
            { type: 'lacks', text: 'Fridays' },
            { type: 'contains', text: 'rest' },
          ],
        })),
      })
      expect(run).toMatchObject({ status: 'passed' })
      expect(run.samples[0]).toMatchObject({ checks: [true, true], texts: ['We rest.'] })
    })

    test('needs k of n answers if it is told so', async () => {
      const db = current()
      let answers = 0
      const model = modelThat(() => (++answers % 2 === 0 ? 'On Fridays.' : 'No idea.'))
      const rule = { needed: 2, of: 4 }
      const run = await ran(db, await saved(db, model, { verdict: rule }))
      expect(run).toMatchObject({ status: 'passed', held: 2 })
    })

    test('is not run when its budget is used up, however well it went', async () => {
      const db = current()
      const at = await saved(db, modelThat(byLine))
      const run = await ran(db, { ...at, budget: { maxRequests: 3 } })
      expect(run).toMatchObject({ status: 'not_run', notRunFor: 'budget_used_up' })
      expect(run.usage.requests).toBeLessThanOrEqual(3)
    })

    test('is passed when only asking without memory is more than its budget', async () => {
      const db = current()
      const at = await saved(db, modelThat(byLine))
      const run = await ran(db, { ...at, budget: { maxRequests: 6 } })
      expect(run).toMatchObject({ status: 'passed', provesNothing: null })
    })

    test('stands as passed when its model is gone before it was asked without memory', async () => {
      const db = current()
      const model = `tested-${++names}`
      server.rule(model, (request) => {
        const sent = JSON.stringify(request.messages)
        if (!sent.includes('/memories/deploy.md')) {
          return { status: 400, type: 'invalid_request_error', message: 'no memory' }
        }
        if (!sent.includes('content of')) return { parts: [view('/memories/deploy.md')] }
        return { parts: [words('On Fridays.')] }
      })
      const run = await ran(db, await saved(db, model))
      expect(run).toMatchObject({ status: 'passed', held: 3, of: 3, provesNothing: null })
    })

    test('goes on when one answer needs more than its share, while there is budget left', async () => {
      const db = current()
      const model = `tested-${++names}`
      let begun = 0
      server.rule(model, (request) => {
        const sent = JSON.stringify(request.messages)
        const calls = sent.split('"tool_use_id"').length - 1
        // The first answer looks around eight times before it says something.
        const isLookingAround =
          sent.includes('"path":"/memories"') || (calls === 0 && begun++ === 0)
        if (isLookingAround && calls < 8) return { parts: [view('/memories')] }
        if (calls === 0) return { parts: [view('/memories/deploy.md')] }
        return { parts: [words('On Fridays.')] }
      })
      const run = await ran(db, { ...(await saved(db, model)), budget: { maxRequests: 15 } })
      expect(run).toMatchObject({ status: 'passed', held: 3, of: 3 })
    })

    test('is asked of a branch of its store, and of no other', async () => {
      const db = current()
      const at = await saved(db, modelThat(byLine))
      const { id: branchId } = await makeBranch(db, { storeId: at.storeId, name: 'try', cause })
      await putMemory(db, {
        ...{ storeId: branchId, path: '/deploy.md', content: 'On Mondays.\n', cause },
      })
      expect(await ran(db, { ...at, branchId })).toMatchObject({ status: 'failed', branchId })
      // What it would be there is none of the store's own runs.
      expect(await listTests(db, { storeId: at.storeId, runsOfEach: 9 })).toMatchObject([
        { runs: [] },
      ])
      expect(await ran(db, at)).toMatchObject({ status: 'passed', branchId: null })
      const other = await storeWith(db)
      expect(await refused(ran(db, { ...at, branchId: other }))).toMatchObject({
        kind: 'no_branch_of_store',
        storeId: other,
      })
    })

    test('is not run when its model is gone', async () => {
      const db = current()
      const run = await ran(db, await saved(db, 'nobody-knows-it'))
      expect(run).toMatchObject({ status: 'not_run', notRunFor: 'model_failed' })
      expect(run.error).not.toBeNull()
    })

    test('is stopped, and then not run', async () => {
      const db = current()
      const answer = opening()
      const at = await saved(db, modelThat(byLine, { until: answer.promise }))
      const runId = await startTestRun(db, { ...at, startedFor: 'person', by })
      expect(await cancelTestRun(db, runId)).toBe(true)
      await testRunsFinished()
      answer.resolve()
      expect(await getTestRun(db, { ...at, runId })).toMatchObject({
        status: 'not_run',
        notRunFor: 'stopped',
      })
      expect(await cancelTestRun(db, runId)).toBe(false)
    })

    test('is run once, however often it is asked for at the same state', async () => {
      const db = current()
      const answer = opening()
      const at = await saved(db, modelThat(byLine, { until: answer.promise }))
      const asked = { ...at, startedFor: 'person', by } as const
      const first = await startTestRun(db, asked)
      expect(await startTestRun(db, asked)).toBe(first)
      answer.resolve()
      await testRunsFinished()
    })

    test('goes on where its process ended, and pays for no answer twice', async () => {
      const db = current()
      const at = await saved(db, modelThat(byLine))
      const run = await ran(db, at)
      await db.write(async (tx) => {
        // As a process leaves it that ended before the last answer.
        await tx.run(
          `UPDATE memory_test_runs SET status = 'running', finished_at = NULL, passes_empty = NULL,
             held = 2, answers = 2, runner = NULL WHERE id = ?`,
          [run.id],
        )
        await tx.run('UPDATE memory_tests SET empty_revision = NULL WHERE id = ?', [at.testId])
        await tx.run(
          `DELETE FROM memory_test_samples WHERE key > (
             SELECT min(key) + 1 FROM memory_test_samples)`,
        )
      })
      await resumeAbandonedRuns(db)
      await testRunsFinished()
      const gone = await getTestRun(db, { ...at, runId: run.id })
      expect(gone).toMatchObject({ status: 'passed', held: 3, of: 3, provesNothing: false })
      expect(gone.usage.requests).toBe(run.usage.requests + 2 + 2)
    })

    test('tells its price without asking, and refuses a budget that can decide nothing', async () => {
      const db = current()
      const model = modelThat(byLine)
      const at = await saved(db, model)
      const { usage, budget } = await estimateRun(db, at)
      expect(usage.inputTokens).toBeGreaterThan(0)
      expect(budget.maxRequests).toBeGreaterThan(usage.requests)
      expect(server.requests(model)).toEqual([])
      const small = { ...at, budget: { maxRequests: 2 } }
      await expect(estimateRun(db, small)).rejects.toMatchObject({
        problem: { kind: 'budget_too_small', least: 3 },
      })
    })

    test('is listed with its newest runs, the newest first, as many of each as are asked for', async () => {
      const db = current()
      const at = await saved(db, modelThat(byLine))
      const runs = [await ran(db, at), await ran(db, at), await ran(db, at)]
      const [listed] = await listTests(db, { storeId: at.storeId, runsOfEach: 2 })
      expect(listed?.runs.map(({ id }) => id)).toEqual([runs[2]?.id, runs[1]?.id])
      const [all] = await listTests(db, { storeId: at.storeId, runsOfEach: 9 })
      expect(all?.runs).toHaveLength(3)
    })

    test('is refused with the field that is wrong', async () => {
      const db = current()
      const wrong = saved(db, 'm', { checks: [{ type: 'contains', text: ' ' }] })
      expect(await refused(wrong)).toMatchObject({ kind: 'invalid_test', field: 'checks.0.text' })
      expect(await refused(saved(db, 'm', { messages: [] }))).toMatchObject({ field: 'messages' })
    })

    test('goes with its store and by itself, with all of its runs', async () => {
      const db = current()
      const at = await saved(db, modelThat(byLine))
      const run = await ran(db, at)
      await deleteTest(db, at)
      expect(await refused(getTestRun(db, { ...at, runId: run.id }))).toMatchObject({
        kind: 'test_run_not_found',
      })
      expect(await refused(deleteTest(db, at))).toMatchObject({ kind: 'test_not_found' })
      const other = await saved(db, 'm')
      await deleteStore(db, { storeId: other.storeId, cause })
      expect(await refused(getTest(db, other))).toMatchObject({ kind: 'test_not_found' })
    })

    test('reads, counts and writes nothing of what is real', async () => {
      const db = current()
      const model = `tested-${++names}`
      server.rule(model, (request) => {
        const sent = JSON.stringify(request.messages)
        if (!sent.includes('content of')) return { parts: [view('/memories/deploy.md')] }
        if (!sent.includes('/new.md')) return { parts: [create('/memories/new.md', 'new\n')] }
        return { parts: [words('On Fridays.')] }
      })
      const at = await saved(db, model)
      await compressAll(db)
      const before = await allRows(db)
      const run = await ran(db, at)
      expect(run.samples[0]?.changes).toMatchObject([{ path: '/new.md', operation: 'created' }])
      expect(await allRows(db)).toEqual(before)
    })
  })

  describe('a redaction', () => {
    test('reaches the question, the checks and the answers of a test', async () => {
      const db = current()
      const secret = 'hunter2secret'
      const files = { '/key.md': `The key is ${secret}.\n` }
      const storeId = await storeWith(db, files)
      const model = modelThat((sent) => (sent.includes(secret) ? `It is ${secret}.` : 'No idea.'))
      const { id: testId } = await createTest(db, {
        storeId,
        test: {
          name: `Knows ${secret}`,
          messages: [`Is it ${secret}?`],
          checks: [{ type: 'contains', text: secret }],
          model,
        },
        by,
      })
      const run = await ran(db, { storeId, testId })
      expect(JSON.stringify(run)).toContain(secret)
      const job = await redactText(db, {
        text: secret,
        storeIds: [storeId],
        replacement: '[x]',
        cause,
      })
      receiptOf(await job.finished)
      expect(JSON.stringify(await getTest(db, { storeId, testId }))).not.toContain(secret)
      const after = await getTestRun(db, { storeId, testId, runId: run.id })
      expect(JSON.stringify(after)).not.toContain(secret)
      expect(after.samples[0]?.texts).toEqual(['It is [x].'])
    })

    test('whatever it puts instead, leaves a test that is not run until its question is written anew', async () => {
      const db = current()
      const secret = 'hunter4secret'
      const model = modelThat(() => 'It is [x].')
      const storeId = await storeWith(db, { '/key.md': 'Nothing.\n' })
      const { id: testId } = await createTest(db, {
        storeId,
        test: {
          name: 'Key',
          messages: ['Which?'],
          checks: [{ type: 'contains', text: secret }],
          model,
        },
        by,
      })
      const job = await redactText(db, {
        ...{ text: secret, storeIds: [storeId], replacement: '[x]', cause },
      })
      receiptOf(await job.finished)
      const at = { storeId, testId }
      expect(await ran(db, at)).toMatchObject({ status: 'not_run', notRunFor: 'test_changed' })
      await updateTest(db, { ...at, change: { name: 'Another name' } })
      expect(await ran(db, at)).toMatchObject({ status: 'not_run' })
      await updateTest(db, { ...at, change: { messages: ['Which is it?'] } })
      expect(await ran(db, at)).toMatchObject({ status: 'passed' })
    })

    test('has an answer under way dropped, and asked again without the text', async () => {
      const db = current()
      const secret = 'hunter3secret'
      const storeId = await storeWith(db, { '/key.md': `The key is ${secret}.\n` })
      const answer = opening()
      const asked = opening()
      const model = `tested-${++names}`
      server.rule(model, (request) => {
        const sent = JSON.stringify(request.messages)
        if (!sent.includes('content of')) return { parts: [view('/memories/key.md')] }
        const parts = [words(sent.includes(secret) ? `It is ${secret}.` : 'It is gone.')]
        asked.resolve()
        return { parts, holdAfter: 1, until: answer.promise }
      })
      const { id: testId } = await createTest(db, {
        storeId,
        test: {
          name: 'Key',
          messages: ['Which?'],
          checks: [{ type: 'contains', text: 'gone' }],
          model,
        },
        by,
      })
      const runId = await startTestRun(db, { storeId, testId, startedFor: 'person', by })
      await asked.promise
      const job = await redactText(db, {
        text: secret,
        storeIds: [storeId],
        replacement: '[x]',
        cause,
      })
      await job.finished
      answer.resolve()
      await testRunsFinished()
      const run = await getTestRun(db, { storeId, testId, runId })
      expect(run.status).toBe('passed')
      expect(JSON.stringify(run)).not.toContain(secret)
    })
  })

  test('a change of the store is another state: the next run sees it', async () => {
    const db = current()
    const at = await saved(db, modelThat(byLine))
    const before = await ran(db, at)
    const [{ memoryId } = { memoryId: '' }] = await db.read.all<{ memoryId: string }>(
      `SELECT m.id AS "memoryId" FROM memories m JOIN memory_stores s ON s.key = m.store_key
       WHERE s.id = ?`,
      [at.storeId],
    )
    await updateMemory(db, { storeId: at.storeId, memoryId, content: 'On Mondays.\n', cause })
    const after = await ran(db, at)
    expect(after).toMatchObject({ status: 'failed' })
    expect(after.sequence).toBeGreaterThan(before.sequence)
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

/** Of what followers of a store are told: that a run is over. */
const TOLD_BY: readonly string[] = ['changed_rows', 'review_events']

/** Every row of every table but those of memory tests, and of what followers of a store are told by. */
async function allRows(db: Database): Promise<Record<string, unknown>> {
  await flushReads(db)
  const rows: Record<string, unknown> = {}
  for (const { name } of TABLES) {
    if (name.startsWith('memory_test') || TOLD_BY.includes(name)) continue
    rows[name] = await db.read.all(`SELECT * FROM ${name} ORDER BY 1, 2`)
  }
  return rows
}
