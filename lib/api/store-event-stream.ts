import type { Database } from '@/lib/db/database'
import { merged } from '@/lib/live/merged'
import type { StoreEvent } from '@/lib/store/events'
import { followEvents } from '@/lib/store/follow-events'
import { followReviewEvents } from '@/lib/store/follow-review-events'
import type { Audience } from '@/lib/store/model/audience'
import type { ReviewEvent } from '@/lib/store/model/review-event'
import type { ApiRequest } from './api-request'
import { eventStream, type ServerSentEvent } from './event-stream'
import { wireEvent } from './serialise'
import { wireReviewEvent } from './serialise-review'

export interface StoreEventStreamInput {
  storeId: string
  /** the sequence after which changes are replayed */
  after: number
  /** agents are not told of what is in quarantine */
  audience: Audience
  requestId: string
}

/** Streams a store's changes after a sequence, and from now on what happens in its review. */
export function storeEventStream(
  db: Database,
  request: Pick<ApiRequest, 'signal'>,
  { storeId, after, audience, requestId }: StoreEventStreamInput,
): Response {
  return eventStream(request.signal, requestId, (signal) =>
    merged([
      changes(followEvents(db, { storeId, after, audience, signal })),
      reviewing(followReviewEvents(db, { storeId, signal })),
    ]),
  )
}

async function* changes(events: AsyncGenerator<StoreEvent>): AsyncGenerator<ServerSentEvent> {
  for await (const event of events) {
    yield { id: event.sequence, event: event.type, data: wireEvent(event) }
  }
}

/** Without an id: they are not replayed, and a listener resumes after the last change. */
async function* reviewing(events: AsyncGenerator<ReviewEvent>): AsyncGenerator<ServerSentEvent> {
  for await (const event of events) yield { event: event.type, data: wireReviewEvent(event) }
}
