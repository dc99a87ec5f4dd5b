import { z } from 'zod'
import type { Database } from '@/lib/db/database'
import type { TestBisection } from '@/lib/memory-tests/bisections/get-test-bisection'
import { bisectionAnswer, wireFirstBad, wireStep } from './bisection'
import { wireBudget, wirePricedUsage } from './model-usage'
import { actor, size, timeOrNull, type Wire, wireActor, wireTime } from './values'

export const testBisectionAnswer = bisectionAnswer
  .omit({ session_id: true, event_id: true, check: true })
  .extend({
    memory_store_id: z.string(),
    memory_test_id: z.string(),
    /** of the test */
    revision: size,
    /** the states between which it looks: the last changes of the store that they have */
    good: size,
    bad: size,
    actor,
  })

/** The search of a test as it is now, with who made the change that was found. */
export async function wireTestBisection(
  db: Database,
  bisection: TestBisection,
): Promise<Wire<typeof testBisectionAnswer>> {
  const { result } = bisection
  return {
    id: bisection.id,
    type: 'bisection',
    memory_store_id: bisection.storeId,
    memory_test_id: bisection.testId,
    revision: bisection.revision,
    status: bisection.state,
    good: bisection.good,
    bad: bisection.bad,
    verdict: result?.verdict ?? null,
    first_bad: result ? await wireFirstBad(db, result) : null,
    is_consistent: result?.isConsistent ?? null,
    change_count: bisection.changeCount,
    steps: bisection.steps.map(wireStep),
    budget: wireBudget(bisection.budget),
    usage: wirePricedUsage(bisection.usage),
    error: bisection.error,
    actor: wireActor(bisection.startedBy),
    created_at: wireTime(bisection.createdAt),
    finished_at: timeOrNull(bisection.finishedAt),
  }
}
