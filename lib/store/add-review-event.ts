import type { SqlValue, WriteSql } from '@/lib/db/sql'
import type { ReviewEventType } from './model/review-event'

/** How many events of a store are kept: a listener that is further behind reads anew. */
const KEPT = 500

/** What is too much is deleted once in so many. */
const SOME = 100

/** Tells those who follow the store; `subject`: the id of what it is about. */
export async function addReviewEvent(
  tx: WriteSql,
  { storeKey, type, subject }: { storeKey: number; type: ReviewEventType; subject: string },
): Promise<void> {
  await added(tx, 'VALUES (?, ?, ?, ?)', [storeKey, type, subject, Date.now()])
}

/** Tells those who follow its store that a changeset is not as it was. */
export async function addChangesetUpdated(tx: WriteSql, changesetKey: number): Promise<void> {
  const type: ReviewEventType = 'changeset.updated'
  await added(tx, 'SELECT store_key, CAST(? AS TEXT), id, ? FROM changesets WHERE key = ?', [
    type,
    Date.now(),
    changesetKey,
  ])
}

async function added(tx: WriteSql, row: string, values: SqlValue[]): Promise<void> {
  const event = await tx.get<{ key: number; store_key: number }>(
    `INSERT INTO review_events (store_key, type, subject, created_at) ${row}
     RETURNING key, store_key`,
    values,
  )
  if (!event || event.key % SOME !== 0) return
  await tx.run(
    `DELETE FROM review_events WHERE store_key = ? AND key <= coalesce((
       SELECT key FROM review_events WHERE store_key = ? ORDER BY key DESC LIMIT 1 OFFSET ?), 0)`,
    [event.store_key, event.store_key, KEPT],
  )
}
