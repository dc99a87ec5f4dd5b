import type { Database } from '@/lib/db/database'
import type { Operation } from '@/lib/store/model/memory-version'
import { refuseReview } from '../model/review-problems'

/** A version that a changeset wrote. */
export interface ChangesetWrite {
  versionId: string
  memoryId: string
  /** where the memory was after it; null: redacted */
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

interface Row {
  id: string
  memory_id: string
  path: string | null
  sequence: number
  operation: Operation
  created_at: number
  reviewed: number
}

/**
 * What a changeset wrote, write by write, from the sequence `after` on. Refuses
 * `changeset_not_found`.
 */
export async function changesetWrites(
  db: Database,
  { changesetId, after = 0, limit }: { changesetId: string; after?: number; limit: number },
): Promise<ChangesetWrites> {
  const changeset = await db.read.get<{ key: number }>('SELECT key FROM changesets WHERE id = ?', [
    changesetId,
  ])
  if (!changeset) return refuseReview({ kind: 'changeset_not_found', changesetId })
  const rows = await db.read.all<Row>(
    `SELECT v.id, m.id AS memory_id, n.path, v.sequence, v.operation, v.created_at,
       CASE WHEN cm.open_hunks = 0 OR v.sequence <= cm.reviewed_sequence THEN 1 ELSE 0 END AS reviewed
     FROM memory_versions v CROSS JOIN memories m
       LEFT JOIN path_nodes n ON n.key = v.node_key
       LEFT JOIN changeset_memories cm ON cm.changeset_key = v.changeset_key
         AND cm.memory_key = v.memory_key AND cm.through_sequence >= v.sequence
     WHERE v.changeset_key = ? AND v.sequence > ? AND m.key = v.memory_key
     ORDER BY v.sequence LIMIT ?`,
    [changeset.key, after, limit + 1],
  )
  const writes = rows.slice(0, limit).map((row) => ({
    versionId: row.id,
    memoryId: row.memory_id,
    path: row.path,
    sequence: row.sequence,
    operation: row.operation,
    createdAt: row.created_at,
    isReviewed: row.reviewed === 1,
  }))
  return { writes, next: rows.length > limit ? (writes.at(-1)?.sequence ?? null) : null }
}
