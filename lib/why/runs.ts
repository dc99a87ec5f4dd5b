import { z } from 'zod'
import { db, type Tx, write } from '@/lib/db'
import { addJob, begin, type Job, type Json, registerJob } from '@/lib/jobs/jobs'
import { isRefusal, Refusal } from '@/lib/refusal'
import type { AttachedStore } from '@/lib/sessions/attached'
import { type NewEvent, type SessionEvent, sumOfUsage } from '@/lib/sessions/event'
import { contextWindowOf, hasModelServer } from '@/lib/sessions/models'
import { estimatedTokens } from '@/lib/sessions/parts'
import { checkedSettings, PRACTICE_MODEL } from '@/lib/sessions/settings'
import type { Cause } from '@/lib/store/model/actor'
import type { Store } from '@/lib/store/model/model'
import { sequenceAt } from '@/lib/store/past'
import { getStore } from '@/lib/store/stores'
import { mountNames } from '@/lib/text/mount-name'
import { newId } from '@/lib/text/ids'
import { Answers, type AnswerUsage, endAnswers, type KeptAnswer } from './asking'
import { converse, placed, type Sampled } from './converse'
import { Reads } from './hide'
import { type Price, priceOf } from './price'
import { NOTHING_HIDDEN, Past, Scratch } from './scratch'
import { OutOfBudget, type Share } from './search'
import {
  type GivenTest,
  listTests,
  type MemoryTest,
  MOST_ANSWERS,
  notePassesEmpty,
  type Verdict,
  verdictOf,
} from './tests'
import { modelGone } from './turn'

/** Tests of a store, asked at one of its moments. */

export interface RunAsk {
  storeId: string
  /** all of the store's, unless given */
  testIds?: readonly string[] | undefined
  names?: readonly string[] | undefined
  /** now, unless given */
  at?: Date | undefined
  /** or a number of the store's changes */
  sequence?: number | undefined
  maxAnswers?: number | undefined
  /** after changes */
  isAutomatic?: true
}

const inputSchema = z.object({
  testIds: z.array(z.string()),
  sequence: z.int(),
  maxAnswers: z.int(),
  isAutomatic: z.boolean(),
})

export type NotRun = 'stopped' | 'budget' | 'model_gone' | 'test_changed' | 'store_gone'

export interface RunResult extends Share {
  testId: string
  name: string
  /** of the question that was asked */
  strip: number
  status: 'waiting' | 'running' | 'not_run' | Verdict
  reason: NotRun | null
  /** of all its answers together */
  seconds: number
}

export interface Run {
  job: Job
  sequence: number
  results: RunResult[]
}

const MOST_BY_ITSELF = 1_000

async function askedTests({ storeId, testIds, names }: RunAsk): Promise<MemoryTest[]> {
  const all = await listTests(storeId)
  const isAsked = ({ id, name }: MemoryTest) =>
    (testIds?.includes(id) ?? true) && (names?.includes(name) ?? true)
  const asked = all.filter(isAsked)
  const missing = names?.find((name) => !all.some((test) => test.name === name))
  if (missing !== undefined || asked.length === 0) {
    throw new Refusal('test_not_found', `There is no test ${missing ?? 'to run'} in this store.`)
  }
  return asked
}

/**
 * What a run may take, whether or not its models can be asked now; of the `given` tests as if they were saved.
 * Otherwise refuses as `startRun`.
 */
export async function priceRun(
  ask: RunAsk,
  given?: readonly GivenTest[],
): Promise<Price & { tests: number }> {
  const tests = given ? await asSaved(ask.storeId, given) : await askedTests(ask)
  if (ask.at) await sequenceAt(ask.storeId, ask.at)
  const most = ask.maxAnswers ?? Math.min(MOST_BY_ITSELF, tests.length * MOST_ANSWERS)
  const answers = Math.min(most, 3 * tests.length)
  const each = await lastAnswer(tests.map(({ id }) => id))
  const asked = tests.map(({ question }) => estimatedTokens(question.messages.join('\n')))
  const guess = { requests: 3, tokens: { input: 3_000 + Math.max(...asked), output: 300 } }
  const models = tests.map(({ question }) => question.model)
  return { ...priceOf({ answers, most }, each ?? guess, models), tests: tests.length }
}

async function asSaved(storeId: string, given: readonly GivenTest[]) {
  const saved = await listTests(storeId)
  const idOf = (name: string) => saved.find((test) => test.name === name)?.id ?? ''
  return given.map((question) => ({ id: idOf(question.name), question }))
}

