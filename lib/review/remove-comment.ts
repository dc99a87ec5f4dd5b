import type { Database } from '@/lib/db/database'
import type { Actor } from '@/lib/store/model/actor'
import { closeComment, openComment, ownRemark } from './core/open-comment'
import { refuseReview } from './model/review-problems'

export interface RemoveCommentInput {
  commentId: string
  /** a reply; left out: the whole comment */
  remarkId?: string | undefined
  by: Actor
}

/**
 * Deletes the own comment, with the own replies to it, or one own reply. Refuses
 * `comment_not_found`, `remark_not_found`, `remark_by_other`, `comment_has_replies`.
 */
export async function removeComment(db: Database, input: RemoveCommentInput): Promise<void> {
  const { commentId, remarkId, by } = input
  await db.write(async (tx) => {
    const comment = await openComment(tx, commentId)
    const remark = await ownRemark(tx, comment, { remarkId, by })
    if (!remark.isFirst) {
      await tx.prisma.commentRemark.deleteMany({ where: { key: remark.key } })
      await closeComment(tx, comment)
      return
    }
    if (remark.others > 0) refuseReview({ kind: 'comment_has_replies', commentId })
    await tx.prisma.commentRemark.deleteMany({ where: { commentKey: comment.key } })
    await tx.prisma.comment.deleteMany({ where: { key: comment.key } })
    await closeComment(tx, comment)
  })
}
