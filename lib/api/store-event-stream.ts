import type { Database } from '@/lib/db/database'
import type { Audience } from '@/lib/store/model/audience'
import type { MemoryStore } from '@/lib/store/model/memory-store'
import type { ApiRequest } from './api-request'
import { eventStream, type ServerSentEvent } from './event-stream'
import { listenToStore } from './listen-to-store'

export interface StoreEventStreamInput {
  store: MemoryStore
  /** the sequence after which changes are replayed */
  after: number
  /** replays the events of the review since then; milliseconds since 1970 */
  reviewSince?: number | undefined
  /** agents are not told of what is in quarantine */
  audience: Audience
  requestId: string
  /** sent before all else; omitted: nothing is */
  opening?: ServerSentEvent
}

/** Streams a store's changes after a sequence, and from now on what happens in its review. */
export function storeEventStream(
  db: Database,
  request: Pick<ApiRequest, 'signal'>,
  { store, after, reviewSince, audience, requestId, opening }: StoreEventStreamInput,
): Response {
  const { id: storeId, lastSequence: from } = store
  return eventStream(request.signal, requestId, async function* (signal) {
    if (opening) yield opening
    yield* listenToStore(db, { storeId, audience, after, from, reviewSince, signal })
  })
}
