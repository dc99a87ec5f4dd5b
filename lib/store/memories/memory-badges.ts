import type { Database } from '@/lib/db/database'
import { NEVER_READ_AFTER_MS } from '../model/never-read'
import { flushReadsToShow } from '../reads/reads'
import { badgesOf } from './sql/badges'

/** Details of a memory that lists show besides its path and size. */
export interface MemoryBadges {
  /** how many versions it has had */
  versionCount: number
  /** false: no agent and no script ever read it, though they had the time */
  isRead: boolean
  /** whether agents are kept from it */
  isQuarantined: boolean
}

const IDS_PER_STATEMENT = 500

/** The badges of these memories, by id; unknown ids are left out. */
export async function memoryBadges(
  db: Database,
  memoryIds: readonly string[],
  now = Date.now(),
): Promise<Map<string, MemoryBadges>> {
  await flushReadsToShow(db)
  const badges = new Map<string, MemoryBadges>()
  const since = now - NEVER_READ_AFTER_MS
  for (let from = 0; from < memoryIds.length; from += IDS_PER_STATEMENT) {
    const ids = memoryIds.slice(from, from + IDS_PER_STATEMENT)
    for (const { id, versionCount, isRead, isQuarantined } of await badgesOf(db.read, {
      ids,
      since,
    })) {
      badges.set(id, {
        versionCount,
        isRead: isRead === 1,
        isQuarantined: isQuarantined === 1,
      })
    }
  }
  return badges
}
