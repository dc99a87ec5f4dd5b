import { apiRoute } from '@/lib/api/api-route'
import { decodeCursor, encodeCursor } from '@/lib/api/cursor'
import { otherMethods } from '@/lib/api/other-methods'
import { parseInput, parseQuery } from '@/lib/api/parse'
import { readJson } from '@/lib/api/read-body'
import { createCommentBody, listCommentsQuery } from '@/lib/api/review-schemas'
import { wirePage } from '@/lib/api/serialise'
import { wireComment } from '@/lib/api/serialise-comment'
import { addComment } from '@/lib/review/add-comment'
import { getComment, listComments } from '@/lib/review/list-comments'
import { placeCommentsNow } from '@/lib/review/place-comments'
import { getStore } from '@/lib/store/get-store'

type Params = { storeId: string }

export const GET = apiRoute<Params>('read', async ({ db, request, params }) => {
  const { storeId } = params
  await getStore(db, storeId)
  const query = parseQuery(listCommentsQuery, request)
  const { status, disposition, limit } = query
  const filters = { storeId, memoryId: query.memory_id, status, disposition }
  const scope = ['comments', JSON.stringify(filters)]
  const after = decodeCursor(scope, query.page, 'number')
  const { comments, next } = await listComments(db, { ...filters, limit, after })
  const places = await placeCommentsNow(db, comments)
  return wirePage(
    comments.map((comment) => wireComment(comment, places.get(comment.id))),
    next === null ? null : encodeCursor(scope, next),
  )
})

export const POST = apiRoute<Params>('decide', async ({ db, request, params, caller }) => {
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
  const comment = await getComment(db.read, id)
  return wireComment(comment, (await placeCommentsNow(db, [comment])).get(id))
})

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'POST')
