import { eventStream } from '@/lib/api/event-stream'
import { database } from '@/lib/db/open-database'
import { wakeUpOn } from '@/lib/live/wake-up'
import { newId } from '@/lib/text/prefixed-id'

export const dynamic = 'force-dynamic'

/** Signals the page of all sessions that something changed; the page reads what. */
export function GET(request: Request): Response {
  return eventStream(request.signal, newId('req'), async function* (signal) {
    const wakeUp = wakeUpOn(database().sessionChanges, 'any', signal)
    try {
      while (await wakeUp.next()) yield { event: 'changed', data: {} }
    } finally {
      wakeUp.end()
    }
  })
}
