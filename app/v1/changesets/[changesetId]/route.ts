import { apiRoute } from '@/lib/api/api-route'
import { assigneeOfBody } from '@/lib/api/assignee-of-body'
import { respondLongList } from '@/lib/api/long-list'
import { otherMethods } from '@/lib/api/other-methods'
import { parseInput } from '@/lib/api/parse'
import { readJson } from '@/lib/api/read-body'
import { updateChangesetBody } from '@/lib/api/review-schemas'
import { wireChangeset, wireChangesetMemories } from '@/lib/api/serialise-review'
import { changesetMemories } from '@/lib/review/changeset-memories'
import { getChangeset } from '@/lib/review/get-changeset'
import { updateChangeset } from '@/lib/review/update-changeset'

type Params = { changesetId: string }

export const GET = apiRoute<Params>('read', async ({ db, params, audience, requestId }) => {
  const changeset = await getChangeset(db, params.changesetId)
  const memories = await changesetMemories(db, changeset.id, audience)
  return respondLongList(wireChangesetMemories(changeset, memories), requestId)
})

export const POST = apiRoute<Params>('decide', async ({ db, request, params }) => {
  const { id: changesetId, storeId } = await getChangeset(db, params.changesetId)
  const body = parseInput(updateChangesetBody, await readJson(request))
  await updateChangeset(db, {
    changesetId,
    assignee: await assigneeOfBody(db, body.assignee, storeId),
    snoozedUntil: body.snoozed_until,
  })
  return wireChangeset(await getChangeset(db, changesetId))
})

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'POST')
