import { database } from '@/lib/db/open-database'
import { firstRead } from '@/lib/store/reads/first-read'
import { keptStandingLines } from '@/lib/store/versions/standing-lines'
import { mostRead, hasReads, neverRead } from '@/lib/store/reads/reading-habits'
import { actorNames } from '@/lib/store/stores/name-actor'
import { recentGroups } from '@/lib/store/changes/recent-groups'
import { storeLimits } from '@/lib/store/stores/store-limits'
import { storeMap } from '@/lib/store/tree/store-map'
import { whoWrites } from '@/lib/store/stores/who-writes'

/** The days that an overview looks back. */
const DAYS = 30

const DAY_MS = 86_400_000

/** The map, as of a past moment if one is named. */
export async function readMap(storeId: string, sequence: number | null) {
  const at = sequence === null ? {} : { at: { sequence } }
  const map = await storeMap(database(), { storeId, ...at })
  return { map, hasReads: await hasReads(database(), storeId), now: Date.now() }
}

/** What was done last, and by whom. */
export async function readLately(storeId: string) {
  const groups = await recentGroups(database(), { storeId, limit: 8 })
  const names = await actorNames(
    database(),
    groups.map(({ actor }) => actor.id),
  )
  return { groups, names, now: Date.now() }
}

/** Who wrote, and what of it stands. */
export async function readWriters(storeId: string) {
  const now = Date.now()
  const [{ writers }, standing] = await Promise.all([
    whoWrites(database(), { storeId, days: DAYS, limit: 5, now }),
    keptStandingLines(database(), { storeId, days: DAYS, now }),
  ])
  const names = await actorNames(
    database(),
    writers.map(({ actor }) => actor.id),
  )
  return { writers, standing, names, days: DAYS }
}

/** What agents read, and how near the limits are. */
export async function readFigures(storeId: string) {
  const now = Date.now()
  const since = now - DAYS * DAY_MS
  const [first, read, unread, limits] = await Promise.all([
    firstRead(database(), { storeId, since }),
    mostRead(database(), { storeId, since, limit: 5 }),
    neverRead(database(), { storeId, limit: 4 }),
    storeLimits(database(), { storeId }),
  ])
  return { first, read, unread, limits, days: DAYS, now }
}
