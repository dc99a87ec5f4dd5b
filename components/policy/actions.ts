'use server'

import { z } from 'zod'
import { PERSON } from '@/components/commands/attempt'
import { reviewCommand } from '@/components/review/review-command'
import { storePages } from '@/components/commands/shown-on'
import { database } from '@/lib/db/open-database'
import { resumeRule } from '@/lib/review/policy/policy-standing'
import { savePolicy } from '@/lib/review/policy/save-policy'
import { policyDraft } from './policy-input'

const save = z.object({
  storeId: z.string(),
  draft: policyDraft,
  /** the revision that the page showed when editing began */
  revision: z.int().nonnegative(),
})

/** Saves a policy as its next revision; answers its number. */
export const savePolicyAction = reviewCommand(
  save,
  async ({ storeId, draft, revision }) => {
    const policy = await savePolicy(database(), { storeId, draft, revision, by: PERSON.actor })
    return policy.revision
  },
  storePages,
)

const resume = z.object({ storeId: z.string(), ruleId: z.string(), agent: z.string() })

/** Lets a suspended rule land an agent's writes again. */
export const resumeRuleAction = reviewCommand(
  resume,
  async (wanted) => {
    await resumeRule(database(), { ...wanted, by: PERSON.actor })
    return null
  },
  storePages,
)
