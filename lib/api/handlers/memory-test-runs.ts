import { getTestRun } from '@/lib/memory-tests/read-runs'
import { getTest } from '@/lib/memory-tests/read-tests'
import { estimateRun, startTestRun } from '@/lib/memory-tests/start-run'
import type { Handler } from '../api-call'
import { runTestBody } from '../memory-test-schemas'
import { parseInput } from '../parse'
import { readJson } from '../read-body'
import { wireTestEstimate, wireTestRun } from '../resources/memory-test'

type Params = { storeId: string; testId: string }

/** Starts a run of a test, or tells its price; not in the standard. */
export const POST: Handler<Params> = async ({ db, request, params, cause }) => {
  await getTest(db, params)
  const { at, budget, dry_run: isDryRun } = parseInput(runTestBody, await readJson(request))
  const asked = { ...params, at, budget }
  if (isDryRun) return wireTestEstimate(await estimateRun(db, asked))
  const runId = await startTestRun(db, { ...asked, startedFor: 'person', by: cause.actor })
  return wireTestRun(await getTestRun(db, { ...params, runId }))
}
