import type { Database } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import { isFreeWith, judgingRequests, modelsAsked } from '@/lib/replay/checks'
import type { PricedUsage } from '@/lib/replay/model/replay'
import { refuseReplay } from '@/lib/replay/problems'
import { requireModels } from '@/lib/replay/require-models'
import { StoreSnapshot } from '@/lib/replay/scratch/store-snapshot'
import { usdOf } from '@/lib/replay/usd'
import { addReviewEvent } from '@/lib/store/events/review-events'
import type { Actor } from '@/lib/store/model/actor'
import type { Moment } from '@/lib/store/model/moment'
import { branchesOf } from '@/lib/store/branches/find-branch'
import { subjectOfTest } from '@/lib/store/model/review-event'
import { storeMoment } from '@/lib/store/time/store-moment'
import { newId } from '@/lib/text/prefixed-id'
import { lastPriceOf, likelyPriceOf, times } from './answer-price'
import type { MemoryTest, TestBudget, TestOccasion } from './model/memory-test'
import { answersToPass, maxAnswers } from './model/verdict'
import { refuseTest } from './problems'
import { getTest } from './read-tests'
import { interruptRun, workOnRun } from './run-tests'
import { testById } from './sql/memory-tests'
import {
  askRunToStop,
  dropOldRuns,
  endRun,
  insertRun,
  keyOfStore,
  openRunAt,
  runById,
} from './sql/test-runs'

export interface RunRequest {
  storeId: string
  testId: string
  /** a branch of the store that is asked in its place; left out: the store itself */
  branchId?: string | undefined
  /** the moment of what is asked; left out: now */
  at?: Moment | undefined
  /** left out: what the verdict may need; `atMost`: that, but no more requests than these */
  budget?: (Partial<TestBudget> & { atMost?: number | undefined }) | undefined
}

/** The price of a run, before anything is asked. */
export interface RunEstimate {
  /** of a usual run, which passes */
  usage: PricedUsage
  /** whether the practice agent answers, which costs nothing */
  isFree: boolean
  /** the budget that it would have */
  budget: TestBudget
}

/** Requests that an answer may take within a budget that nobody gave. */
const BUDGETED_REQUESTS = 10

/**
 * Runs that are kept of each test, and those whose answers are: the newest of the store's own, as many
 * of gates and branches, and the last that passed.
 */
export const KEPT = { withAnswers: 20, kept: 500 }

/**
 * Estimates the price of a run. Asks no model. Refuses `test_not_found`, `no_branch_of_store`,
 * `moment_before_store`, `budget_too_small`.
 */
export async function estimateRun(db: Database, request: RunRequest): Promise<RunEstimate> {
  const { test, askedId, sequence, budget } = await checked(db, request)
  const usual = answersToPass(test.verdict)
  const answers = usual + (test.provesNothing === null ? usual - 1 : 0)
  const snapshot = new StoreSnapshot(db, askedId, sequence)
  const each = (await lastPriceOf(db, test)) ?? (await likelyPriceOf(db, test, snapshot))
  const usage = times(each, answers)
  const { model, checks } = test
  return {
    usage: { ...usage, usd: usdOf(modelsAsked(model, checks), usage) },
    isFree: isFreeWith(model, checks),
    budget,
  }
}

/**
 * For a run that somebody asks for by itself, which is then not begun: refuses `test_not_found`, and
 * `model_gone` where the model's server says so within a second.
 */
export async function requireModelsOfTest(
  db: Database,
  asked: { storeId: string; testId: string },
): Promise<void> {
  const { model, checks } = await getTest(db, asked)
  await requireModels([model], checks)
}

/**
 * Starts a run of a test; it runs in the background. Returns its id: that of the one which is under
 * way at the same state of the store, if there is one. A model that is gone leaves it not run. Refuses
 * `test_not_found`, `no_branch_of_store`, `moment_before_store`, `budget_too_small`.
 */
