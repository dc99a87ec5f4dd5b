import { z } from '@hono/zod-openapi'
import { createMiddleware } from 'hono/factory'
import { sees } from '@/lib/auth/access'
import { stopJob } from '@/lib/jobs/jobs'
import { Refusal } from '@/lib/refusal'
import { comparePaths } from '@/lib/text/memory-path'
import { rfc3339 } from '@/lib/time'
import { usageOfJob } from '@/lib/why/asking'
import { getRun, priceRun, type Run, runsOf, startRun } from '@/lib/why/runs'
import { givenOf, listTests, type MemoryTest, saveTests, testSchema } from '@/lib/why/tests'
import {
  about,
  answer,
  cursor,
  type Env,
  given,
  inStore,
  nextPage,
  page,
  paging,
  part,
  size,
  STORE,
  time,
} from './kit'

/** Tests of a store's memory, and their runs. */

const STATUSES = ['waiting', 'running', 'passed', 'failed', 'mixed', 'not_run'] as const
const REASONS = ['stopped', 'budget', 'model_gone', 'test_changed', 'store_gone'] as const

const WireTest = z
  .strictObject({
    id: z.string(),
    type: z.literal('memory_test'),
    memory_store_id: z.string(),
    ...testSchema.shape,
    system: z.string(),
    access: testSchema.shape.access.unwrap(),
    tools: testSchema.shape.tools.unwrap(),
    after_changes: z.boolean(),
    passes_without_memory: z.boolean().nullable(),
    last_result: z.strictObject({ run_id: z.string(), status: z.enum(STATUSES) }).nullable(),
    created_at: time,
    updated_at: time,
  })
  .openapi('MemoryTest')

const WireRun = z
  .strictObject({
    id: z.string(),
    type: z.literal('memory_test_run'),
    memory_store_id: z.string(),
    sequence: size,
    status: z.enum(['running', 'ended', 'stopped']),
    results: z.array(
      z.strictObject({
        memory_test_id: z.string(),
        name: z.string(),
        status: z.enum(STATUSES),
        reason: z.enum(REASONS).nullable(),
        held: size,
        of: size,
        seconds: z.number(),
      }),
    ),
    usage: z.strictObject({ requests: size, input_tokens: size, output_tokens: size }),
    created_at: time,
    ended_at: time.nullable(),
  })
  .openapi('MemoryTestRun')

const WirePrice = z
  .strictObject({
    type: z.literal('memory_test_run_price'),
    tests: size,
    answers: size,
    max_answers: size,
    requests: size,
    input_tokens: size,
    output_tokens: size,
    usd: z.number().nullable(),
  })
  .openapi('MemoryTestRunPrice')

function wireTest(test: MemoryTest, runs: readonly Run[]): z.output<typeof WireTest> {
  const { id, storeId, passesEmpty, createdAt, updatedAt } = test
  const last = runs.find(({ results }) => results.some(({ testId }) => testId === id))
  const result = last?.results.find(({ testId }) => testId === id)
  return {
    id,
    type: 'memory_test',
    memory_store_id: storeId,
    ...givenOf(test),
    passes_without_memory: passesEmpty,
    last_result: last && result ? { run_id: last.job.id, status: result.status } : null,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  }
}

function wireRun({ job, sequence, results }: Run): z.output<typeof WireRun> {
  const { requests, input_tokens, output_tokens } = usageOfJob(job)
  const status = job.state === 'running' || job.state === 'stopped' ? job.state : 'ended'
  return {
    id: job.id,
    type: 'memory_test_run',
    memory_store_id: job.storeId ?? '',
    sequence,
    status,
    results: results.map(({ testId, strip: _, seconds, ...result }) => ({
      memory_test_id: testId,
      ...result,
      seconds: Math.round(seconds * 10) / 10,
    })),
    usage: { requests, input_tokens, output_tokens },
    created_at: job.createdAt.toISOString(),
    ended_at: job.finishedAt?.toISOString() ?? null,
  }
}

/** Runs in which the last result of each test is looked for. */
const RUNS_LOOKED_AT = 30

