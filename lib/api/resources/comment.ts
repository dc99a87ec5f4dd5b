import { z } from 'zod'
import {
  type Comment,
  COMMENT_STATUSES,
  DISPOSITIONS,
  type Remark,
} from '@/lib/review/model/comment'
import type { CommentPlace } from '@/lib/review/comments/place-comments'
import { actor, time, timeOrNull, type Wire, wireActor, wireTime } from './values'

const lines = z.strictObject({ from: z.int().positive(), to: z.int().positive() })

const remark = {
  text: z.string(),
  created_by: actor,
  created_at: time,
  edited_at: time.nullable(),
}

export const commentAnswer = z.strictObject({
  id: z.string(),
  type: z.literal('comment'),
  memory_store_id: z.string(),
  memory_id: z.string(),
  /** the memory's present path; null: deleted */
  path: z.string().nullable(),
  /** the version that was commented on, and its lines */
  memory_version_id: z.string(),
  lines,
  /** the present place of these lines; null: they are gone, or were redacted */
  current_lines: lines.nullable(),
  changeset_id: z.string().nullable(),
  disposition: z.enum(DISPOSITIONS),
  status: z.enum(COMMENT_STATUSES),
  /** the agent's version that changed the lines of a fix; null: none did */
  answered_by: z.string().nullable(),
  ...remark,
  replies: z.array(z.strictObject({ id: z.string(), type: z.literal('comment_reply'), ...remark })),
})

export function wireComment(
  comment: Comment,
  place: CommentPlace | undefined,
): Wire<typeof commentAnswer> {
  const [first, ...replies] = comment.remarks
  if (!first) throw new Error('a comment without a text')
  return {
    id: comment.id,
    type: 'comment',
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
      type: 'comment_reply',
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
