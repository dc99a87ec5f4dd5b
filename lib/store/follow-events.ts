import type { Database } from '@/lib/db/database'
import { wakeUpOn } from '@/lib/live/wake-up'
import { perProcess } from '@/lib/per-process'
import { findStore } from './core/store-transaction'
import { listEvents, type StoreEvent } from './events'
import { StoreError } from './model/problems'

export interface FollowEventsInput {
  storeId: string
  /** events after this sequence: past ones, then new ones */
  after: number
  signal: AbortSignal
}

/** Events read at once; a slow consumer buffers no more than these. */
const PAGE = 200

/**
 * Every event of a store after a sequence, without gaps or duplicates, until the signal is aborted
 * or the store is deleted. Never reads ahead of its consumer. Refuses `store_not_found` at first.
 */
export async function* followEvents(
  db: Database,
  input: FollowEventsInput,
): AsyncGenerator<StoreEvent> {
  const store = await findStore(db.read, input.storeId)
  // Subscribed before the first read, so that nothing is missed between reading and waiting.
  const wakeUp = wakeUpOn(db.changes, store.key, input.signal)
  try {
    for (let after = input.after; !input.signal.aborted;) {
      const page = await sharedPage(db, input.storeId, after).catch(noneWhenGone)
      if (page === null) return
      for (const event of page) yield event
      after = page.at(-1)?.sequence ?? after
      if (page.length < PAGE && !(await wakeUp.next())) return
    }
  } finally {
    wakeUp.end()
  }
}

function noneWhenGone(error: unknown): null {
  if (error instanceof StoreError && error.problem.kind === 'store_not_found') return null
  throw error
}

type Page = Promise<StoreEvent[]>
const pagesOf = perProcess('pages of events', () => new WeakMap<Database, Map<string, Page>>())

/**
 * Many listeners of a store ask for the same page at the same time, and share one read. A listener
 * woken by a change does not join a read that began before it: that read may miss the change.
 */
function sharedPage(db: Database, storeId: string, after: number): Page {
  const pages = pagesOf.get(db) ?? new Map<string, Page>()
  pagesOf.set(db, pages)
  const key = `${storeId} ${after} ${db.changes.revision}`
  let page = pages.get(key)
  if (!page) {
    page = listEvents(db, { storeId, after, limit: PAGE }).finally(() => pages.delete(key))
    pages.set(key, page)
  }
  return page
}