const list = inStore('get', `${STORE}/tests`, 'listMemoryTests', 'read', {
  summary: 'List a store’s tests by name',
  query: z.object(paging),
  responses: answer(page(WireTest)),
})

const givenTests = z.array(testSchema).min(1).max(500)

const save = inStore('post', `${STORE}/tests`, 'saveMemoryTests', 'ask models', {
  summary: 'Save tests by their names, all or none',
  body: z.strictObject({ tests: givenTests }),
  responses: answer(z.strictObject({ data: z.array(WireTest) })),
})

const run = inStore('post', `${STORE}/test_runs`, 'runMemoryTests', 'ask models', {
  summary: 'Run tests, or say what that may cost',
  body: z
    .strictObject({
      names: z.array(z.string()).min(1).max(500).nullish(),
      tests: givenTests.nullish(),
      at: rfc3339.nullish(),
      max_answers: z.int().min(1).max(10_000).nullish(),
      dry_run: z.boolean().default(false),
    })
    .refine(({ tests, dry_run }) => !tests || dry_run, 'tests that are not saved are not run'),
  responses: answer(z.union([WireRun, WirePrice])),
})

/** Refuses a run that is not there, or not for this caller. */
const seenRun = createMiddleware<Env>(async (c, next) => {
  const id = c.req.param('runId') ?? ''
  const { job } = await getRun(id)
  if (!sees(c.var.caller, job.storeId)) {
    throw new Refusal('test_run_not_found', `There is no run ${id}.`)
  }
  return next()
})

const RUN = '/v1/test_runs/{runId}'
const ofRun = about(seenRun)

const get = ofRun('get', RUN, 'getMemoryTestRun', 'read', {
  summary: 'Read what a run found so far',
  responses: answer(WireRun),
})

const stop = ofRun('post', `${RUN}/stop`, 'stopMemoryTestRun', 'ask models', {
  summary: 'Stop a run; the answers under way are kept',
  responses: answer(WireRun),
})

export const memoryTests = part()
  .openapi(list, async (c) => {
    const { limit, page: position } = c.req.valid('query')
    const storeId = c.var.store.id
    const scope = ['tests', storeId]
    const [tests, runs] = await Promise.all([listTests(storeId), runsOf(storeId, RUNS_LOOKED_AT)])
    const after = cursor(scope, position)
    const rest =
      after === undefined ? tests : tests.filter(({ name }) => comparePaths(name, after) > 0)
    const shown = rest.slice(0, limit)
    const last = rest.length > limit ? (shown.at(-1)?.name ?? null) : null
    const data = shown.map((test) => wireTest(test, runs))
    return c.json({ data, next_page: nextPage(scope, last) }, 200)
  })
  .openapi(save, async (c) => {
    const storeId = c.var.store.id
    const tests = await saveTests(storeId, c.req.valid('json').tests, c.var.cause)
    const runs = await runsOf(storeId, RUNS_LOOKED_AT)
    return c.json({ data: tests.map((test) => wireTest(test, runs)) }, 200)
  })
  .openapi(run, async (c) => {
    const { names, tests: unsaved, at, max_answers, dry_run } = c.req.valid('json')
    const asked = {
      storeId: c.var.store.id,
      names: given(names),
      at: given(at),
      maxAnswers: given(max_answers),
    }
    if (!dry_run) return c.json(wireRun(await startRun(asked, c.var.cause)), 200)
    const { tests, answers, most, requests, tokens, usd } = await priceRun(asked, given(unsaved))
    const price = {
      type: 'memory_test_run_price' as const,
      tests,
      answers,
      max_answers: most,
      requests,
      input_tokens: tokens.input,
      output_tokens: tokens.output,
      usd,
    }
    return c.json(price, 200)
  })
  .openapi(get, async (c) => c.json(wireRun(await getRun(c.req.valid('param').runId)), 200))
  .openapi(stop, async (c) => {
    const { runId } = c.req.valid('param')
    await stopJob(runId)
    return c.json(wireRun(await getRun(runId)), 200)
  })
