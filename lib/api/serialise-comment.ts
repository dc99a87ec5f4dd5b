import type { Comment, Remark } from '@/lib/review/model/comment'
import type { CommentPlace } from '@/lib/review/comments/place-comments'
import { timeOrNull, wireActor, wireTime } from './serialise'

/** A comment on the wire (review page, HTTP API). */
export function wireComment(comment: Comment, place: CommentPlace | undefined) {
  const [first, ...replies] = comment.remarks
  if (!first) throw new Error('a comment without a text')
  return {
    id: comment.id,
    type: 'comment' as const,
    memory_store_id: comment.storeId,
    memory_id: comment.memoryId,
    path: comment.path,
    memory_version_id: comment.versionId,
    lines: comment.lines,
    current_lines: place?.lines ?? null,
    changeset_id: comment.changesetId,
    disposition: comment.disposition,
    status: comment.status,
    answered_by: comment.answeredBy,
    ...wireRemark(first),
    replies: replies.map((reply) => ({
      id: reply.id,
      type: 'comment_reply' as const,
      ...wireRemark(reply),
    })),
  }
}

function wireRemark({ text, by, at, editedAt }: Remark) {
  return {
    text,
    created_by: wireActor(by),
    created_at: wireTime(at),
    edited_at: timeOrNull(editedAt),
  }
}
