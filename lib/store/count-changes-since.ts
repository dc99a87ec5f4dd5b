import type { Database } from '@/lib/db/database'

/**
 * How many changes all stores had since a time (milliseconds since 1970, inclusive). Costs the
 * changes of that time, read from the index of their times.
 */
export async function countChangesSince(db: Database, since: number): Promise<number> {
  const [row] = await db.bulk.all<{ count: number }>(
    `SELECT count(*) AS count FROM memory_stores s CROSS JOIN store_events e
     WHERE s.deleted_at IS NULL AND e.store_key = s.key AND e.created_at >= ?`,
    [since],
  )
  return Number(row?.count ?? 0)
}
