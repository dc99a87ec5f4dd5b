import { z } from 'zod'
import {
  POLICY_ACTIONS,
  POLICY_CATEGORIES,
  POLICY_DEFAULTS,
  SEVERITIES,
} from '@/lib/review/model/policy'

/**
 * A policy as its page sends it. Rules that its values must keep to besides are checked, and
 * worded, by lib/review/policy/save-policy.ts.
 */
export const policyDraft = z.object({
  default: z.enum(POLICY_DEFAULTS),
  rules: z.array(
    z.object({
      id: z.string().nullable(),
      action: z.enum(POLICY_ACTIONS),
      match: z.object({
        paths: z.array(z.string()),
        operations: z.array(z.enum(['created', 'modified', 'renamed', 'deleted'])),
        agents: z.array(z.string()),
        minLostLines: z.number().nullable(),
        minBytes: z.number().nullable(),
        finding: z
          .object({
            category: z.enum(POLICY_CATEGORIES).nullable(),
            severity: z.enum(SEVERITIES).nullable(),
          })
          .nullable(),
        earned: z.object({ accepted: z.number(), days: z.number() }).nullable(),
      }),
      until: z.number().nullable(),
      sample: z.number().nullable(),
      lapseAfter: z.number().nullable(),
      onLapse: z.enum(['deny', 'quarantine']),
      why: z.string().nullable(),
    }),
  ),
})

export const dryRunInput = z.object({ draft: policyDraft, days: z.literal([7, 30, 90]) })
