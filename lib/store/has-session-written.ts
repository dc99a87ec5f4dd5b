import type { Database } from '@/lib/db/database'
import { findStore } from './core/store-transaction'

/**
 * Whether a session's run wrote to a store, including sessions deleted since: their ids are never
 * reused. Refuses `store_not_found`.
 */
export async function hasSessionWritten(
  db: Database,
  { storeId, sessionId }: { storeId: string; sessionId: string },
): Promise<boolean> {
  const store = await findStore(db.read, storeId)
  const row = await db.read.get(
    `SELECT 1 AS found FROM memory_versions
     WHERE store_key = ? AND session_id = ? AND actor_type = 'session' LIMIT 1`,
    [store.key, sessionId],
  )
  return row !== undefined
}
