import { eventStream } from '@/lib/api/event-stream'
import { database } from '@/lib/db/open-database'
import { changedStores } from '@/lib/store/stores/read-stores'
import { countChangesSince } from '@/lib/store/changes/list-changes'
import { newId } from '@/lib/text/prefixed-id'
import { lostSince } from './lost-since'

export const dynamic = 'force-dynamic'

/**
 * Signals the pages of all stores that something changed; the page reads what. A page that comes
 * back is told first how much it missed.
 */
export function GET(request: Request): Response {
  const since = lostSince(request)
  return eventStream(request.signal, newId('req'), async function* (signal) {
    let id = 0
    const changes = changedStores(database(), signal)
    if (since !== null && !(await changes.next()).done) {
      const count = await countChangesSince(database(), since)
      yield { id: ++id, event: 'missed', data: { count } }
    }
    while (!(await changes.next()).done) yield { id: ++id, event: 'changed', data: {} }
  })
}
