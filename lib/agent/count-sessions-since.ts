import type { Database } from '@/lib/db/database'

/** How many sessions something happened in since a time (milliseconds since 1970, inclusive). */
export async function countSessionsSince(db: Database, since: number): Promise<number> {
  const [row] = await db.bulk.all<{ count: number }>(
    'SELECT count(*) AS count FROM sessions WHERE updated_at >= ?',
    [since],
  )
  return Number(row?.count ?? 0)
}
