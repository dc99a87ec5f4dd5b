import { z } from '@hono/zod-openapi'
import { noteEventLag } from '@/lib/metrics/metrics'
import { followEvents, refuseAhead, type StoreEvent } from '@/lib/store/events'
import { inStore, part, rawAnswer, sequenceNumber, STORE, wireActor } from './kit'
import { eventStream, type ServerSentEvent } from './listened'
import { wireVersion } from './versions'

/** What happens in a store, as server-sent events: each change once, in order, without content. */

const follow = inStore('get', `${STORE}/events`, 'streamStoreEvents', 'read', {
  summary: 'Follow the changes of a store',
  description:
    'Begins after Last-Event-ID, or after, without gap or double; with neither it begins now.',
  query: z.object({ after: sequenceNumber.optional() }),
  headers: z.object({ 'last-event-id': sequenceNumber.optional() }),
  responses: rawAnswer('Server-sent events', 'text/event-stream'),
})

function wireEvent(event: StoreEvent): ServerSentEvent {
  const { type, sequence, storeId, createdAt, actor, sessionId, batchId, version } = event
  const data = {
    type,
    sequence,
    memory_store_id: storeId,
    created_at: createdAt.toISOString(),
    actor: wireActor(actor),
    session_id: sessionId,
    batch_id: batchId,
    memory_version: version && wireVersion(version),
  }
  return { id: sequence, event: type, data }
}

export const events = part().openapi(follow, (c) => {
  const { id, lastSequence } = c.var.store
  const resumed = c.req.valid('header')['last-event-id']
  const after = resumed ?? c.req.valid('query').after ?? lastSequence
  // While the status can still say so.
  refuseAhead(after, lastSequence)
  const begun = new Date()
  return eventStream(c, async function* (signal) {
    for await (const event of followEvents(id, after, signal)) {
      // What is caught up on is as old as it is.
      if (event.createdAt > begun) noteEventLag(event.createdAt)
      yield wireEvent(event)
    }
  })
})
