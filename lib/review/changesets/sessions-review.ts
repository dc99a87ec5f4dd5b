import type { Database } from '@/lib/db/database'
import { chunked } from '@/lib/text/chunked'
import { changesetsOfSessions } from './sql/changesets'

/** A session's changes in all its stores, and how much of them waits for a person. */
export interface SessionReview {
  addedLines: number
  removedLines: number
  openHunks: number
  /** hunks of changesets in which nothing is open, and what was decided only waits to be applied */
  hunksToApply: number
  /** the changeset with the most left, to continue with; null: nothing is left */
  changesetId: string | null
  /** whether everything is counted */
  isExamined: boolean
}

const IDS_PER_STATEMENT = 500

/** The changes of these sessions, by id; sessions that changed nothing are left out. */
export async function sessionsReview(
  db: Database,
  sessionIds: readonly string[],
): Promise<Map<string, SessionReview>> {
  const found = new Map<string, SessionReview>()
  for (const ids of chunked(sessionIds, IDS_PER_STATEMENT)) {
    const rows = await changesetsOfSessions(db.read, ids)
    for (const row of rows) {
      const before = found.get(row.sessionId)
      found.set(row.sessionId, {
        addedLines: (before?.addedLines ?? 0) + row.addedLines,
        removedLines: (before?.removedLines ?? 0) + row.removedLines,
        openHunks: (before?.openHunks ?? 0) + row.openHunks,
        hunksToApply: (before?.hunksToApply ?? 0) + (row.lying > 0 ? row.hunkCount : 0),
        changesetId: before?.changesetId ?? (row.openHunks + row.lying > 0 ? row.id : null),
        isExamined: (before?.isExamined ?? true) && row.pending === 0,
      })
    }
  }
  return found
}
