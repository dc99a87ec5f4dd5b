import { z } from 'zod'
import { presetPolicy } from './model/policy-presets'
import {
  POLICY_ACTIONS,
  POLICY_CATEGORIES,
  POLICY_DEFAULTS,
  type PolicyRules,
  SEVERITIES,
} from './model/policy'

/** The form in which a policy is stored; an unknown number is of a newer version of the program. */
const FORMAT = 1

const count = z.int().positive()

const RULE = z.strictObject({
  id: z.string(),
  action: z.enum(POLICY_ACTIONS),
  match: z.strictObject({
    paths: z.array(z.string()),
    operations: z.array(z.enum(['created', 'modified', 'renamed', 'deleted'])),
    agents: z.array(z.string()),
    minLostLines: count.nullable(),
    minBytes: count.nullable(),
    finding: z
      .strictObject({
        category: z.enum(POLICY_CATEGORIES).nullable(),
        severity: z.enum(SEVERITIES).nullable(),
      })
      .nullable(),
    earned: z.strictObject({ accepted: count, days: count }).nullable(),
  }),
  until: z.int().nullable(),
  sample: z.number().nullable(),
  lapseAfter: z.int().nullable(),
  onLapse: z.enum(['deny', 'quarantine']),
  why: z.string().nullable().default(null),
})

const STORED = z.strictObject({
  format: z.literal(FORMAT),
  default: z.enum(POLICY_DEFAULTS),
  rules: z.array(RULE),
})

/** A policy as the database keeps it. */
export function policyText(policy: PolicyRules): string {
  return JSON.stringify({ format: FORMAT, default: policy.default, rules: policy.rules })
}

/**
 * What was stored; if this program cannot read it, *Strict* without what it lets land, and why: the
 * first field that is not known.
 */
export function readPolicyText(stored: string): PolicyRules & { unreadable: string | null } {
  const parsed = STORED.safeParse(jsonOf(stored))
  if (parsed.success) {
    const { default: otherwise, rules } = parsed.data
    return { default: otherwise, rules, unreadable: null }
  }
  const field = parsed.error.issues[0]?.path.join('.') || 'policy'
  return { default: presetPolicy('strict', 0).default, rules: [], unreadable: field }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
