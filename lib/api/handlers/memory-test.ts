import { deleteTest, updateTest } from '@/lib/memory-tests/change-tests'
import type { MemoryTest } from '@/lib/memory-tests/model/memory-test'
import { listTestRuns } from '@/lib/memory-tests/read-runs'
import { getTest } from '@/lib/memory-tests/read-tests'
import type { ApiCall, Handler } from '../api-call'
import { updateTestBody } from '../memory-test-schemas'
import { parseInput } from '../parse'
import { readJson } from '../read-body'
import { wireTest } from '../resources/memory-test'
import { testChangeOfBody } from '../test-of-body'

type Params = { storeId: string; testId: string }

export const GET: Handler<Params> = async ({ db, params }) =>
  withLastRun(db, await getTest(db, params))

export const POST: Handler<Params> = async ({ db, request, params }) => {
  await getTest(db, params)
  const body = parseInput(updateTestBody, await readJson(request))
  return withLastRun(db, await updateTest(db, { ...params, change: testChangeOfBody(body) }))
}

export const DELETE: Handler<Params> = async ({ db, params }) => {
  await deleteTest(db, params)
  return { id: params.testId, type: 'memory_test_deleted' }
}

async function withLastRun(db: ApiCall<Params>['db'], test: MemoryTest) {
  const [last = null] = await listTestRuns(db, { testId: test.id, limit: 1 })
  return wireTest(test, last)
}
