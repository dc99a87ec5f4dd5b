import type { Database } from '@/lib/db/database'
import { chunked } from '@/lib/text/chunked'
import { LEVELS, type Level } from './model/attention'

/** What is open in a store: nobody dismissed it, and no exception covers it. */
export interface OpenFindings {
  count: number
  /** of the gravest */
  level: Level
}

interface Row {
  id: string
  count: number
  level: number
}

/** The open findings of some stores, by the stores' ids; those without any are left out. */
export async function countOpenFindings(
  db: Database,
  storeIds: readonly string[],
): Promise<Map<string, OpenFindings>> {
  if (storeIds.length === 0) return new Map()
  const rows = await db.bulk.all<Row>(
    `SELECT s.id, count(*) AS count, max(f.severity) AS level
     FROM memory_stores s CROSS JOIN findings f CROSS JOIN memories m
     WHERE s.id IN (${storeIds.map(() => '?').join(', ')}) AND s.deleted_at IS NULL
       AND f.store_key = s.key AND f.status = 'open' AND m.key = f.memory_key
       AND NOT EXISTS (SELECT 1 FROM finding_exceptions e WHERE e.store_key = f.store_key
         AND e.rule = f.rule AND e.path = m.path AND e.ends_at > ?)
     GROUP BY s.id`,
    [...storeIds, Date.now()],
  )
  return new Map(
    rows.map(({ id, count, level }) => [
      id,
      { count: Number(count), level: LEVELS[level] ?? 'low' },
    ]),
  )
}

const IDS_PER_STATEMENT = 500

/** The gravest level of what is open in each of these memories, by id; without those with nothing. */
export async function foundLevels(
  db: Database,
  memoryIds: readonly string[],
): Promise<Map<string, Level>> {
  const levels = new Map<string, Level>()
  for (const ids of chunked(memoryIds, IDS_PER_STATEMENT)) {
    const rows = await db.read.all<{ id: string; level: number }>(
      `SELECT m.id, max(f.severity) AS level FROM memories m CROSS JOIN findings f
       WHERE m.id IN (${ids.map(() => '?').join(', ')}) AND f.memory_key = m.key
         AND f.status = 'open' AND NOT EXISTS (SELECT 1 FROM finding_exceptions e
           WHERE e.store_key = f.store_key AND e.rule = f.rule AND e.path = m.path
             AND e.ends_at > ?)
       GROUP BY m.id`,
      [...ids, Date.now()],
    )
    for (const { id, level } of rows) levels.set(id, LEVELS[level] ?? 'low')
  }
  return levels
}
