import type { Database } from '@/lib/db/database'
import type { Actor } from '@/lib/store/model/actor'
import type { ChangesetState } from './model/changeset'
import { addChangesetUpdated } from '@/lib/store/add-review-event'
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
 * Assigns a changeset, or puts it aside for a while. Refuses `changeset_not_found`; `changeset_done`
 * if it is to be put aside and nothing in it is left to decide.
 */
export async function updateChangeset(db: Database, input: UpdateChangesetInput): Promise<void> {
  const { changesetId, assignee, snoozedUntil } = input
  await db.write(async (tx) => {
    const row = await tx.get<{ key: number; store_key: number; state: ChangesetState }>(
      `SELECT key, store_key, state FROM changesets WHERE id = ? ${tx.forUpdate}`,
      [changesetId],
    )
    if (!row) return refuseReview({ kind: 'changeset_not_found', changesetId })
    const isToRest = snoozedUntil !== undefined && snoozedUntil !== null
    if (isToRest && row.state === 'done') refuseReview({ kind: 'changeset_done', changesetId })
    if (assignee !== undefined) {
      await tx.run(
        `UPDATE changesets SET assignee_type = ?, assignee_id = ?, revision = revision + 1
         WHERE key = ?`,
        [assignee?.type ?? null, assignee?.id ?? null, row.key],
      )
    }
    if (isToRest || (snoozedUntil === null && row.state === 'snoozed')) {
      await tx.run(
        `UPDATE changesets SET state = ?, snoozed_until = ?, revision = revision + 1
         WHERE key = ?`,
        [
          isToRest ? 'snoozed' : 'open',
          typeof snoozedUntil === 'number' ? snoozedUntil : null,
          row.key,
        ],
      )
    }
    await addChangesetUpdated(tx, row.key)
    tx.touch(row.store_key)
  })
}
