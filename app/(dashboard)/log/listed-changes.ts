import type { Database } from '@/lib/db/database'
import {
  type ChangePage,
  listChanges,
  type ListChangesInput,
} from '@/lib/store/changes/list-changes'
import { type LogAddress, periodOf, SPANS } from './log-address'

/** Changes on one page. */
const PAGE = 100

/** New changes are counted up to this. */
export const MAX_WAITING = 1000

/** The filter of an address, without what was paused. */
export function filterOf(
  asked: LogAddress,
  { storeId, now }: { storeId: string | undefined; now: number },
): Omit<ListChangesInput, 'limit'> {
  const period = periodOf(asked, now)
  const begins = [asked.from, asked.since && now - SPANS[asked.since], period?.from]
  const ends = [asked.to, period && period.to - 1]
  return {
    storeId,
    operation: asked.operation,
    sessionId: asked.session,
    actorId: asked.actor,
    pathStart: asked.path,
    createdFrom: outermost(begins, Math.max),
    createdTo: outermost(ends, Math.min),
  }
}

/** Of the times that there are the last or the first. */
function outermost(
  times: readonly (number | null | undefined)[],
  choose: (...times: number[]) => number,
): number | undefined {
  const named = times.filter((time) => time != null)
  return named.length === 0 ? undefined : choose(...named)
}

export interface ListedChanges extends ChangePage {
  /** number of newer changes that wait while the page is paused */
  waiting: number
  /** the moment at which pausing holds everything that is listed, and nothing newer */
  heldAt: number
  /** nothing newer than this is listed; milliseconds since 1970 */
  createdTo: number | undefined
}

/** A page of the changes asked for; `now` is when the page began to be made. */
export async function listedChanges(
  db: Database,
  asked: LogAddress,
  filter: Omit<ListChangesInput, 'limit'>,
  now: number,
): Promise<ListedChanges> {
  const { until, after } = asked
  const createdTo =
    until === undefined ? filter.createdTo : Math.min(until, filter.createdTo ?? until)
  const page = await listChanges(db, { ...filter, createdTo, after, limit: PAGE })
  if (until === undefined) {
    // Written while the page was made: what is listed is newer than the page itself.
    return {
      ...page,
      createdTo,
      waiting: 0,
      heldAt: Math.max(now, page.changes[0]?.createdAt ?? now),
    }
  }
  const createdFrom = Math.max(until + 1, filter.createdFrom ?? 0)
  const newer = await listChanges(db, { ...filter, createdFrom, limit: MAX_WAITING })
  return { ...page, createdTo, waiting: newer.changes.length, heldAt: until }
}
