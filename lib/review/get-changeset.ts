import type { Database } from '@/lib/db/database'
import { type ChangesetRow, changesetOf, SELECT_CHANGESETS } from './core/changeset-rows'
import type { Changeset } from './model/changeset'
import { refuseReview } from './model/review-problems'

/** A changeset. Refuses `changeset_not_found`. */
export async function getChangeset(db: Database, changesetId: string): Promise<Changeset> {
  const row = await db.read.get<ChangesetRow>(`${SELECT_CHANGESETS} AND c.id = ?`, [changesetId])
  return row ? changesetOf(row) : refuseReview({ kind: 'changeset_not_found', changesetId })
}
