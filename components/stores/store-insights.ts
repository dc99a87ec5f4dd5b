import 'server-only'
import type { CostlyMemory } from '@/lib/costs/costly-memories'
import { recentCostlyMemories } from '@/lib/costs/recent-costly'
import { database } from '@/lib/db/open-database'
import { countOpenFindings, type OpenFindings } from '@/lib/review/findings/read-findings'
import { openChangesetsByStore } from '@/lib/review/changesets/unreviewed'
import type { Actor } from '@/lib/store/model/actor'
import { actorNames } from '@/lib/store/stores/name-actor'
import { type StoresToTidy, storesToTidy } from '@/lib/store/stores/store-limits'
import { type RecentWriters, storesWriters } from '@/lib/store/stores/writers'
import { DAY_MS } from '@/lib/text/day-ms'

/** Figures for a page of stores, which are counted after it is shown. */
export interface StoreInsights {
  writers: ReadonlyMap<string, RecentWriters>
  /** of the writers, by id */
  names: ReadonlyMap<string, string>
  tidy: StoresToTidy
  /**
   * memories that cost much, and of which nothing is known to have come: sums over months of rows,
   * which only those wait for who show them; never rejects
   */
  costly: Promise<CostlyMemory[]>
  /** changesets that wait for a person, by store */
  unreviewed: ReadonlyMap<string, number>
  /** their open findings, by store */
  found: ReadonlyMap<string, OpenFindings>
}

/** Beyond it nobody needs the number. */
export const MAX_UNREVIEWED = 100

const WRITERS_SHOWN = 4
const FINDINGS_SHOWN = 3

/** Milliseconds. */
const RECENT = 30 * DAY_MS

export async function storeInsights(
  storeIds: readonly string[],
  now: number,
): Promise<StoreInsights> {
  const costly = recentCostlyMemories(database(), { storeIds, limit: FINDINGS_SHOWN, now })
  const [writers, tidy, unreviewed, found] = await Promise.all([
    storesWriters(database(), { storeIds, since: now - RECENT, limit: WRITERS_SHOWN }),
    storesToTidy(database(), { storeIds, limit: FINDINGS_SHOWN, now }),
    openChangesetsByStore(database(), storeIds, MAX_UNREVIEWED),
    countOpenFindings(database(), storeIds),
  ])
  const actors: Actor[] = [...writers.values()].flatMap((each) => each.actors)
  const names = await actorNames(
    database(),
    actors.map(({ id }) => id),
  )
  return { writers, names, tidy, costly, unreviewed, found }
}
