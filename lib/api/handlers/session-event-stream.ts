import { getSession } from '@/lib/agent/get-session'
import { followSession } from '@/lib/agent/follow-session'
import type { Handler } from '../api-call'
import { eventStream } from '../event-stream'
import { parseInput, parseList, parseQuery } from '../parse'
import { eventsQuery, lastEventIdHeader } from '../schemas'
import { wireNews } from '../serialise-session'
import { eventDeltas } from '../session-schemas'
import { newId } from '@/lib/text/prefixed-id'

/** Events from now on, or after `Last-Event-ID`; with `event_deltas[]`, text as it is generated. */
export const GET: Handler<{ sessionId: string }> = async (call) => {
  const { db, request, requestId } = call
  const { id: sessionId, lastSequence } = await getSession(call.db, call.params.sessionId)
  const previews = parseList(eventDeltas, request, 'event_deltas')
  const { after } = parseQuery(eventsQuery, request)
  const { 'Last-Event-ID': resumed } = parseInput(lastEventIdHeader, {
    'Last-Event-ID': request.headers.get('last-event-id') ?? undefined,
  })
  const from = resumed ?? after ?? lastSequence
  return eventStream(request.signal, requestId, async function* (signal) {
    const follow = { sessionId, after: from, previews, withState: false, signal }
    for await (const news of followSession(db, follow)) {
      const wire = wireNews(news)
      if (wire) yield { id: wire.id, event: wire.event, data: wire.data }
    }
    if (signal.aborted) return
    const processed_at = new Date().toISOString()
    const data = { id: newId('sevt'), type: 'session.deleted', processed_at }
    yield { event: 'session.deleted', data }
  })
}
