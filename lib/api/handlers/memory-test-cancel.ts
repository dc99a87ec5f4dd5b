import { getTestRun } from '@/lib/memory-tests/read-runs'
import { cancelTestRun } from '@/lib/memory-tests/start-run'
import type { Handler } from '../api-call'
import { wireTestRun } from '../resources/memory-test'

type Params = { storeId: string; testId: string; runId: string }

/** Stops a run: it is not run. Does nothing to one that is over. */
export const POST: Handler<Params> = async ({ db, params }) => {
  await getTestRun(db, params)
  await cancelTestRun(db, params.runId)
  return wireTestRun(await getTestRun(db, params))
}
