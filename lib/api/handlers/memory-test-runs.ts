import { getTestRun } from '@/lib/memory-tests/read-runs'
import { getTest } from '@/lib/memory-tests/read-tests'
import { estimateRun, requireModelsOfTest, startTestRun } from '@/lib/memory-tests/start-run'
import type { Handler } from '../api-call'
import { runTestBody } from '../memory-test-schemas'
import { parseInput } from '../parse'
import { readJson } from '../read-body'
import { requireStore } from '../require-seen'
import { wireTestEstimate, wireTestRun } from '../resources/memory-test'

type Params = { storeId: string; testId: string }

/** Starts a run of a test, or tells its price; not in the standard. */
export const POST: Handler<Params> = async ({ db, request, params, cause, caller }) => {
  await getTest(db, params)
  const body = parseInput(runTestBody, await readJson(request))
  const { at, budget, dry_run: isDryRun, memory_store_id: asked } = body
  // A branch that the caller does not see is not there for it.
  if (asked !== undefined) requireStore(caller, asked)
  const branchId = asked === params.storeId ? undefined : asked
  await requireModelsOfTest(db, params)
  const wanted = { ...params, branchId, at, budget }
  if (isDryRun) return wireTestEstimate(await estimateRun(db, wanted))
  const runId = await startTestRun(db, { ...wanted, startedFor: 'person', by: cause.actor })
  return wireTestRun(await getTestRun(db, { ...params, runId }))
}
