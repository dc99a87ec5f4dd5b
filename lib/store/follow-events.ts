import type { Database } from '@/lib/db/database'
import { wakeUpOn } from '@/lib/live/wake-up'
import { quarantinedFor } from './core/quarantined'
import { sharedRead } from './core/shared-read'
import { findStore } from './core/store-transaction'
import { listEvents, type StoreEvent } from './events'
import type { Audience } from './model/audience'
import { StoreError } from './model/problems'

export interface FollowEventsInput {
  storeId: string
  /** events after this sequence: past ones, then new ones */
  after: number
  /** agents are told of no version in quarantine; people if left out */
  audience?: Audience | undefined
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
      const page = await sharedRead(db, `${input.storeId} ${after}`, () =>
        listEvents(db, { storeId: input.storeId, after, limit: PAGE }),
      ).catch(noneWhenGone)
      if (page === null) return
      for await (const event of shownTo(db, input, page)) yield event
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

/** What is in quarantine is looked up once a page, after its events. */
async function* shownTo(
  db: Database,
  { storeId, audience }: FollowEventsInput,
  page: readonly StoreEvent[],
): AsyncGenerator<StoreEvent> {
  const store = page.length === 0 ? null : await findStore(db.read, storeId).catch(noneWhenGone)
  const quarantined = store && (await quarantinedFor(db.read, store, audience))
  const from = new Map(
    [...(quarantined?.values() ?? [])].map((each) => [each.memoryId, each.fromSequence]),
  )
  for (const event of page) {
    const { version } = event
    const held = version && from.get(version.memoryId)
    if (held == null || (version && version.sequence < held)) yield event
  }
}
