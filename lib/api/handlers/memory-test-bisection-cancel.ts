import { getTestBisection } from '@/lib/memory-tests/bisections/get-test-bisection'
import { cancelTestBisection } from '@/lib/memory-tests/bisections/start-test-bisection'
import type { Handler } from '../api-call'
import { wireTestBisection } from '../resources/test-bisection'

type Params = { storeId: string; testId: string; bisectionId: string }

/** Stops the search of a test; its answers stay. Does nothing to one that is over. */
export const POST: Handler<Params> = async ({ db, params }) => {
  await getTestBisection(db, params)
  await cancelTestBisection(db, params.bisectionId)
  return wireTestBisection(db, await getTestBisection(db, params))
}
