import { followTestRun } from '@/lib/memory-tests/follow-tests'
import { getTestRun } from '@/lib/memory-tests/read-runs'
import type { Handler } from '../api-call'
import { wireTestSample } from '../resources/memory-test'
import { workEventStream } from '../work-event-stream'

type Params = { storeId: string; testId: string; runId: string }

/** The answers of a run of a test as they come; not in the standard. */
export const GET: Handler<Params> = async (call) => {
  const { db, params } = call
  const { id } = await getTestRun(db, params)
  return workEventStream(call, {
    id,
    follow: (signal) => followTestRun(db, { ...params, signal }),
    event: 'test.sample',
    parts: ({ samples }) => samples.map(wireTestSample),
    endedAs: ({ finishedAt, status }) => (finishedAt === null ? null : status),
  })
}
