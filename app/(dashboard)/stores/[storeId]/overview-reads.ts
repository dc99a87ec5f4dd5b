import { database } from '@/lib/db/open-database'
import { coveredPaths, storeHasTests } from '@/lib/memory-tests/covered-paths'
import { type FirstRead, firstRead } from '@/lib/store/reads/first-read'
import { withSecretsOrAllMasked } from '@/lib/scan/masked-secrets'
import { keptStandingLines } from '@/lib/store/versions/standing-lines'
import { mostRead, hasReads, neverRead } from '@/lib/store/reads/reading-habits'
import { actorNames } from '@/lib/store/stores/name-actor'
import { recentGroups } from '@/lib/store/changes/recent-groups'
import type { MemoryStore } from '@/lib/store/model/memory-store'
import { NEVER_READ_AFTER_MS } from '@/lib/store/model/never-read'
import type { StoreMap } from '@/lib/store/model/store-map'
import type { StoreMoment } from '@/lib/store/time/store-moment'
import { withShortMasks } from '@/lib/text/masked-line'
import { storeMap } from '@/lib/store/tree/store-map'
import { whoWrites } from '@/lib/store/stores/who-writes'
import { DAY_MS } from '@/lib/text/day-ms'

/** The days that an overview looks back. */
const DAYS = 30

/** A past moment: its last change, and when that was made, milliseconds since 1970. */
export type Past = Pick<StoreMoment, 'sequence' | 'at'>

/** The map, now or as it was at a past moment: what had changed and been read lately by then; now also with what tests read. */
export async function readMap(
  { id: storeId, createdAt }: Pick<MemoryStore, 'id' | 'createdAt'>,
  { past, isOfTests }: { past: Past | null; isOfTests: boolean },
) {
  const now = past === null ? Date.now() : (past.at ?? 0)
  const isOld = createdAt <= now - NEVER_READ_AFTER_MS
  if (past === null) {
    const map = await storeMap(database(), { storeId })
    const hasTests = await storeHasTests(database(), storeId)
    const covered = isOfTests && hasTests ? await coveredPaths(database(), storeId) : null
    return { map, hasReads: isOld && (await hasReads(database(), storeId)), hasTests, covered, now }
  }
  const map = await storeMap(database(), { storeId, at: { sequence: past.sequence } })
  return { map, hasReads: isOld && isReadAnywhere(map), hasTests: false, covered: null, now }
}

const isReadAnywhere = (map: StoreMap) =>
  map.shows === 'memories'
    ? map.memories.some(({ lastReadAt }) => lastReadAt !== null)
    : map.directories.some(({ neverReadCount, memoryCount }) => neverReadCount < memoryCount)

/** Reads the latest changes and their actors' names. */
export async function readLately(storeId: string) {
  const groups = await recentGroups(database(), { storeId, limit: 8 })
  const names = await actorNames(
    database(),
    groups.map(({ actor }) => actor.id),
  )
  return { groups, names, now: Date.now() }
}

/** Reads the recent writers, and how much of what they wrote still stands. */
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

/** Reads what agents read, and what they do not. */
export async function readFigures(storeId: string) {
  const now = Date.now()
  const since = now - DAYS * DAY_MS
  const [first, read, unread] = await Promise.all([
    firstRead(database(), { storeId, since }),
    mostRead(database(), { storeId, since, limit: 5 }),
    neverRead(database(), { storeId, limit: 4, now }),
  ])
  return { first: first && (await withSecretsHidden(first)), read, unread, days: DAYS, now }
}

/** The same with the secrets in its line masked. */
async function withSecretsHidden(first: FirstRead): Promise<FirstRead> {
  if (first.line === null) return first
  const [masked = ''] = await withSecretsOrAllMasked([first.line])
  return { ...first, line: withShortMasks(masked) }
}
