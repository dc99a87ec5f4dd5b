import type { Database } from '@/lib/db/database'

/** Whether a session of this server has the store attached, and so shows its history on its page. */
export async function hasSession(
  db: Database,
  { storeId, sessionId }: { storeId: string; sessionId: string },
): Promise<boolean> {
  const row = await db.read.get(
    `SELECT 1 AS found FROM session_stores a JOIN sessions s ON s.key = a.session_key
     WHERE s.id = ? AND a.store_id = ?`,
    [sessionId, storeId],
  )
  return row !== undefined
}
