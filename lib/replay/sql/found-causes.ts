import type { BulkSql } from '@/lib/db/sql'

/** Findings of searches for causes in sessions that had a store, on the threads of long reads. */

interface FoundRow {
  eventId: string
  result: string
}

/** The newest searches that came to an end. */
export function foundCauses(
  sql: BulkSql,
  { storeId, limit }: { storeId: string; limit: number },
): Promise<FoundRow[]> {
  return sql.all<FoundRow>(
    `SELECT r.event_id AS "eventId", r.result
     FROM replays r JOIN session_stores a ON a.session_key = r.session_key AND a.store_id = ?
     WHERE r.kind = 'cause' AND r.state = 'completed' AND r.result IS NOT NULL
     ORDER BY r.key DESC LIMIT ?`,
    [storeId, limit],
  )
}
