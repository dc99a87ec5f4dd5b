import { eventStream } from '@/lib/api/event-stream'
import { database } from '@/lib/db/open-database'
import { changedStores } from '@/lib/store/changed-stores'
import { newId } from '@/lib/text/prefixed-id'

export const dynamic = 'force-dynamic'

/** Signals the page of all stores that something changed; the page reads what. */
export function GET(request: Request): Response {
  return eventStream(request.signal, newId('req'), async function* (signal) {
    let id = 0
    const changes = changedStores(database(), signal)
    while (!(await changes.next()).done) yield { id: ++id, event: 'changed', data: {} }
  })
}
