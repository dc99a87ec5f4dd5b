import { createTest } from '@/lib/memory-tests/change-tests'
import { listTests } from '@/lib/memory-tests/read-tests'
import type { Handler } from '../api-call'
import { createTestBody } from '../memory-test-schemas'
import { parseInput } from '../parse'
import { readJson } from '../read-body'
import { wireTest } from '../resources/memory-test'
import { wirePage } from '../resources/values'
import { testOfBody } from '../test-of-body'

type Params = { storeId: string }

/** All of them: a store has a limited number. */
export const GET: Handler<Params> = async ({ db, params: { storeId } }) => {
  const tests = await listTests(db, { storeId, runsOfEach: 1 })
  return wirePage(
    tests.map(({ test, runs }) => wireTest(test, runs[0] ?? null)),
    null,
  )
}

export const POST: Handler<Params> = async ({ db, request, params: { storeId }, cause }) => {
  const body = parseInput(createTestBody, await readJson(request))
  const test = await createTest(db, { storeId, test: testOfBody(body), by: cause.actor })
  return wireTest(test, null)
}
