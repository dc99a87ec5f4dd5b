import path from 'node:path'
import type { Database } from '@/lib/db/database'

/**
 * The file in a watched folder in which a memory stands, by its absolute path; null: there is none,
 * as far as is known. Quarantine does not reach it.
 */
export async function watchedFileOf(
  db: Database,
  { storeId, memoryId }: { storeId: string; memoryId: string },
): Promise<string | null> {
  const row = await db.read.get<{ location: string; path: string }>(
    `SELECT c.location, m.path FROM memories m
     JOIN memory_stores s ON s.key = m.store_key
     JOIN memory_versions v ON v.store_key = m.store_key AND v.sequence = m.head_sequence
     JOIN connections c ON c.store_key = m.store_key
     JOIN connection_entries e ON e.connection_key = c.key AND e.node_key = v.node_key
     WHERE m.id = ? AND s.id = ? AND m.path IS NOT NULL`,
    [memoryId, storeId],
  )
  return row ? path.join(row.location, row.path) : null
}
