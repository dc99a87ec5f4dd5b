import type { Database } from '@/lib/db/database'
import type { Actor } from '@/lib/store/model/actor'
import { undoChanges } from '@/lib/store/undo-changes'
import { recountChangeset } from './core/recount-changeset'
import { refuseReview } from './model/review-problems'

export interface UndoReviewInput {
  changesetId: string
  /** the batch in which a tray was applied */
  batchId: string
  reviewer: Actor
}

/**
 * Undoes the batch of an applied tray, and takes back the decisions that were written with it: their
 * hunks are open again. Refuses `changeset_not_found`, and as `undoChanges` does.
 */
export async function undoReview(db: Database, input: UndoReviewInput): Promise<void> {
  const { changesetId, batchId, reviewer } = input
  const changeset = await db.read.get<{ key: number; store_id: string }>(
    `SELECT c.key, s.id AS store_id FROM changesets c JOIN memory_stores s ON s.key = c.store_key
     WHERE c.id = ?`,
    [changesetId],
  )
  if (!changeset) return refuseReview({ kind: 'changeset_not_found', changesetId })
  await undoChanges(db, {
    storeId: changeset.store_id,
    changes: { batchId },
    cause: { actor: reviewer },
  })
  await db.write(async (tx) => {
    const rows = await tx.all<{ memory_key: number }>(
      `SELECT DISTINCT memory_key FROM hunk_decisions
       WHERE changeset_key = ? AND batch_key = (SELECT key FROM batches WHERE id = ?)`,
      [changeset.key, batchId],
    )
    await tx.run(
      `DELETE FROM hunk_decisions
       WHERE changeset_key = ? AND batch_key = (SELECT key FROM batches WHERE id = ?)`,
      [changeset.key, batchId],
    )
    await recountChangeset(
      tx,
      changeset.key,
      rows.map((row) => row.memory_key),
    )
  })
}
