import * as v from 'valibot'
import { POLICY_ACTIONS, POLICY_CATEGORIES, SEVERITIES } from '@/lib/review/model/policy'

const rule = v.object({
  id: v.string(),
  action: v.picklist(POLICY_ACTIONS),
  match: v.object({
    paths: v.array(v.string()),
    operations: v.array(v.picklist(['created', 'modified', 'renamed', 'deleted'])),
    agents: v.array(v.string()),
    minLostLines: v.nullable(v.number()),
    minBytes: v.nullable(v.number()),
    finding: v.nullable(
      v.object({
        category: v.nullable(v.picklist(POLICY_CATEGORIES)),
        severity: v.nullable(v.picklist(SEVERITIES)),
      }),
    ),
    earned: v.nullable(v.object({ accepted: v.number(), days: v.number() })),
  }),
  until: v.nullable(v.number()),
  sample: v.nullable(v.number()),
  lapseAfter: v.nullable(v.number()),
  onLapse: v.picklist(['deny', 'quarantine']),
  why: v.nullable(v.string()),
})

/** A rule that holds a write, and what the agents in it are called on screen. */
export const heldByRule = v.object({ rule, names: v.record(v.string(), v.string()) })

export type HeldByRule = v.InferOutput<typeof heldByRule>
