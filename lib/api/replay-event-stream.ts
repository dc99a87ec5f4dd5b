import type { Database } from '@/lib/db/database'
import { followReplay } from '@/lib/replay/follow-replay'
import type { ReplayHead } from '@/lib/replay/replay-head'
import type { ApiCall } from './api-call'
import { eventStream } from './event-stream'

/** Work of one kind, as events tell it. */
export interface ReplayEvents<Work> {
  work: Work
  read: (db: Database, id: string) => Promise<Work | null>
  /** the name of the events, each of which tells a part as it is now */
  event: 'replay.sample' | 'cause.round' | 'bisection.step'
  /** its parts, in order; one that is told again has changed */
  parts: (work: Work) => readonly object[]
}

/**
 * Streams the parts of work on a turn: those that there are, then each as it comes or changes, and
 * `ended` with its status. Ends with it. Who comes again is told everything again.
 */
export function replayEventStream<Work extends ReplayHead>(
  { db, request, requestId }: Pick<ApiCall<unknown>, 'db' | 'request' | 'requestId'>,
  { work, read, event, parts }: ReplayEvents<Work>,
): Response {
  const { id } = work
  return eventStream(request.signal, requestId, async function* (signal) {
    const told: string[] = []
    for await (const now of followReplay(db, { id, read, signal })) {
      for (const [index, part] of parts(now).entries()) {
        const data = { id, type: event, index, ...part }
        const json = JSON.stringify(data)
        if (told[index] === json) continue
        told[index] = json
        yield { event, data }
      }
      if (now.finishedAt !== null) {
        yield { event: 'ended', data: { id, type: 'ended', status: now.state } }
      }
    }
  })
}
