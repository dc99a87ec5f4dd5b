import type { Handler } from '../api-call'
import { parseInput } from '../parse'
import { draftOfBody, policyBody, wirePolicy } from '../resources/policy'
import { readJson } from '../read-body'
import { getPolicy } from '@/lib/review/policy/get-policy'
import { savePolicy } from '@/lib/review/policy/save-policy'
import { suspendedIn } from '@/lib/review/policy/policy-standing'

type Params = { storeId: string }

export const GET: Handler<Params> = async ({ db, params: { storeId } }) =>
  wirePolicy(storeId, await getPolicy(db, storeId), await suspendedIn(db, storeId))

export const POST: Handler<Params> = async ({ db, request, params, caller }) => {
  const { storeId } = params
  const body = parseInput(policyBody, await readJson(request))
  const saved = await savePolicy(db, {
    storeId,
    draft: draftOfBody(body),
    revision: body.revision,
    by: caller.actor,
  })
  return wirePolicy(storeId, saved, await suspendedIn(db, storeId))
}