/** What the newest answer to one of these took; null: none was asked for. */
async function lastAnswer(cells: readonly string[]) {
  const row = await db.sample.findFirst({
    where: { cell: { in: [...cells] } },
    orderBy: { createdAt: 'desc' },
    select: { usage: true },
  })
  if (!row) return null
  const usage = row.usage as unknown as AnswerUsage
  const { requests, input_tokens: input, output_tokens: output } = usage
  return { requests, tokens: { input, output } }
}

/**
 * Runs tests; where the same are run at the same moment already, that run is answered. Refuses `store_not_found`,
 * `test_not_found`, `moment_before_store`, `model_gone`, `budget_too_small`.
 */
export async function startRun(ask: RunAsk, by: Cause): Promise<Run> {
  const { storeId, at, isAutomatic = false } = ask
  const tests = await askedTests(ask)
  for (const { question } of tests) {
    if (question.model !== PRACTICE_MODEL && !hasModelServer()) throw modelGone(question.model)
  }
  const { lastSequence } = await getStore(storeId)
  const sequence = ask.sequence ?? (at ? await sequenceAt(storeId, at) : lastSequence)
  const maxAnswers = ask.maxAnswers ?? Math.min(MOST_BY_ITSELF, tests.length * MOST_ANSWERS)
  if (maxAnswers < 1) throw new Refusal('budget_too_small', 'A run takes one answer at least.')
  const testIds = tests.map(({ id }) => id)
  const input = { testIds, sequence, maxAnswers, isAutomatic }
  const { job, isNew } = await write(async (tx) => {
    // Two who ask for the same at once are one after the other here.
    await tx.store.updateMany({
      where: { id: storeId },
      data: { lastSequence: { increment: 0 } },
    })
    const same = await sameRun(tx, storeId, input)
    if (same) return { job: same, isNew: false }
    const asked = { id: newId('mtrun'), kind: 'test' as const, storeId, input }
    return { job: await addJob(tx, asked, by), isNew: true }
  })
  return runOf(isNew ? begin(job) : job)
}

/** The run that is under way of the same tests at the same moment. */
async function sameRun(
  tx: Tx,
  storeId: string,
  { sequence, testIds }: { sequence: number; testIds: readonly string[] },
): Promise<Job | null> {
  const where = { storeId, kind: 'test', state: 'running' }
  const rows = await tx.job.findMany({ where, take: 100 })
  const found = rows.find((row) => {
    const input = inputSchema.parse(row.input)
    return input.sequence === sequence && input.testIds.join() === testIds.join()
  })
  return (found as Job | undefined) ?? null
}

/** A run. Refuses `test_run_not_found`. */
export async function getRun(id: string): Promise<Run> {
  const row = await db.job.findUnique({ where: { id } })
  if (row?.kind !== 'test') throw new Refusal('test_run_not_found', `There is no run ${id}.`)
  return runOf(row as Job)
}

/** A store's runs, the newest first. */
export async function runsOf(storeId: string, take: number, skip = 0): Promise<Run[]> {
  const where = { storeId, kind: 'test' }
  const rows = await db.job.findMany({ where, orderBy: { createdAt: 'desc' }, take, skip })
  return Promise.all(rows.map((row) => runOf(row as Job)))
}

async function runOf(job: Job): Promise<Run> {
  const { sequence, testIds } = inputSchema.parse(job.input)
  const kept = job.result as unknown as { results?: RunResult[] } | null
  if (kept?.results) return { job, sequence, results: kept.results }
  const tests = await db.memoryTest.findMany({ where: { id: { in: testIds } } })
  const samples = await db.sample.findMany({ where: { jobId: job.id, cell: { in: testIds } } })
  const results = testIds.map((testId): RunResult => {
    const test = tests.find(({ id }) => id === testId)
    const own = samples.filter(({ cell }) => cell === testId)
    const share = { held: own.filter(({ held }) => held).length, of: own.length }
    const strip = (test?.question as { strip?: number } | undefined)?.strip ?? 0
    const ms = own.reduce((sum, { answer }) => sum + (answer as unknown as KeptAnswer).ms, 0)
    const base = { testId, name: test?.name ?? '', strip, seconds: ms / 1_000, ...share }
    const verdict = verdictOf(share)
    if (verdict) return { ...base, status: verdict, reason: null }
    if (job.state !== 'running') return { ...base, status: 'not_run', reason: 'stopped' }
    return { ...base, status: own.length > 0 ? 'running' : 'waiting', reason: null }
  })
  return { job, sequence, results }
}

