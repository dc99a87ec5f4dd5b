import type { Database } from '@/lib/db/database'

/** Where a memory was before a version of it; null: that was its first, or it is redacted. */
export async function pathBefore(
  db: Database,
  { memoryId, ordinal }: { memoryId: string; ordinal: number },
): Promise<string | null> {
  const row = await db.read.get<{ path: string | null }>(
    `SELECT n.path FROM memories m
     JOIN memory_versions v ON v.memory_key = m.key AND v.ordinal = ?
     LEFT JOIN path_nodes n ON n.key = v.node_key WHERE m.id = ?`,
    [ordinal - 1, memoryId],
  )
  return row?.path ?? null
}
