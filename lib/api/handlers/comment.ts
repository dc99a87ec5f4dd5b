import type { Handler } from '../api-call'
import { parseInput, parseQuery } from '../parse'
import { readJson } from '../read-body'
import { deleteCommentQuery, updateCommentBody } from '../review-schemas'
import { wireComment } from '../resources/comment'
import { getComment } from '@/lib/review/comments/read-comments'
import { placeCommentsNow } from '@/lib/review/comments/place-comments'
import { removeComment, updateComment } from '@/lib/review/comments/write-comments'

type Params = { commentId: string }

export const POST: Handler<Params> = async ({ db, request, params, caller }) => {
  const { commentId } = params
  await getComment(db, commentId)
  const { reply_id: remarkId, ...body } = parseInput(updateCommentBody, await readJson(request))
  await updateComment(db, { commentId, ...body, remarkId, by: caller.actor })
  const comment = await getComment(db, commentId)
  return wireComment(comment, (await placeCommentsNow(db, [comment])).get(commentId))
}

export const DELETE: Handler<Params> = async ({ db, request, params, caller }) => {
  const { commentId } = params
  await getComment(db, commentId)
  const { reply_id: remarkId } = parseQuery(deleteCommentQuery, request)
  await removeComment(db, { commentId, remarkId, by: caller.actor })
  return { id: remarkId ?? commentId, type: 'comment_deleted' }
}
