import * as v from 'valibot'
import { policyRuleSchema } from '@/lib/review/model/policy-schema'

/** A rule that holds a write, and what the agents in it are called on screen. */
export const heldByRule = v.object({
  rule: policyRuleSchema,
  names: v.record(v.string(), v.string()),
})

export type HeldByRule = v.InferOutput<typeof heldByRule>
