import type { Database } from '@/lib/db/database'
import { sharedRead } from '@/lib/live/shared-read'
import { wakeUpOn } from '@/lib/live/wake-up'
import { quarantinedFor } from '../quarantine/quarantined'
import { findStore } from '../write/store-transaction'
import { listEvents, type StoreEvent } from './events'
import type { Audience } from '../model/audience'
import { StoreError } from '../model/problems'

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

/** Some events of a store in order, as an audience is told them. */
export interface EventPage {
  events: StoreEvent[]
  /** the last sequence that was looked at, whether or not it is told */
  through: number
  /** whether there were no more when it was read */
  isLast: boolean
}

/**
 * Every event of a store after a sequence, without gaps or duplicates, until the signal is aborted
 * or the store is deleted. Never reads ahead of its consumer. Refuses `store_not_found` at first.
 */
export async function* followEvents(
  db: Database,
  input: FollowEventsInput,
): AsyncGenerator<StoreEvent> {
  for await (const { events } of followEventPages(db, input)) yield* events
}

/** The same, by what was there at each look: what happens while a consumer is busy comes at once. */
export async function* followEventPages(
  db: Database,
  input: FollowEventsInput,
): AsyncGenerator<EventPage> {
  const store = await findStore(db.read, input.storeId)
  // Subscribed before the first read, so that nothing is missed between reading and waiting.
  const wakeUp = wakeUpOn(db.changes, store.key, input.signal)
  try {
    for (let after = input.after; !input.signal.aborted;) {
      const page = await readEventPage(db, { ...input, after })
      if (page === null) return
      if (page.events.length > 0) yield page
      after = page.through
      if (page.isLast && !(await wakeUp.next())) return
    }
  } finally {
    wakeUp.end()
  }
}

/** The next events of a store after a sequence; null: it is gone. */
export async function readEventPage(
  db: Database,
  input: Omit<FollowEventsInput, 'signal'>,
): Promise<EventPage | null> {
  const { storeId, after } = input
  const page = await sharedRead(db, `${storeId} ${after}`, () =>
    listEvents(db, { storeId, after, limit: PAGE }),
  ).catch(noneWhenGone)
  if (page === null) return null
  const through = page.at(-1)?.sequence ?? after
  return { events: await shownTo(db, input, page), through, isLast: page.length < PAGE }
}

function noneWhenGone(error: unknown): null {
  if (error instanceof StoreError && error.problem.kind === 'store_not_found') return null
  throw error
}

/**
 * Returns the events of a page that the audience may see: agents get none of what is in quarantine.
 * Looks quarantine up once a page, after its events.
 */
async function shownTo(
  db: Database,
  { storeId, audience }: Omit<FollowEventsInput, 'signal'>,
  page: StoreEvent[],
): Promise<StoreEvent[]> {
  if (audience !== 'agents' || page.length === 0) return page
  const store = await findStore(db.read, storeId).catch(noneWhenGone)
  const quarantined = store && (await quarantinedFor(db.read, store, audience))
  const from = new Map(
    [...(quarantined?.values() ?? [])].map((each) => [each.memoryId, each.fromSequence]),
  )
  return page.filter(({ version }) => {
    const held = version && from.get(version.memoryId)
    return held == null || (version && version.sequence < held)
  })
}
