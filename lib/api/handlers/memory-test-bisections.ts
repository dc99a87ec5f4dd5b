import { getTestBisection } from '@/lib/memory-tests/bisections/get-test-bisection'
import {
  estimateTestBisection,
  startTestBisection,
} from '@/lib/memory-tests/bisections/start-test-bisection'
import type { Handler } from '../api-call'
import { bisectTestBody } from '../memory-test-schemas'
import { parseInput } from '../parse'
import { readJson } from '../read-body'
import { wireBisectionEstimate } from '../resources/bisection'
import { wireTestBisection } from '../resources/test-bisection'

type Params = { storeId: string; testId: string }

/** Searches for the change with which a test turned, or tells the price; not in the standard. */
export const POST: Handler<Params> = async ({ db, request, params, cause }) => {
  const { dry_run: isDryRun, ...body } = parseInput(bisectTestBody, await readJson(request))
  const asked = { ...params, ...body }
  if (isDryRun) {
    const { usage, changeCount, answers, budget } = await estimateTestBisection(db, asked)
    return wireBisectionEstimate({ ...usage, changeCount, answers, budget })
  }
  const bisectionId = await startTestBisection(db, { ...asked, by: cause.actor })
  return wireTestBisection(db, await getTestBisection(db, { ...params, bisectionId }))
}
