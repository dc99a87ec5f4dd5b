import * as v from 'valibot'
import { POLICY_ACTIONS, POLICY_CATEGORIES, POLICY_DEFAULTS, SEVERITIES } from './policy'

/**
 * A rule and a policy as they are stored, and sent to pages. What a person or a program wants to be
 * saved is checked where it comes in, and refused in words.
 */

const count = v.pipe(v.number(), v.integer(), v.minValue(1))
const integer = v.pipe(v.number(), v.integer())

export const policyRuleSchema = v.strictObject({
  id: v.string(),
  action: v.picklist(POLICY_ACTIONS),
  match: v.strictObject({
    paths: v.array(v.string()),
    operations: v.array(v.picklist(['created', 'modified', 'renamed', 'deleted'])),
    agents: v.array(v.string()),
    minLostLines: v.nullable(count),
    minBytes: v.nullable(count),
    finding: v.nullable(
      v.strictObject({
        category: v.nullable(v.picklist(POLICY_CATEGORIES)),
        severity: v.nullable(v.picklist(SEVERITIES)),
      }),
    ),
    earned: v.nullable(v.strictObject({ accepted: count, days: count })),
  }),
  until: v.nullable(integer),
  sample: v.nullable(v.number()),
  lapseAfter: v.nullable(integer),
  onLapse: v.picklist(['deny', 'quarantine']),
  why: v.optional(v.nullable(v.string()), null),
})

export const policyRulesSchema = v.object({
  default: v.picklist(POLICY_DEFAULTS),
  rules: v.array(policyRuleSchema),
})
