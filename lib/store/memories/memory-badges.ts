import type { Database } from '@/lib/db/database'
import { flushReadsToShow } from '../reads/reads'

/** What a list of memories shows of each besides path and size. */
export interface MemoryBadges {
  /** how many versions it has had */
  versionCount: number
  /** whether an agent or a script has ever read it */
  isRead: boolean
  /** whether agents are kept from it */
  isQuarantined: boolean
}

interface BadgeRow {
  id: string
  version_count: number
  is_read: number
  is_quarantined: number
}

const IDS_PER_STATEMENT = 500

/** The badges of these memories, by id; unknown ids are left out. */
export async function memoryBadges(
  db: Database,
  memoryIds: readonly string[],
): Promise<Map<string, MemoryBadges>> {
  await flushReadsToShow(db)
  const badges = new Map<string, MemoryBadges>()
  for (let from = 0; from < memoryIds.length; from += IDS_PER_STATEMENT) {
    const ids = memoryIds.slice(from, from + IDS_PER_STATEMENT)
    const rows = await db.read.all<BadgeRow>(
      `SELECT m.id, m.version_count, CASE WHEN EXISTS
         (SELECT 1 FROM memory_reads r WHERE r.memory_key = m.key) THEN 1 ELSE 0 END AS is_read,
         CASE WHEN EXISTS (SELECT 1 FROM quarantines q WHERE q.memory_key = m.key)
           THEN 1 ELSE 0 END AS is_quarantined
       FROM memories m WHERE m.id IN (?${', ?'.repeat(ids.length - 1)})`,
      ids,
    )
    for (const { id, version_count, is_read, is_quarantined } of rows) {
      badges.set(id, {
        versionCount: version_count,
        isRead: is_read === 1,
        isQuarantined: is_quarantined === 1,
      })
    }
  }
  return badges
}
