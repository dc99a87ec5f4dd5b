import type { Database } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import type { Actor } from '@/lib/store/model/actor'
import type { RollbackResult } from '@/lib/store/model/rollback-plan'
import { undoChanges } from '@/lib/store/undo-changes'
import { chunked } from '@/lib/text/chunked'
import { recountChangeset } from './core/recount-changeset'
import { refuseReview } from './model/review-problems'

export interface UndoReviewInput {
  changesetId: string
  /** the batch in which a tray was applied */
  batchId: string
  reviewer: Actor
}

/**
 * Undoes the batch of an applied tray and takes back the decisions that were written with it, in one
 * transaction: their hunks are open again. Memories in which somebody else changed the same lines
 * since are left alone, and stay decided.
 *
 * Refuses `changeset_not_found`, also for a batch that is none of the changeset's trays; and as
 * `undoChanges` does.
 */
export async function undoReview(db: Database, input: UndoReviewInput): Promise<RollbackResult> {
  const { changesetId, batchId, reviewer } = input
  const applied = await db.read.get<{ key: number; store_id: string; batch_key: number }>(
    `SELECT c.key, s.id AS store_id, b.key AS batch_key
     FROM changesets c JOIN memory_stores s ON s.key = c.store_key
     JOIN batches b ON b.store_key = c.store_key AND b.kind = 'review' AND b.reference = c.id
     WHERE c.id = ? AND b.id = ?`,
    [changesetId, batchId],
  )
  if (!applied) return refuseReview({ kind: 'changeset_not_found', changesetId })
  return undoChanges(
    db,
    { storeId: applied.store_id, changes: { batchId }, cause: { actor: reviewer } },
    (tx, { plan }) => {
      const undone = [...plan.willChange, ...plan.alreadySo].map(({ memoryId }) => memoryId)
      return openAgain(tx, { changesetKey: applied.key, batchKey: applied.batch_key, undone })
    },
  )
}

const MEMORIES_PER_STATEMENT = 500

/** Takes the decisions of a batch about these memories back. */
async function openAgain(
  tx: WriteSql,
  batch: { changesetKey: number; batchKey: number; undone: readonly string[] },
): Promise<void> {
  const { changesetKey, batchKey } = batch
  await tx.get(`SELECT key FROM changesets WHERE key = ? ${tx.forUpdate}`, [changesetKey])
  const memoryKeys: number[] = []
  for (const ids of chunked(batch.undone, MEMORIES_PER_STATEMENT)) {
    const rows = await tx.all<{ key: number }>(
      `SELECT key FROM memories WHERE id IN (${ids.map(() => '?').join(', ')})`,
      ids,
    )
    const keys = rows.map(({ key }) => key)
    await tx.run(
      `DELETE FROM hunk_decisions WHERE changeset_key = ? AND batch_key = ?
         AND memory_key IN (${keys.map(() => '?').join(', ')})`,
      [changesetKey, batchKey, ...keys],
    )
    memoryKeys.push(...keys)
  }
  await recountChangeset(tx, changesetKey, memoryKeys)
}
