import type { Database } from '@/lib/db/database'
import { getComment } from '@/lib/review/comments/read-comments'
import { ReviewError } from '@/lib/review/model/review-problems'

/** The id of the memory that a reviewer's request is about; null: the comment is gone. */
export async function requestedMemory(db: Database, commentId: string): Promise<string | null> {
  try {
    return (await getComment(db, commentId)).memoryId
  } catch (error) {
    if (error instanceof ReviewError && error.problem.kind === 'comment_not_found') return null
    throw error
  }
}
