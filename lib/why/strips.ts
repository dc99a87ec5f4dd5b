import { LRUCache } from 'lru-cache'
import { db, turn } from '@/lib/db'
import type { Prisma } from '@/lib/db/generated/sqlite/client'
import { perProcess } from '@/lib/per-process'
import { writersOf } from '@/lib/store/actors'
import type { Writer } from '@/lib/store/model/actor'
import type { AnswerUsage, KeptAnswer } from './asking'
import { type Run, type RunResult, runsOf } from './runs'
import { differenceOf, type Interval, type Share } from './search'
import { listTests, type MemoryTest } from './tests'

/** What a store's tests have come to, run by run. */

/** One result of a test, with the moment of the store that it was asked at. */
export interface StripCell extends RunResult {
  runId: string
  sequence: number
  at: Date
}

export interface TestWithStrip {
  test: MemoryTest
  /** by the store's changes, the oldest first */
  strip: StripCell[]
  /** the run that is under way; null: none */
  running: Run | null
}

const MOST_CELLS = 30

/** Runs are looked through until each test has its results, so many at a time and no more than that often. */
const RUNS_AT_ONCE = 30
const MOST_LOOKS = 20

/** A store's tests with their last thirty results each, of the questions that they are now. */
export async function stripsOf(storeId: string): Promise<TestWithStrip[]> {
  const tests = await listTests(storeId)
  const all = new Map(
    tests.map((test) => [test.id, { test, strip: [] as StripCell[], running: null as Run | null }]),
  )
  let since = new Date()
  const isWhole = ({ test, strip }: TestWithStrip) =>
    strip.length >= MOST_CELLS || test.createdAt > since
  for (let look = 0; look < MOST_LOOKS && ![...all.values()].every(isWhole); look++) {
    const runs = await runsOf(storeId, RUNS_AT_ONCE, look * RUNS_AT_ONCE)
    for (const run of runs) {
      for (const result of run.results) noteResult(all.get(result.testId), run, result)
      await turn()
    }
    if (runs.length < RUNS_AT_ONCE) break
    since = runs.at(-1)?.job.createdAt ?? since
  }
  // A moment between others may have been asked after them.
  const inOrder = (strip: StripCell[]) =>
    strip.toReversed().sort((one, other) => one.sequence - other.sequence)
  return [...all.values()].map((each) => ({ ...each, strip: inOrder(each.strip) }))
}

function noteResult(of: TestWithStrip | undefined, run: Run, result: RunResult): void {
  const { job, sequence } = run
  if (!of) return
  if (job.state === 'running') of.running ??= run
  else if (result.strip === of.test.question.strip && of.strip.length < MOST_CELLS) {
    of.strip.push({ ...result, runId: job.id, sequence, at: job.createdAt })
  }
}

/** Of more stores the inbox's head does not tell. */
const MOST_STORES = 50

/** How many fail, by what it was told from. */
const counted = perProcess('failing tests', () => new LRUCache<string, number>({ max: 1_000 }))

/** How many of a store's tests fail. */
export async function countFailing(storeId: string): Promise<number> {
  return (await failingStores({ storeId }))[0]?.failing ?? 0
}

/** Stores whose tests fail, those with the newest tests first, each with how many do. */
export async function failingStores(where: Prisma.MemoryTestWhereInput = {}) {
  const tested = await db.memoryTest.groupBy({
    by: ['storeId'],
    where: { ...where, store: { deletedAt: null } },
    take: MOST_STORES,
    orderBy: { _max: { createdAt: 'desc' } },
    _count: true,
    _max: { updatedAt: true },
  })
  const runs = await db.job.groupBy({
    where: { kind: 'test', storeId: { in: tested.map(({ storeId }) => storeId) } },
    by: ['storeId', 'state'],
    _count: true,
    orderBy: { state: 'asc' },
  })
  const all = tested.map(async ({ storeId, ...tests }) => {
    const of = JSON.stringify([storeId, tests, runs.filter((run) => run.storeId === storeId)])
    const isFailing = ({ strip }: TestWithStrip) => decided(strip).at(-1)?.status === 'failed'
    const failing = counted.get(of) ?? (await stripsOf(storeId)).filter(isFailing).length
    counted.set(of, failing)
    return { storeId, failing }
  })
  return (await Promise.all(all)).filter(({ failing }) => failing > 0)
}

const decided = (strip: readonly StripCell[]) => strip.filter(({ status }) => status !== 'not_run')

export interface Change {
  versionId: string
  memoryId: string
  sequence: number
  path: string | null
  by: Writer
  at: Date
}

/** What changed between the last pass and the first fail after it. */
export interface Since {
  passed: StripCell
  failed: StripCell
  /** the first of them */
  changes: Change[]
  count: number
}

const MOST_CHANGES = 50

/** Since when a test fails; null: it does not, or never passed before. */
export async function failsSince(
  storeId: string,
  strip: readonly StripCell[],
): Promise<Since | null> {
  const moments = decided(strip)
  if (moments.at(-1)?.status !== 'failed') return null
  const last = moments.findLastIndex(({ status }) => status !== 'failed')
  const passed = moments[last]
  const failed = moments[last + 1]
  if (passed?.status !== 'passed' || !failed) return null
  const where = { storeId, sequence: { gt: passed.sequence, lte: failed.sequence } }
  const rows = await db.version.findMany({
    where,
    orderBy: { sequence: 'asc' },
    take: MOST_CHANGES,
  })
  const writerOf = await writersOf(rows)
  const changes = rows.map((row): Change => {
    const { id: versionId, memoryId, sequence, path, createdAt: at } = row
    return { versionId, memoryId, sequence, path, at, by: writerOf(row) }
  })
  const count = rows.length < MOST_CHANGES ? rows.length : await db.version.count({ where })
  return { passed, failed, changes, count }
}

/** The answers to a test in a run, as they were given. */
export async function answersOf(runId: string, testId: string) {
  const where = { jobId: runId, cell: testId }
  const rows = await db.sample.findMany({ where, orderBy: { number: 'asc' } })
  return rows.map(({ number, held, answer, usage }) => {
    const { texts, ms } = answer as unknown as KeptAnswer
    const { input_tokens, output_tokens } = usage as unknown as AnswerUsage
    const tokens = input_tokens + output_tokens
    return { number, held: held === true, texts, ms, tokens }
  })
}

/** Of the 98.8 % interval, so that ten comparisons are wrong once in nine. */
const Z = 2.513

/** Whether two shares differ: their difference, and whether 0 is left out; null: one of them is empty. */
export function comparedShares(
  one: Share,
  other: Share,
): { interval: Interval; isDifferent: boolean } | null {
  if (one.of === 0 || other.of === 0) return null
  const interval = differenceOf(other, one, Z)
  return { interval, isDifferent: interval[0] > 0 || interval[1] < 0 }
}
