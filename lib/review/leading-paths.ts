import type { Database } from '@/lib/db/database'

/** At most so many memories of a changeset are looked through for the one that leads it. */
const MAX_INSPECTED = 200

/**
 * The path of the memory that leads each of some changesets, by the changeset's id: of the highest
 * level among its first memories. Those without a path (deleted, redacted, not yet examined) have
 * none.
 */
export async function leadingPaths(
  db: Database,
  changesetIds: readonly string[],
): Promise<Map<string, string>> {
  if (changesetIds.length === 0) return new Map()
  const rows = await db.read.all<{ id: string; path: string | null }>(
    `SELECT s.id, (
       SELECT m.path FROM (
         SELECT c.memory_key, c.level FROM changeset_memories c
         WHERE c.changeset_key = s.key ORDER BY c.memory_key LIMIT ${MAX_INSPECTED}
       ) c CROSS JOIN memories m
       WHERE m.key = c.memory_key AND m.path IS NOT NULL
       ORDER BY c.level DESC, c.memory_key LIMIT 1
     ) AS path
     FROM changesets s WHERE s.id IN (${changesetIds.map(() => '?').join(', ')})`,
    [...changesetIds],
  )
  return new Map(rows.flatMap(({ id, path }) => (path === null ? [] : [[id, path]])))
}
