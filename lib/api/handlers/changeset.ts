import type { Handler } from '../api-call'
import { assigneeOfBody } from '../assignee-of-body'
import { respondLongList } from '../long-list'
import { parseInput } from '../parse'
import { readJson } from '../read-body'
import { updateChangesetBody } from '../review-schemas'
import { wireChangeset, wireChangesetMemories } from '../resources/changeset'
import { changesetMemories } from '@/lib/review/changesets/changeset-memories'
import { getChangeset } from '@/lib/review/changesets/list-changesets'
import { updateChangeset } from '@/lib/review/changesets/update-changeset'

type Params = { changesetId: string }

export const GET: Handler<Params> = async ({ db, params, audience, requestId }) => {
  const changeset = await getChangeset(db, params.changesetId)
  const memories = await changesetMemories(db, changeset.id, audience)
  return respondLongList(wireChangesetMemories(changeset, memories), requestId)
}

export const POST: Handler<Params> = async ({ db, request, params }) => {
  const { id: changesetId, storeId } = await getChangeset(db, params.changesetId)
  const body = parseInput(updateChangesetBody, await readJson(request))
  await updateChangeset(db, {
    changesetId,
    assignee: await assigneeOfBody(db, body.assignee, storeId),
    snoozedUntil: body.snoozed_until,
  })
  return wireChangeset(await getChangeset(db, changesetId))
}
