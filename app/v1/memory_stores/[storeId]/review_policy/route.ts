import { apiRoute } from '@/lib/api/api-route'
import { otherMethods } from '@/lib/api/other-methods'
import { parseInput } from '@/lib/api/parse'
import { draftOfBody, policyBody } from '@/lib/api/policy-schemas'
import { readJson } from '@/lib/api/read-body'
import { wirePolicy } from '@/lib/api/serialise-policy'
import { getPolicy } from '@/lib/review/get-policy'
import { savePolicy } from '@/lib/review/save-policy'
import { suspendedIn } from '@/lib/review/suspended-in'

type Params = { storeId: string }

export const GET = apiRoute<Params>('read', async ({ db, params: { storeId } }) =>
  wirePolicy(storeId, await getPolicy(db, storeId), await suspendedIn(db, storeId)),
)

export const POST = apiRoute<Params>('decide', async ({ db, request, params, caller }) => {
  const { storeId } = params
  const body = parseInput(policyBody, await readJson(request))
  const saved = await savePolicy(db, {
    storeId,
    draft: draftOfBody(body),
    revision: body.revision,
    by: caller.actor,
  })
  return wirePolicy(storeId, saved, await suspendedIn(db, storeId))
})

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'POST')
