import type { Database } from '@/lib/db/database'
import { inSession } from './core/in-session'
import { findStore } from './core/store-transaction'
import { flushReadsToShow } from './reads'

/** A live memory that a session read or wrote. */
export interface TouchedMemory {
  memoryId: string
  path: string
  /** when it was read or written last, milliseconds since 1970 */
  lastAt: number
}

/**
 * The live memories of a store that a session read or wrote, the latest first. Refuses
 * `store_not_found`.
 */
export async function sessionMemories(
  db: Database,
  input: { storeId: string; sessionId: string; limit: number },
): Promise<TouchedMemory[]> {
  await flushReadsToShow(db)
  const store = await findStore(db.read, input.storeId)
  const written = await inSession(db.read, input.sessionId)
  const rows = await db.read.all<{ id: string; path: string; last_at: number }>(
    `SELECT m.id, m.path, MAX(t.at) AS last_at FROM (
       SELECT r.memory_key, r.last_read_at AS at FROM memory_reads r
         WHERE r.store_key = ? AND r.session_id = ?
       UNION ALL
       SELECT v.memory_key, v.created_at AS at FROM memory_versions v
         WHERE v.store_key = ? AND ${written.condition}
     ) t JOIN memories m ON m.key = t.memory_key
     WHERE m.path IS NOT NULL
     GROUP BY m.id, m.path ORDER BY last_at DESC, m.id LIMIT ?`,
    [store.key, input.sessionId, store.key, ...written.params, input.limit],
  )
  return rows.map((row) => ({ memoryId: row.id, path: row.path, lastAt: row.last_at }))
}
