import type { Database } from '@/lib/db/database'
import type { Actor } from '@/lib/store/model/actor'
import { insertRemark } from './core/insert-remark'
import {
  closeComment,
  type OpenedComment,
  openComment,
  ownRemark,
  refuseArchived,
} from './core/open-comment'
import type { CommentStatus, Disposition } from './model/comment'

export interface UpdateCommentInput {
  commentId: string
  by: Actor
  status?: CommentStatus | undefined
  disposition?: Disposition | undefined
  /** a reply to add */
  reply?: string | undefined
  /** what the comment's own text is to become, or that of the reply `remarkId` */
  text?: string | undefined
  remarkId?: string | undefined
}

/**
 * Answers, edits, resolves or reopens a comment. What changes what it asks for asks anew: agents are
 * told again, and an answer that was there no longer counts. Refuses `comment_not_found`,
 * `remark_not_found`, `remark_by_other`, and `store_archived` for new texts.
 */
export async function updateComment(db: Database, input: UpdateCommentInput): Promise<void> {
  const { commentId, status, disposition, reply, text, remarkId, by } = input
  await db.write(async (tx) => {
    const comment = await openComment(tx, commentId)
    if (reply !== undefined || text !== undefined) refuseArchived(comment)
    const now = Date.now()
    if (text !== undefined) {
      const { key } = await ownRemark(tx, comment, { remarkId, by })
      await tx.prisma.commentRemark.update({ where: { key }, data: { text, editedAt: now } })
    }
    if (reply !== undefined) {
      const { key: commentKey, storeKey } = comment
      await insertRemark(tx, { commentKey, storeKey, text: reply, by, now })
    }
    const isAskedAnew =
      text !== undefined || reply !== undefined || disposition !== undefined || status === 'open'
    await tx.prisma.comment.update({
      where: { key: comment.key },
      data: { disposition, status, ...(isAskedAnew && askedAnew(comment)) },
    })
    await closeComment(tx, comment)
  })
}

function askedAnew({ store }: OpenedComment) {
  return {
    revision: { increment: 1 },
    askedSequence: store.lastSequence,
    answeredSequence: null,
  }
}
