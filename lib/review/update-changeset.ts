import type { Database } from '@/lib/db/database'
import type { Actor } from '@/lib/store/model/actor'
import { refuseReview } from './model/review-problems'

export interface UpdateChangesetInput {
  changesetId: string
  /** who is to decide it; null: nobody in particular */
  assignee?: Actor | null | undefined
  /**
   * when it comes back, milliseconds since 1970; `change`: with its next change; null: it is open
   * now
   */
  snoozedUntil?: number | 'change' | null | undefined
}

/**
 * Assigns a changeset, or puts it aside for a while; one that is done stays so, since nothing in it
 * is left to come back to. Refuses `changeset_not_found`.
 */
export async function updateChangeset(db: Database, input: UpdateChangesetInput): Promise<void> {
  const { changesetId, assignee, snoozedUntil } = input
  await db.write(async (tx) => {
    const row = await tx.get<{ key: number; store_key: number }>(
      `SELECT key, store_key FROM changesets WHERE id = ? ${tx.forUpdate}`,
      [changesetId],
    )
    if (!row) return refuseReview({ kind: 'changeset_not_found', changesetId })
    if (assignee !== undefined) {
      await tx.run(
        `UPDATE changesets SET assignee_type = ?, assignee_id = ?, revision = revision + 1
         WHERE key = ?`,
        [assignee?.type ?? null, assignee?.id ?? null, row.key],
      )
    }
    if (snoozedUntil !== undefined) {
      await tx.run(
        `UPDATE changesets SET state = ?, snoozed_until = ?, revision = revision + 1
         WHERE key = ? AND state <> 'done'`,
        [
          snoozedUntil === null ? 'open' : 'snoozed',
          typeof snoozedUntil === 'number' ? snoozedUntil : null,
          row.key,
        ],
      )
    }
    tx.touch(row.store_key)
  })
}
