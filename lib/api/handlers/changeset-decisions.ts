import { invalidRequest } from '../api-error'
import type { Handler } from '../api-call'
import { parseInput } from '../parse'
import { bodyLimitFor, readJson } from '../read-body'
import { decisionsBody } from '../review-schemas'
import { decideHunks } from '@/lib/review/decisions/decide-hunks'
import { getChangeset } from '@/lib/review/changesets/list-changesets'
import { getStore } from '@/lib/store/stores/read-stores'
import { utf8Bytes } from '@/lib/text/content'

export const POST: Handler<{ changesetId: string }> = async (call) => {
  const { db, request, params, caller } = call
  const { id: changesetId, storeId } = await getChangeset(db, params.changesetId)
  const { maxContentBytes } = (await getStore(db, storeId)).settings
  const body = parseInput(decisionsBody, await readJson(request, bodyLimitFor(maxContentBytes)))
  for (const [index, { content = '' }] of body.decisions.entries()) {
    const size = utf8Bytes(content).length
    if (size <= maxContentBytes) continue
    throw invalidRequest(
      `decisions.${index}.content: must be at most ${maxContentBytes} bytes of UTF-8; this is ${size}`,
    )
  }
  const decided = await decideHunks(db, {
    changesetId,
    decisions: body.decisions.map(({ hunk_id, ...decision }) => ({
      ...decision,
      hunkId: hunk_id,
    })),
    through: body.through,
    reviewer: caller.actor,
  })
  return {
    type: 'changeset_decisions',
    changeset_id: changesetId,
    counts: { decisions: body.decisions.length, open_hunks: decided.openHunks },
    revision: decided.revision,
  }
}