export async function startTestRun(
  db: Database,
  input: RunRequest & { startedFor: TestOccasion; by: Actor },
): Promise<string> {
  const { testId, startedFor, by } = input
  const { test, askedId, sequence, budget } = await checked(db, input)
  const id = await db.write(async (tx) => {
    const row = await testById(tx, testId)
    if (!row) return refuseTest({ kind: 'test_not_found', testId })
    const { key: testKey, storeKey, revision } = row
    const branchKey = input.branchId === undefined ? null : await keyOfStore(tx, askedId)
    const open = await openRunAt(tx, { testKey, revision: test.revision, sequence, branchKey })
    if (open) return open.id
    const run = newId('mtrun')
    await insertRun(tx, {
      ...{ id: run, testKey, storeKey, revision, branchKey, sequence, startedFor, ...budget },
      ...{ actorType: by.type, actorId: by.id, createdAt: Date.now() },
    })
    await dropOldRuns(tx, testKey, { ...KEPT, now: Date.now() })
    tx.touch(storeKey)
    return run
  })
  await workOnRun(db, id)
  return id
}

/** Notes that a test is not run, for the budget of the day is used up. Refuses `test_not_found`. */
export async function noteNotRun(
  db: Database,
  input: { storeId: string; testId: string; startedFor: TestOccasion; by: Actor },
): Promise<void> {
  const { storeId, testId, startedFor, by } = input
  const test = await getTest(db, { storeId, testId })
  const { sequence } = await storeMoment(db, { storeId, time: Date.now() })
  await db.write(async (tx) => {
    const row = await testById(tx, testId)
    if (!row) return refuseTest({ kind: 'test_not_found', testId })
    const id = newId('mtrun')
    const now = Date.now()
    await insertRun(tx, {
      ...{ id, testKey: row.key, storeKey: row.storeKey, revision: test.revision, sequence },
      ...{ startedFor, maxRequests: 0, maxTokens: null },
      ...{ actorType: by.type, actorId: by.id, createdAt: now },
    })
    const run = await runById(tx, id)
    if (run) await endRun(tx, { ...run, ...NOT_RUN, finishedAt: now })
    const subject = subjectOfTest({ testId, id })
    await addReviewEvent(tx, { storeKey: row.storeKey, type: 'test.run', subject })
    await dropOldRuns(tx, row.key, { ...KEPT, now: Date.now() })
    tx.touch(row.storeKey)
  })
}

const NOT_RUN = {
  status: 'not_run',
  notRunFor: 'budget_used_up',
  passesEmpty: null,
  error: null,
} as const

/** Stops a run; what it has asked stays, and it is not run. Returns whether there was something to stop. */
export async function cancelTestRun(db: Database, id: string): Promise<boolean> {
  const stop = (tx: WriteSql) => askRunToStop(tx, id, Date.now())
  const isStopped = await db.write(stop)
  if (isStopped) interruptRun(id)
  return isStopped
}

async function checked(db: Database, { storeId, testId, branchId, at, budget }: RunRequest) {
  const test = await getTest(db, { storeId, testId })
  const askedId = branchId ?? storeId
  if (branchId !== undefined) await requireBranch(db, { storeId, branchId })
  const moment = at ?? { time: Date.now() }
  const { sequence, last } = await storeMoment(db, { storeId: askedId, ...moment })
  const isBefore = at && sequence === 0 && last > 0
  if (isBefore) refuseReplay({ kind: 'moment_before_store', storeId: askedId })
  return { test, askedId, sequence, budget: budgetOf(test, budget) }
}

async function requireBranch(
  db: Database,
  { storeId, branchId }: { storeId: string; branchId: string },
): Promise<void> {
  const branch = (await branchesOf(db, [branchId])).get(branchId)
  if (branch?.originId !== storeId) refuseTest({ kind: 'no_branch_of_store', storeId: branchId })
}

/** The budget of a run: what was given, or what the verdict may need. Refuses `budget_too_small`. */
export function budgetOf(
  { checks, messages, verdict }: Pick<MemoryTest, 'checks' | 'messages' | 'verdict'>,
  given: RunRequest['budget'] = {},
): TestBudget {
  const judging = judgingRequests(checks)
  const least = answersToPass(verdict) * (messages.length + judging)
  const most = 2 * maxAnswers(verdict) * (messages.length * BUDGETED_REQUESTS + judging)
  const maxRequests = Math.min(given.maxRequests ?? most, given.atMost ?? Infinity)
  if (maxRequests < least) refuseReplay({ kind: 'budget_too_small', least })
  return { maxRequests, maxTokens: given.maxTokens ?? null }
}
