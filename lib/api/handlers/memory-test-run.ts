import { getTestRun } from '@/lib/memory-tests/read-runs'
import type { Handler } from '../api-call'
import { wireTestRun } from '../resources/memory-test'

type Params = { storeId: string; testId: string; runId: string }

export const GET: Handler<Params> = async ({ db, params }) =>
  wireTestRun(await getTestRun(db, params))
