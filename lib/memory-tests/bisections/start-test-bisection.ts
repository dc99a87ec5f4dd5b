import type { Database } from '@/lib/db/database'
import { isFreeWith, judgingRequests, modelsAsked } from '@/lib/replay/checks'
import type { PricedUsage } from '@/lib/replay/model/replay'
import { refuseReplay } from '@/lib/replay/problems'
import { requireModels } from '@/lib/replay/require-models'
import { MIN_BISECTION_BUDGET } from '@/lib/replay/search/bisection'
import { StoreSnapshot } from '@/lib/replay/scratch/store-snapshot'
import { usdOf } from '@/lib/replay/usd'
import type { Actor } from '@/lib/store/model/actor'
import type { Moment } from '@/lib/store/model/moment'
import { storeMoment } from '@/lib/store/time/store-moment'
import { newId } from '@/lib/text/prefixed-id'
import { lastPriceOf, likelyPriceOf, times } from '../answer-price'
import type { TestBudget } from '../model/memory-test'
import { refuseTest } from '../problems'
import { listTestRuns } from '../read-runs'
import { getTest } from '../read-tests'
import { testById } from '../sql/memory-tests'
import { askBisectionToStop, dropOldBisections, insertBisection } from '../sql/test-bisections'
import { planTestBisection } from './plan-test-bisection'
import { interruptBisection, workOnBisection } from './run-bisections'

export interface TestBisectionRequest {
  storeId: string
  testId: string
  /** left out: the last run that passed, or the store's beginning */
  good?: Moment | undefined
  /** left out: now */
  bad?: Moment | undefined
  budget?: Partial<TestBudget> | undefined
}

/** The price of a search, before anything is asked. */
export interface TestBisectionEstimate {
  /** of a usual search */
  usage: PricedUsage
  answers: number
  /** changes that the test may have turned with */
  changeCount: number
  /** whether the practice agent answers, which costs nothing */
  isFree: boolean
  budget: TestBudget
}

/** Answers that 1,000 changes take on average, with the strip. */
const USUAL_ANSWERS = 50

/** A budget that nobody gave is so many times as large as what a search is likely to ask. */
const BUDGETED = 3

/** Searches that are kept of each test. */
const KEPT = 10

/** Runs that are looked through for the last that passed. */
const LOOKED_AT = 500

/**
 * Estimates what it costs to find the change with which a test turned. Asks no model. Refuses
 * `test_not_found`, `moment_before_store`, `no_change_between`, `budget_too_small`,
 * `model_gone`.
 */
export async function estimateTestBisection(
  db: Database,
  request: TestBisectionRequest,
): Promise<TestBisectionEstimate> {
  const { estimate } = await checked(db, request)
  return estimate
}

/**
 * Starts the search for the change with which a test began, or ceased, to go as it does. It runs in the
 * background. Returns its id. Refuses as `estimateTestBisection` does.
 */
export async function startTestBisection(
  db: Database,
  input: TestBisectionRequest & { by: Actor },
): Promise<string> {
  const { good, bad, estimate } = await checked(db, input)
  const { testId, by } = input
  const id = newId('bsct')
  await db.write(async (tx) => {
    const row = await testById(tx, testId)
    if (!row) return refuseTest({ kind: 'test_not_found', testId })
    await insertBisection(tx, {
      ...{ id, testKey: row.key, storeKey: row.storeKey, revision: row.revision, good, bad },
      ...estimate.budget,
      ...{ actorType: by.type, actorId: by.id, createdAt: Date.now() },
    })
    await dropOldBisections(tx, row.key, { kept: KEPT, now: Date.now() })
    tx.touch(row.storeKey)
  })
  await workOnBisection(db, id)
  return id
}

/** Stops a search; its answers stay. Returns whether there was something to stop. */
export async function cancelTestBisection(db: Database, id: string): Promise<boolean> {
  const isStopped = await db.write((tx) => askBisectionToStop(tx, id, Date.now()))
  if (isStopped) interruptBisection(id)
  return isStopped
}

async function checked(db: Database, request: TestBisectionRequest) {
  const { storeId, testId, budget } = request
  const test = await getTest(db, { storeId, testId })
  const row = await testById(db.read, testId)
  if (!row) return refuseTest({ kind: 'test_not_found', testId })
  await requireModels([test.model], test.checks)
  const bad = (await storeMoment(db, { storeId, ...(request.bad ?? { time: Date.now() }) }))
    .sequence
  const good = request.good
    ? (await storeMoment(db, { storeId, ...request.good })).sequence
    : await lastGood(db, { testId, revision: test.revision, bad })
  const at = { testKey: row.key, revision: test.revision, storeId, good, bad }
  const { changes } = await planTestBisection(db, at)
  const changeCount = changes.length
  if (changeCount === 0) refuseReplay({ kind: 'no_change_between' })
  const answers = Math.min(USUAL_ANSWERS, MIN_BISECTION_BUDGET + changeCount)
  const snapshot = new StoreSnapshot(db, storeId, bad)
  const each = (await lastPriceOf(db, test)) ?? (await likelyPriceOf(db, test, snapshot))
  const usage = times(each, answers)
  const least = MIN_BISECTION_BUDGET * (test.messages.length + judgingRequests(test.checks))
  const maxRequests = budget?.maxRequests ?? Math.max(least, BUDGETED * usage.requests)
  if (maxRequests < least) refuseReplay({ kind: 'budget_too_small', least })
  const isFree = isFreeWith(test.model, test.checks)
  const usd = usdOf(modelsAsked(test.model, test.checks), usage)
  const estimate: TestBisectionEstimate = {
    ...{ usage: { ...usage, usd }, answers, changeCount, isFree },
    budget: { maxRequests, maxTokens: budget?.maxTokens ?? null },
  }
  return { good, bad, estimate }
}

/** The last state before another at which the test passed; 0: none is known. */
async function lastGood(
  db: Database,
  { testId, revision, bad }: { testId: string; revision: number; bad: number },
): Promise<number> {
  const runs = await listTestRuns(db, { testId, limit: LOOKED_AT })
  const passed = runs.filter((run) => run.status === 'passed' && run.revision === revision)
  return Math.max(0, ...passed.flatMap(({ sequence }) => (sequence <= bad ? sequence : [])))
}
