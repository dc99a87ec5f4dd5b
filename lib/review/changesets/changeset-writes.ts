import type { Database } from '@/lib/db/database'
import type { Operation } from '@/lib/store/model/memory-version'
import { refuseReview } from '../model/review-problems'
import { keyOfChangeset, writesAfter } from './sql/memories'

/** A version that a changeset wrote. */
export interface ChangesetWrite {
  versionId: string
  memoryId: string
  /** the memory's path after it; null: redacted */
  path: string | null
  sequence: number
  operation: Operation
  /** milliseconds since 1970 */
  createdAt: number
  /** whether everything in the memory was decided when it, or a later one, was the last */
  isReviewed: boolean
}

export interface ChangesetWrites {
  /** in the order of the store */
  writes: ChangesetWrite[]
  /** the sequence to pass as `after` for the next; null at the end */
  next: number | null
}

/**
 * Lists a changeset's writes in order, from the sequence `after` on. Refuses `changeset_not_found`.
 */
export async function changesetWrites(
  db: Database,
  { changesetId, after = 0, limit }: { changesetId: string; after?: number; limit: number },
): Promise<ChangesetWrites> {
  const changeset = await keyOfChangeset(db.read, changesetId)
  if (!changeset) return refuseReview({ kind: 'changeset_not_found', changesetId })
  const { key: changesetKey } = changeset
  const rows = await writesAfter(db.read, { changesetKey, after, limit: limit + 1 })
  const writes = rows.slice(0, limit).map(({ id: versionId, isReviewed, ...write }) => ({
    ...write,
    versionId,
    isReviewed: isReviewed === 1,
  }))
  return { writes, next: rows.length > limit ? (writes.at(-1)?.sequence ?? null) : null }
}
