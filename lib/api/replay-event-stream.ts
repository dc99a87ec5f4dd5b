import type { Database } from '@/lib/db/database'
import { followReplay } from '@/lib/replay/follow-replay'
import type { ReplayHead } from '@/lib/replay/replay-head'
import type { ApiCall } from './api-call'
import { workEventStream, type WorkEvents } from './work-event-stream'

/** Work on a turn of one kind, as events tell it. */
export interface ReplayEvents<Work> extends Pick<WorkEvents<Work>, 'event' | 'parts'> {
  work: Work
  read: (db: Database, id: string) => Promise<Work | null>
}

/** Streams the parts of work on a turn, as `workEventStream` does. */
export function replayEventStream<Work extends ReplayHead>(
  call: Pick<ApiCall<unknown>, 'db' | 'request' | 'requestId'>,
  { work: { id }, read, event, parts }: ReplayEvents<Work>,
): Response {
  return workEventStream(call, {
    ...{ id, event, parts },
    follow: (signal) => followReplay(call.db, { id, read, signal }),
    endedAs: ({ finishedAt, state }) => (finishedAt === null ? null : state),
  })
}
