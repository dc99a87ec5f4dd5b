import type { Database } from '@/lib/db/database'
import type { Cause } from './model/actor'
import type { MemoryVersion } from './model/memory-version'
import { recordRead } from './reads'
import type { HistoryHit } from './search-history'
import type { SearchHit } from './search-store'

/**
 * Other ways than reading by which a caller is shown the text of memories: each counts as a read of
 * the version whose lines were shown (review page, Limits and expiry).
 */

/** A search: of a memory that was found by its path alone no line is shown. */
export function recordShownLines(db: Database, hits: readonly SearchHit[], cause: Cause): void {
  for (const { memory, matches } of hits) {
    if (matches.length === 0) continue
    recordRead(db, { memoryId: memory.id, sequence: memory.sequence, cause })
  }
}

/** A search of the history, which shows lines of the newest version that has them. */
export function recordShownHistory(db: Database, hits: readonly HistoryHit[], cause: Cause): void {
  for (const { memoryId, newest, matches } of hits) {
    if (matches.length === 0) continue
    recordRead(db, { memoryId, sequence: newest.sequence, cause })
  }
}

/** Versions with their contents. */
export function recordShownVersions(
  db: Database,
  versions: readonly MemoryVersion[],
  cause: Cause,
): void {
  for (const { memoryId, sequence, content } of versions) {
    if (content !== null) recordRead(db, { memoryId, sequence, cause })
  }
}
