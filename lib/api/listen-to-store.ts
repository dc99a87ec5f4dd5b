import type { Database } from '@/lib/db/database'
import { reviewEventsSince } from '@/lib/store/events/review-events'
import { readEventPage } from '@/lib/store/events/follow-events'
import { type Bundle, bundleOfPage, bundleOfReview, type FeedInput, joinFeed } from './store-feed'

export interface ListenInput extends FeedInput {
  /** events after this sequence: past ones, then new ones */
  after: number
  /** told first: what happened in the review since, in milliseconds since 1970; left out: nothing */
  reviewSince?: number | undefined
  signal: AbortSignal
}

/**
 * The events of a store after a sequence, each once, as they are sent, and what happens in its
 * review from now on; until the signal is aborted or the store is deleted. Past ones are read for
 * this listener alone, new ones once for all; a listener that falls behind reads for itself again.
 */
export async function* listenToStore(db: Database, input: ListenInput): AsyncGenerator<Uint8Array> {
  const { storeId, audience, reviewSince: since, signal } = input
  const listener = joinFeed(db, input, signal)
  let { after } = input
  try {
    if (since !== undefined) {
      const { bytes } = bundleOfReview(await reviewEventsSince(db, { storeId, since }))
      if (bytes.length > 0) yield bytes
    }
    while (!signal.aborted) {
      listener.restart()
      for (let isLast = false; !isLast;) {
        const page = await readEventPage(db, { storeId, after, audience })
        if (page === null) return
        if (page.events.length > 0) yield bundleOfPage(page).bytes
        after = page.through
        ;({ isLast } = page)
      }
      for (;;) {
        const bundle = await listener.next()
        if (bundle === null) return
        if (bundle === 'behind') break
        const bytes = bytesAfter(bundle, after)
        after = Math.max(after, bundle.events.at(-1)?.sequence ?? after)
        if (bytes.length > 0) yield bytes
      }
    }
  } finally {
    listener.leave()
  }
}

/** Without what this listener has read already. */
function bytesAfter({ events, bytes }: Bundle, after: number): Uint8Array {
  const isNew = ({ sequence }: Bundle['events'][number]) => sequence === null || sequence > after
  const [first] = events
  if (first && isNew(first)) return bytes
  return Buffer.from(
    events
      .filter(isNew)
      .map(({ text }) => text)
      .join(''),
  )
}
