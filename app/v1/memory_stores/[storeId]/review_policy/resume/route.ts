import { apiRoute } from '@/lib/api/api-route'
import { otherMethods } from '@/lib/api/other-methods'
import { parseInput } from '@/lib/api/parse'
import { resumeBody } from '@/lib/api/policy-schemas'
import { readJson } from '@/lib/api/read-body'
import { wirePolicy } from '@/lib/api/serialise-policy'
import { getPolicy } from '@/lib/review/get-policy'
import { resumeRule } from '@/lib/review/resume-rule'
import { suspendedIn } from '@/lib/review/suspended-in'

/** Lets a rule land again what an agent writes; one that was not suspended for it stays as it is. */
export const POST = apiRoute<{ storeId: string }>('decide', async (call) => {
  const { db, request, params, caller } = call
  const { storeId } = params
  const { rule, agent } = parseInput(resumeBody, await readJson(request))
  const policy = await getPolicy(db, storeId)
  await resumeRule(db, { storeId, ruleId: rule, agent, by: caller.actor })
  return wirePolicy(storeId, policy, await suspendedIn(db, storeId))
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
