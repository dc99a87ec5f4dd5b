import type { WriteSql } from '@/lib/db/sql'
import type { Actor } from '@/lib/store/model/actor'
import { refuse } from '@/lib/store/model/problems'
import { refuseReview } from '../model/review-problems'
import { recountChangeset } from './recount-changeset'

/** A comment that a transaction changes. */
export interface OpenedComment {
  id: string
  key: number
  store_key: number
  store_id: string
  archived_at: number | null
  last_sequence: number
  changeset_key: number | null
}

/** Locks a comment. Refuses `comment_not_found`. */
export async function openComment(tx: WriteSql, commentId: string): Promise<OpenedComment> {
  const key = await tx.get<{ key: number }>(
    `SELECT key FROM comments WHERE id = ? ${tx.forUpdate}`,
    [commentId],
  )
  const row = await tx.get<OpenedComment>(
    `SELECT c.id, c.key, c.store_key, s.id AS store_id, s.archived_at, s.last_sequence,
       c.changeset_key
     FROM comments c CROSS JOIN memory_stores s
     WHERE c.key = ? AND s.key = c.store_key AND s.deleted_at IS NULL`,
    [key?.key ?? null],
  )
  return row ?? refuseReview({ kind: 'comment_not_found', commentId })
}

/** Counts anew what the comment's changeset waits for, and tells whoever shows it. */
export async function closeComment(tx: WriteSql, comment: OpenedComment): Promise<void> {
  if (comment.changeset_key !== null) await recountChangeset(tx, comment.changeset_key, [])
  tx.touch(comment.store_key)
}

/** Nothing is written in an archived store; what was said can be resolved and taken back. */
export function refuseArchived({ archived_at, store_id: storeId }: OpenedComment): void {
  if (archived_at !== null) refuse({ kind: 'store_archived', storeId })
}

/**
 * The comment's own text, or a reply, as the one who wrote it may change it; with how many others
 * there are. Refuses `remark_not_found`, `remark_by_other`.
 */
export async function ownRemark(
  tx: WriteSql,
  comment: OpenedComment,
  { remarkId, by }: { remarkId: string | undefined; by: Actor },
): Promise<{ key: number; isFirst: boolean; others: number }> {
  const remarks = await tx.all<{ key: number; id: string; actor_type: string; actor_id: string }>(
    'SELECT key, id, actor_type, actor_id FROM comment_remarks WHERE comment_key = ? ORDER BY key',
    [comment.key],
  )
  const commentId = comment.id
  const [first] = remarks
  const remark = remarkId === undefined ? first : remarks.find(({ id }) => id === remarkId)
  if (!remark)
    return refuseReview({ kind: 'remark_not_found', commentId, remarkId: remarkId ?? '' })
  if (remark.actor_type !== by.type || remark.actor_id !== by.id) {
    refuseReview({ kind: 'remark_by_other', commentId })
  }
  const others = remarks.filter((each) => each.actor_id !== by.id || each.actor_type !== by.type)
  return { key: remark.key, isFirst: remark === first, others: others.length }
}
