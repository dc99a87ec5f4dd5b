import { countSessionsSince } from '@/lib/agent/count-sessions-since'
import { eventStream } from '@/lib/api/event-stream'
import { observedChanges } from '@/lib/connect/observed-changes'
import { database } from '@/lib/db/open-database'
import { causeOf, log } from '@/lib/log'
import { type WakeUp, wakeUpOn } from '@/lib/live/wake-up'
import { newId } from '@/lib/text/prefixed-id'
import { lostSince } from '../../changes/lost-since'

export const dynamic = 'force-dynamic'

/**
 * Signals the page of all sessions that something changed, also in one that is only observed; the
 * page reads what. A page that comes back is told first how many sessions changed meanwhile.
 */
export function GET(request: Request): Response {
  const since = lostSince(request)
  return eventStream(request.signal, newId('req'), async function* (signal) {
    const wakeUp = wakeUpOn(database().sessionChanges, 'any', signal)
    void wakeOnObserved(wakeUp, signal)
    try {
      if (since !== null) {
        yield { event: 'missed', data: { count: await countSessionsSince(database(), since) } }
      }
      // At first for what changed before this listened: since the page was read, or while it was hidden.
      do yield { event: 'changed', data: {} }
      while (await wakeUp.next())
    } finally {
      wakeUp.end()
    }
  })
}

/**
 * Wakes the stream on changes of observed sessions. If they cannot be read the stream ends, and the
 * page connects anew.
 */
async function wakeOnObserved(wakeUp: WakeUp, signal: AbortSignal): Promise<void> {
  try {
    const changes = observedChanges(database(), signal)
    while (!(await changes.next()).done) wakeUp.wake()
  } catch (error) {
    log.warn('observed sessions cannot be followed', causeOf(error))
    wakeUp.end()
  }
}
