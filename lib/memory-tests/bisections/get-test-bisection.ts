import type { Database } from '@/lib/db/database'
import type { BisectionPlan } from '@/lib/replay/bisections/bisection-plan'
import { modelsAskedBy } from '../models-asked-by'
import type { BisectionStep } from '@/lib/replay/get-bisection'
import type { PricedUsage, FoundTurn } from '@/lib/replay/model/replay'
import type { BisectionPurpose } from '@/lib/replay/search/bisection'
import { usdOf } from '@/lib/replay/usd'
import type { Actor } from '@/lib/store/model/actor'
import type { TestBudget } from '../model/memory-test'
import { refuseTest } from '../problems'
import { getTest } from '../read-tests'
import {
  answersOfBisection,
  bisectionById,
  newestBisection,
  type TestBisectionRow,
} from '../sql/test-bisections'

/** A search for the change with which a test turned, as far as it is. */
export interface TestBisection {
  id: string
  testId: string
  storeId: string
  /** of the test */
  revision: number
  state: TestBisectionRow['status']
  /** the states between which it looks, by the store's changes */
  good: number
  bad: number
  /** changes that are looked at; null: not known yet */
  changeCount: number | null
  steps: BisectionStep[]
  /** null: there is none yet, or there will be none */
  result: FoundTurn | null
  budget: TestBudget
  usage: PricedUsage
  /** why it failed, as the model's server put it, or a word of ours */
  error: string | null
  startedBy: Actor
  /** milliseconds since 1970 */
  createdAt: number
  finishedAt: number | null
}

/** A search of a test. Refuses `test_bisection_not_found`, for one of another test too. */
export async function getTestBisection(
  db: Database,
  { storeId, testId, bisectionId }: { storeId: string; testId: string; bisectionId: string },
): Promise<TestBisection> {
  const row = await bisectionById(db.read, bisectionId)
  if (!row || row.testId !== testId || row.storeId !== storeId) {
    return refuseTest({ kind: 'test_bisection_not_found', bisectionId })
  }
  const plan = row.plan === null ? null : (JSON.parse(row.plan) as BisectionPlan)
  const test = await getTest(db, { storeId, testId })
  const models = modelsAskedBy(test, row.revision)
  const { maxRequests, maxTokens, requests, inputTokens, outputTokens } = row
  return {
    ...{ id: row.id, testId, storeId, revision: row.revision, state: row.status },
    ...{ good: row.good, bad: row.bad },
    changeCount: plan?.changes.length ?? null,
    steps: plan ? await stepsOf(db, row.key, plan) : [],
    result: row.result === null ? null : (JSON.parse(row.result) as FoundTurn),
    budget: { maxRequests, maxTokens },
    usage: { requests, inputTokens, outputTokens, usd: usdOf(models, row) },
    error: row.error,
    startedBy: { type: row.actorType, id: row.actorId },
    ...{ createdAt: row.createdAt, finishedAt: row.finishedAt },
  }
}

export interface NewestBisection extends Pick<
  TestBisection,
  'id' | 'state' | 'revision' | 'bad' | 'createdAt'
> {
  hasResult: boolean
}

/** The newest search of a test; null: there is none. */
export async function newestBisectionOf(
  db: Database,
  testId: string,
): Promise<NewestBisection | null> {
  const row = await newestBisection(db.read, testId)
  if (!row) return null
  const { id, status: state, revision, bad, createdAt, result } = row
  return { id, state, revision, bad, createdAt, hasResult: result !== null }
}

/** One step a moment of a round, in the order in which they were asked. */
async function stepsOf(
  db: Database,
  bisectionKey: number,
  { changes }: BisectionPlan,
): Promise<BisectionStep[]> {
  const steps = new Map<string, BisectionStep>()
  for (const answer of await answersOfBisection(db.read, bisectionKey)) {
    const { round, moment, held } = answer
    const key = `${round} ${moment}`
    const { share } = steps.get(key) ?? { share: { held: 0, of: 0 } }
    steps.set(key, {
      purpose: answer.purpose as BisectionPurpose,
      moment,
      change: changes[moment - 1] ?? null,
      share: { held: share.held + held, of: share.of + 1 },
    })
  }
  return [...steps.values()]
}
