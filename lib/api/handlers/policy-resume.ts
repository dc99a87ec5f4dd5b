import type { Handler } from '../api-call'
import { parseInput } from '../parse'
import { resumeBody, wirePolicy } from '../resources/policy'
import { readJson } from '../read-body'
import { getPolicy } from '@/lib/review/policy/get-policy'
import { resumeRule, suspendedIn } from '@/lib/review/policy/policy-standing'

/** Lets a rule land again what an agent writes; one that was not suspended for it stays as it is. */
export const POST: Handler<{ storeId: string }> = async (call) => {
  const { db, request, params, caller } = call
  const { storeId } = params
  const { rule, agent } = parseInput(resumeBody, await readJson(request))
  const policy = await getPolicy(db, storeId)
  await resumeRule(db, { storeId, ruleId: rule, agent, by: caller.actor })
  return wirePolicy(storeId, policy, await suspendedIn(db, storeId))
}
