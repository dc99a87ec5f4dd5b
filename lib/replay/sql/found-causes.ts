import type { BulkSql } from '@/lib/db/sql'

/** Findings of searches for causes in sessions that had a store, on the threads of long reads. */

interface FoundRow {
  eventId: string
  state: string
  /** whether it is a search that found contributions, and that went on to name all that add a little */
  wentOn: number
  result: string
}

/** The newest searches that found anything, also those that were stopped once they had. */
export function foundCauses(
  sql: BulkSql,
  { storeId, limit }: { storeId: string; limit: number },
): Promise<FoundRow[]> {
  return sql.all<FoundRow>(
    `SELECT r.event_id AS "eventId", r.state, r.result,
       CASE WHEN r.plan LIKE '%"verdict":"contributes"%' THEN 1 ELSE 0 END AS "wentOn"
     FROM replays r JOIN session_stores a ON a.session_key = r.session_key AND a.store_id = ?
     WHERE r.kind = 'cause' AND r.result IS NOT NULL
     ORDER BY r.key DESC LIMIT ?`,
    [storeId, limit],
  )
}
