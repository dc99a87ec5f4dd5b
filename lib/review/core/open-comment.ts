import type { Prisma } from '@/lib/db/models'
import type { WriteSql } from '@/lib/db/sql'
import type { Actor } from '@/lib/store/model/actor'
import { refuse } from '@/lib/store/model/problems'
import { refuseReview } from '../model/review-problems'
import { lockComment } from '../sql/lock-comment'
import { recountChangeset } from './recount-changeset'

/** A comment that a transaction changes, with its store. */
export type OpenedComment = Prisma.CommentGetPayload<{ include: { store: true } }>

/** Locks a comment. Refuses `comment_not_found`. */
export async function openComment(tx: WriteSql, commentId: string): Promise<OpenedComment> {
  await lockComment(tx, commentId)
  const comment = await tx.prisma.comment.findFirst({
    where: { id: commentId, store: { deletedAt: null } },
    include: { store: true },
  })
  return comment ?? refuseReview({ kind: 'comment_not_found', commentId })
}

/** Counts anew what the comment's changeset waits for, and tells whoever shows it. */
export async function closeComment(tx: WriteSql, comment: OpenedComment): Promise<void> {
  if (comment.changesetKey !== null) await recountChangeset(tx, comment.changesetKey, [])
  tx.touch(comment.storeKey)
}

/** Nothing is written in an archived store; what was said can be resolved and taken back. */
export function refuseArchived({ store }: OpenedComment): void {
  if (store.archivedAt !== null) refuse({ kind: 'store_archived', storeId: store.id })
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
  const remarks = await tx.prisma.commentRemark.findMany({
    where: { commentKey: comment.key },
    orderBy: { key: 'asc' },
  })
  const commentId = comment.id
  const [first] = remarks
  const remark = remarkId === undefined ? first : remarks.find(({ id }) => id === remarkId)
  if (!remark)
    return refuseReview({ kind: 'remark_not_found', commentId, remarkId: remarkId ?? '' })
  const isOthers = ({ actorType, actorId }: typeof remark) =>
    actorType !== by.type || actorId !== by.id
  if (isOthers(remark)) refuseReview({ kind: 'remark_by_other', commentId })
  const others = remarks.filter(isOthers)
  return { key: remark.key, isFirst: remark === first, others: others.length }
}
