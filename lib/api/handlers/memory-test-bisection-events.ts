import { getTestBisection } from '@/lib/memory-tests/bisections/get-test-bisection'
import { followTestBisection } from '@/lib/memory-tests/follow-tests'
import type { Handler } from '../api-call'
import { wireStep } from '../resources/bisection'
import { workEventStream } from '../work-event-stream'

type Params = { storeId: string; testId: string; bisectionId: string }

/** The moments that a search of a test asks about, as they are answered; not in the standard. */
export const GET: Handler<Params> = async (call) => {
  const { db, params } = call
  const { id } = await getTestBisection(db, params)
  return workEventStream(call, {
    id,
    follow: (signal) => followTestBisection(db, { ...params, signal }),
    event: 'bisection.step',
    parts: ({ steps }) => steps.map(wireStep),
    endedAs: ({ finishedAt, state }) => (finishedAt === null ? null : state),
  })
}
