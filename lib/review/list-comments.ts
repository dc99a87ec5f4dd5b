import type { Database } from '@/lib/db/database'
import type { Sql, SqlValue } from '@/lib/db/sql'
import { selectComments } from './core/comment-rows'
import type { Audience } from '@/lib/store/model/audience'
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
  const wanted: [string, SqlValue | undefined][] = [
    ['c.store_key = (SELECT key FROM memory_stores WHERE id = ?)', input.storeId],
    ['c.memory_key = (SELECT key FROM memories WHERE id = ?)', input.memoryId],
    ['c.status = ?', input.status],
    ['c.disposition = ?', input.disposition],
    ['c.key > ?', input.after],
  ]
  const hidden = `SELECT 1 FROM quarantines q WHERE q.memory_key = c.memory_key`
  const visible = input.audience === 'agents' ? `NOT EXISTS (${hidden})` : '1 = 1'
  const given = wanted.filter((each): each is [string, SqlValue] => each[1] !== undefined)
  const found = await selectComments(
    db.read,
    `${[visible, ...given.map(([condition]) => condition)].join(' AND ')} ORDER BY c.key LIMIT ?`,
    [...given.map(([, value]) => value), input.limit + 1],
  )
  const comments = found.slice(0, input.limit)
  const last = comments.at(-1)
  return { comments, next: found.length > input.limit && last ? last.key : null }
}

/** A comment. Refuses `comment_not_found`. */
export async function getComment(sql: Sql, commentId: string): Promise<Comment> {
  const [comment] = await selectComments(sql, 'c.id = ?', [commentId])
  return comment ?? refuseReview({ kind: 'comment_not_found', commentId })
}
