import type { Database } from '@/lib/db/database'
import { findStore } from './core/store-transaction'
import { visibleTo } from './core/quarantined'
import { SELECT_VERSIONS, type VersionRow, versionOf } from './core/rows'
import type { Audience } from './model/audience'
import type { MemoryVersion } from './model/memory-version'

/** Changes of a store since a moment that were not made by one session. */
export interface ForeignChanges {
  /** the newest ones, oldest first */
  changes: MemoryVersion[]
  /** whether there were earlier ones */
  hasMore: boolean
  /** the store's last change, by anyone */
  sequence: number
}

/**
 * The changes of a store after a sequence that a session did not make. Without a sequence, only the
 * store's current one. Refuses `store_not_found`.
 */
export async function changesByOthers(
  db: Database,
  input: {
    storeId: string
    sessionId: string
    after: number | null
    limit: number
    /** agents are shown no version in quarantine; people if left out */
    audience?: Audience | undefined
  },
): Promise<ForeignChanges> {
  const store = await findStore(db.read, input.storeId)
  const sequence = store.last_sequence
  if (input.after === null || input.after >= sequence) {
    return { changes: [], hasMore: false, sequence }
  }
  const rows = await db.read.all<VersionRow>(
    `${SELECT_VERSIONS} WHERE v.store_key = ? AND v.sequence > ? AND v.sequence <= ?
       AND (v.session_id IS NULL OR v.session_id <> ?)
       AND ${visibleTo(input.audience, store)} ORDER BY v.sequence DESC LIMIT ?`,
    [store.key, input.after, sequence, input.sessionId, input.limit + 1],
  )
  return {
    changes: rows
      .slice(0, input.limit)
      .reverse()
      .map((row) => versionOf(row, input.storeId, null)),
    hasMore: rows.length > input.limit,
    sequence,
  }
}
