import type { Database } from '@/lib/db/database'
import type { Audience } from '@/lib/store/model/audience'
import { selectComments } from './core/comment-rows'
import type { Comment, CommentStatus, Disposition } from './model/comment'
import { refuseReview } from './model/review-problems'

/** Which comments of a store are listed; left out: all. */
export interface CommentFilter {
  memoryId?: string | undefined
  status?: CommentStatus | undefined
  disposition?: Disposition | undefined
  /** agents are not shown those on memories in quarantine */
  audience?: Audience | undefined
}

export interface CommentPage {
  comments: Comment[]
  /** what to pass as `after` for the next page; null at the end */
  next: number | null
}

/** A page of a store's comments, oldest first. */
export async function listComments(
  db: Database,
  input: CommentFilter & { storeId: string; limit: number; after?: number | undefined },
): Promise<CommentPage> {
  const { storeId, memoryId, status, disposition, audience, after, limit } = input
  const wanted = {
    store: { id: storeId },
    memory: { id: memoryId, ...(audience === 'agents' && { quarantine: null }) },
    status,
    disposition,
    key: { gt: after },
  }
  const found = await selectComments(db.prisma, wanted, limit + 1)
  const comments = found.slice(0, limit)
  const last = comments.at(-1)
  return { comments, next: found.length > limit && last ? last.key : null }
}

/** A comment. Refuses `comment_not_found`. */
export async function getComment(db: Database, commentId: string): Promise<Comment> {
  const [comment] = await selectComments(db.prisma, { id: commentId })
  return comment ?? refuseReview({ kind: 'comment_not_found', commentId })
}
