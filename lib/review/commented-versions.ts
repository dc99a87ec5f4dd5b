import type { Database } from '@/lib/db/database'

/** How many comments were made on each version of a memory, by the versions' ids. */
export async function commentedVersions(
  db: Database,
  memoryId: string,
): Promise<Map<string, number>> {
  const rows = await db.read.all<{ id: string; count: number }>(
    `SELECT v.id, count(*) AS count
     FROM memories m CROSS JOIN comments c CROSS JOIN memory_versions v
     WHERE m.id = ? AND c.memory_key = m.key
       AND v.store_key = c.store_key AND v.sequence = c.version_sequence
     GROUP BY v.id`,
    [memoryId],
  )
  return new Map(rows.map(({ id, count }) => [id, count]))
}
