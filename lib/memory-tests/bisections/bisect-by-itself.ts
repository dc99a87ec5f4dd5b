import type { Database } from '@/lib/db/database'
import { isFreeWith } from '@/lib/replay/checks'
import { perProcess } from '@/lib/per-process'
import { ReplayError } from '@/lib/replay/problems'
import { introduceActor } from '@/lib/store/stores/name-actor'
import { DAY_MS } from '@/lib/text/day-ms'
import { notPassingSince } from '../model/since'
import { TESTS_ACTOR, TESTS_ACTOR_NAME } from '../model/tests-actor'
import { listTestRuns } from '../read-runs'
import { getTest } from '../read-tests'
import { sinceChange } from '../since-change'
import { automaticRequests } from '../sql/automatic-runs'
import { testById } from '../sql/memory-tests'
import { newestBisectionOf, type NewestBisection } from './get-test-bisection'
import { estimateTestBisection, startTestBisection } from './start-test-bisection'

/** Runs that are looked through for the last that passed. */
const LOOKED_AT = 500

interface Asked {
  storeId: string
  testId: string
  requestsPerDay: number
}

/** One after another: each is to know what those before it may ask of the day. */
const queue = perProcess('searches that tests begin by themselves', () => ({
  last: Promise.resolve() as Promise<unknown>,
}))

/**
 * Looks for the change since which a test fails, where that is wanted, was not done yet, is not known from
 * its runs, and fits into what the tests of its store may ask in a day by themselves. Returns the search's
 * id; null: there is none. Refuses `test_not_found`.
 */
export function bisectByItself(db: Database, asked: Asked): Promise<string | null> {
  const begun = queue.last.then(() => begin(db, asked))
  queue.last = begun.catch(() => null)
  return begun
}

async function begin(db: Database, asked: Asked): Promise<string | null> {
  const { storeId, testId, requestsPerDay } = asked
  const test = await getTest(db, asked)
  const isFree = isFreeWith(test.model, test.checks)
  if (!(test.when.bisectsItself ?? isFree)) return null
  const runs = await listTestRuns(db, { testId, limit: LOOKED_AT })
  const since = notPassingSince(runs, test.revision)
  // What never passed was not turned by a change, as far as is known.
  if (!since?.lastPass) return null
  const known = await sinceChange(db, { test, since })
  if (known === null || known.versionId !== null) return null
  const before = await newestBisectionOf(db, testId)
  const now = Date.now()
  const isSame = before?.revision === test.revision && before.bad >= since.first.sequence
  if (isSame && isDone(before, now)) return null
  const row = await testById(db.read, testId)
  if (!row) return null
  const spent = await automaticRequests(db.read, { storeKey: row.storeKey, since: now - DAY_MS })
  const between = {
    ...{ storeId, testId },
    good: { sequence: since.lastPass.sequence },
    bad: { sequence: since.first.sequence },
  }
  try {
    const { budget } = await estimateTestBisection(db, between)
    const left = Math.max(0, requestsPerDay - spent.requests)
    const maxRequests = Math.min(budget.maxRequests, left)
    if (maxRequests === 0) return null
    await introduceActor(db, TESTS_ACTOR, TESTS_ACTOR_NAME)
    return await startTestBisection(db, { ...between, budget: { maxRequests }, by: TESTS_ACTOR })
  } catch (error) {
    // Too little is left of the day, nothing that its answers read changed, or the model is gone.
    if (error instanceof ReplayError) return null
    throw error
  }
}

/** False: it came to nothing for what may be otherwise by now, the model or what was left of its day. */
function isDone({ state, hasResult, createdAt }: NewestBisection, now: number): boolean {
  if (hasResult) return true
  if (state === 'budget_reached') return createdAt >= now - DAY_MS
  return state !== 'failed'
}
