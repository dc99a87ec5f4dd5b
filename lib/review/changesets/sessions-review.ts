import type { Database } from '@/lib/db/database'
import { chunked } from '@/lib/text/chunked'

/** What a session changed in all its stores, and what of it waits for a person. */
export interface SessionReview {
  addedLines: number
  removedLines: number
  openHunks: number
  /** where to go on: the changeset with the most left; null: nothing is left */
  changesetId: string | null
  /** whether everything is counted */
  isExamined: boolean
}

const IDS_PER_STATEMENT = 500

/** Of these sessions what they changed, by id; those that changed nothing are left out. */
export async function sessionsReview(
  db: Database,
  sessionIds: readonly string[],
): Promise<Map<string, SessionReview>> {
  const found = new Map<string, SessionReview>()
  for (const ids of chunked(sessionIds, IDS_PER_STATEMENT)) {
    const rows = await db.read.all<{
      id: string
      session_id: string
      added_lines: number
      removed_lines: number
      open_hunks: number
      pending: number
    }>(
      `SELECT c.id, c.session_id, c.added_lines, c.removed_lines, c.open_hunks, c.pending
       FROM changesets c CROSS JOIN memory_stores s
       WHERE c.session_id IN (${ids.map(() => '?').join(', ')})
         AND s.key = c.store_key AND s.deleted_at IS NULL
       ORDER BY c.open_hunks DESC, c.key`,
      ids,
    )
    for (const row of rows) {
      const before = found.get(row.session_id)
      found.set(row.session_id, {
        addedLines: (before?.addedLines ?? 0) + row.added_lines,
        removedLines: (before?.removedLines ?? 0) + row.removed_lines,
        openHunks: (before?.openHunks ?? 0) + row.open_hunks,
        changesetId: before?.changesetId ?? (row.open_hunks > 0 ? row.id : null),
        isExamined: (before?.isExamined ?? true) && row.pending === 0,
      })
    }
  }
  return found
}