registerJob('test', async (job, running) => {
  const { testIds, sequence, maxAnswers } = inputSchema.parse(job.input)
  const answers = await Answers.of(job, running, maxAnswers)
  const store = await getStore(job.storeId ?? '')
  const tests = await listTests(store.id)
  const room: Asked = { answers, store, sequence, past: new Past() }
  const asked = testIds.flatMap((id) => tests.find((test) => test.id === id) ?? [])
  try {
    // What is under way for one test is kept where another one is stopped, or fails.
    const ended = await Promise.allSettled(asked.map((test) => askTest(test, room)))
    running.signal.throwIfAborted()
    const reasons = ended.map((each) => {
      if (each.status === 'rejected') throw each.reason as Error
      return each.value
    })
    const { results } = await runOf({ ...job, result: null })
    return {
      results: results.map((result): RunResult => {
        const reason = reasons[asked.findIndex(({ id }) => id === result.testId)] ?? null
        if (!asked.some(({ id }) => id === result.testId)) {
          return { ...result, status: 'not_run', reason: 'test_changed' }
        }
        return reason ? { ...result, status: 'not_run', reason } : result
      }),
    } as unknown as Json
  } finally {
    endAnswers(job.id)
  }
})

interface Asked {
  answers: Answers
  store: Store
  sequence: number
  past: Past
}

/** Asks until the test is decided; answers why it is not. */
async function askTest(test: MemoryTest, room: Asked): Promise<NotRun | null> {
  try {
    if (!(await askUntilDecided(test, room, test.id))) return 'test_changed'
    const hasPassed = verdictOf(room.answers.of(test.id)) === 'passed'
    if (!hasPassed || test.passesEmpty !== null) return null
    const cell = `${test.id}-`
    await askUntilDecided(test, room, cell).catch((error: unknown) => {
      if (!(error instanceof OutOfBudget)) throw error
    })
    const verdict = verdictOf(room.answers.of(cell))
    if (verdict) await notePassesEmpty(test.id, verdict === 'passed')
    return null
  } catch (error) {
    if (error instanceof OutOfBudget) return 'budget'
    if (isRefusal(error) && error.code.startsWith('model_')) return 'model_gone'
    throw error
  }
}

/** False: somebody changed or deleted the test meanwhile. */
async function askUntilDecided(test: MemoryTest, room: Asked, cell: string): Promise<boolean> {
  const { answers } = room
  for (let share = answers.of(cell); !verdictOf(share); share = answers.of(cell)) {
    const now = await db.memoryTest.findUnique({ where: { id: test.id } })
    if (JSON.stringify(now?.question) !== JSON.stringify(test.question)) return false
    // Two that fail decide; after that each answer may.
    const round = Array.from({ length: share.of === 0 ? 2 : 1 }, () => ({
      cell,
      about: {},
      checks: test.question.checks,
      sample: (signal: AbortSignal) => sampleTest(test, room, cell !== test.id, signal),
    }))
    await answers.ask(round)
  }
  return true
}

const SAID: NewEvent = { type: 'session.status_running' }
const DONE: NewEvent = {
  type: 'session.status_idle',
  stop_reason: { type: 'end_turn' },
  stop_details: null,
}

/** A conversation from nothing: what a person says one after the other, and the answer to the last. */
async function sampleTest(
  { question }: MemoryTest,
  { store, sequence, past }: Asked,
  isEmpty: boolean,
  signal: AbortSignal,
): Promise<Sampled> {
  const { id: storeId, name, description, limits } = store
  const [mountName = ''] = mountNames([name])
  const isReadOnly = question.access === 'read_only'
  const stores: AttachedStore[] = [
    { storeId, name, description, instructions: '', mountName, isReadOnly },
  ]
  const mounts = [
    { storeId, title: name, name: mountName, isReadOnly, most: limits.viewCharacters },
  ]
  const { model, system, tools } = question
  const settings = checkedSettings({ model, system, tool_set: tools })
  const state = { storeId, sequence }
  const all = isEmpty ? (await past.heads(state)).map(({ memoryId }) => memoryId) : []
  const hidden = { ...NOTHING_HIDDEN, memories: new Set(all) }
  const scratch = await Scratch.at(past, [state], hidden)
  const reads = new Reads('')
  const window = await contextWindowOf(settings)
  let log: readonly SessionEvent[] = []
  let last = null as Sampled | null
  let requests = 0
  for (const text of question.messages) {
    const said: NewEvent = { type: 'user.message', content: [{ type: 'text', text }] }
    for (const body of [...(log.length > 0 ? [DONE] : []), SAID, said])
      log = [...log, placed(body, log)]
    const about = { settings, stores, mounts, window, scratch, reads, log, signal }
    const given = await converse(about)
    log = given.events
    requests += given.requests
    const usage = last ? sumOfUsage(last.usage, given.usage) : given.usage
    last = { ...given, requests, ms: given.ms + (last?.ms ?? 0), usage }
  }
  if (!last) throw new Error('a test has a message')
  return last
}
