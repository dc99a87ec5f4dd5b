import type { Handler } from '../api-call'
import { decodeCursor, encodeCursor } from '../cursor'
import { parseInput, parseQuery } from '../parse'
import { readJson } from '../read-body'
import { createCommentBody, listCommentsQuery } from '../review-schemas'
import { wirePage } from '../resources/values'
import { wireComment } from '../resources/comment'
import { addComment } from '@/lib/review/comments/write-comments'
import { getComment, listComments } from '@/lib/review/comments/read-comments'
import { placeCommentsNow } from '@/lib/review/comments/place-comments'
import { getStore } from '@/lib/store/stores/read-stores'

type Params = { storeId: string }

export const GET: Handler<Params> = async ({ db, request, params, audience }) => {
  const { storeId } = params
  await getStore(db, storeId)
  const query = parseQuery(listCommentsQuery, request)
  const { status, disposition, limit } = query
  const filters = { storeId, memoryId: query.memory_id, status, disposition }
  const scope = ['comments', JSON.stringify(filters)]
  const after = decodeCursor(scope, query.page, 'number')
  const { comments, next } = await listComments(db, { ...filters, audience, limit, after })
  const places = await placeCommentsNow(db, comments)
  return wirePage(
    comments.map((comment) => wireComment(comment, places.get(comment.id))),
    next === null ? null : encodeCursor(scope, next),
  )
}

export const POST: Handler<Params> = async ({ db, request, params, caller }) => {
  const { storeId } = params
  await getStore(db, storeId)
  const body = parseInput(createCommentBody, await readJson(request))
  const id = await addComment(db, {
    storeId,
    versionId: body.memory_version_id,
    lines: body.lines,
    text: body.text,
    disposition: body.disposition,
    by: caller.actor,
  })
  const comment = await getComment(db, id)
  return wireComment(comment, (await placeCommentsNow(db, [comment])).get(id))
}
