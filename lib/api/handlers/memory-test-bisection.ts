import { getTestBisection } from '@/lib/memory-tests/bisections/get-test-bisection'
import type { Handler } from '../api-call'
import { wireTestBisection } from '../resources/test-bisection'

type Params = { storeId: string; testId: string; bisectionId: string }

/** The search of a test as far as it is; not in the standard. */
export const GET: Handler<Params> = async ({ db, params }) =>
  wireTestBisection(db, await getTestBisection(db, params))
