import { z } from 'zod'
import {
  type Policy,
  POLICY_ACTIONS,
  POLICY_CATEGORIES,
  POLICY_DEFAULTS,
  type PolicyDraft,
  type PolicyRule,
  SEVERITIES,
} from '@/lib/review/model/policy'
import type { SuspendedRule } from '@/lib/review/policy/policy-standing'
import { timeParam } from '../schemas'
import { id, listOf, name } from '../text-schema'
import { actor, size, time, timeOrNull, type Wire, wireActor, wireTime } from './values'

const HOUR_MS = 3_600_000

const policyRule = z.strictObject({
  id: z.string(),
  action: z.enum(POLICY_ACTIONS),
  match: z.strictObject({
    paths: z.array(z.string()),
    operations: z.array(z.enum(['created', 'modified', 'renamed', 'deleted'])),
    agents: z.array(z.string()),
    min_lost_lines: size.nullable(),
    min_bytes: size.nullable(),
    finding: z
      .strictObject({
        category: z.enum(POLICY_CATEGORIES).nullable(),
        severity: z.enum(SEVERITIES).nullable(),
      })
      .nullable(),
    earned: z.strictObject({ accepted: size, days: size }).nullable(),
  }),
  until: time.nullable(),
  sample: z.number().nullable(),
  /** hours */
  lapse_after: z.number().nullable(),
  on_lapse: z.enum(['deny', 'quarantine']),
  /** words for agents; null: the rule's own subject */
  why: z.string().nullable(),
})

export const policyAnswer = z.strictObject({
  type: z.literal('review_policy'),
  memory_store_id: z.string(),
  /** 0: none was saved, and everything is reviewed */
  revision: size,
  default: z.enum(POLICY_DEFAULTS),
  rules: z.array(policyRule),
  /** for which agents a rule lets nothing land until somebody resumes it */
  suspended: z.array(z.strictObject({ rule: z.string(), agent: z.string(), since: time })),
  /** the field that cannot be read: then `strict` holds in place of what was saved */
  unreadable: z.string().nullable(),
  saved_by: actor.nullable(),
  saved_at: time.nullable(),
})

export function wirePolicy(
  storeId: string,
  policy: Policy,
  suspended: readonly SuspendedRule[],
): Wire<typeof policyAnswer> {
  return {
    type: 'review_policy',
    memory_store_id: storeId,
    revision: policy.revision,
    default: policy.default,
    rules: policy.rules.map(wireRule),
    suspended: suspended.map(({ ruleId, agent, since }) => ({
      rule: ruleId,
      agent,
      since: wireTime(since),
    })),
    unreadable: policy.unreadable,
    saved_by: policy.savedBy && wireActor(policy.savedBy),
    saved_at: timeOrNull(policy.savedAt),
  }
}

function wireRule({ match, ...rule }: PolicyRule): Wire<typeof policyRule> {
  return {
    id: rule.id,
    action: rule.action,
    match: {
      paths: match.paths,
      operations: match.operations,
      agents: match.agents,
      min_lost_lines: match.minLostLines,
      min_bytes: match.minBytes,
      finding: match.finding,
      earned: match.earned,
    },
    until: timeOrNull(rule.until),
    sample: rule.sample,
    lapse_after: rule.lapseAfter === null ? null : rule.lapseAfter / HOUR_MS,
    on_lapse: rule.onLapse,
    why: rule.why,
  }
}

/*
 * What is asked. A key that is not known is refused: a rule that means less than its writer thought
 * would let things land. What the values must keep to besides is in lib/review/policy-faults.ts.
 */

const listed = (names: readonly string[]) => `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
const oneOf = <const Names extends readonly string[]>(names: Names) =>
  z.enum(names, `must be ${listed(names)}`)

const OPERATIONS = ['created', 'modified', 'renamed', 'deleted'] as const

/** A policy has fewer rules, paths and agents, and says so itself. */
const MAX_ENTRIES = 1_000

const match = z.strictObject({
  paths: listOf(name, MAX_ENTRIES).default([]),
  operations: listOf(oneOf(OPERATIONS), MAX_ENTRIES).default([]),
  agents: listOf(name, MAX_ENTRIES).default([]),
  min_lost_lines: z.number().nullish(),
  min_bytes: z.number().nullish(),
  finding: z
    .strictObject({
      category: oneOf(POLICY_CATEGORIES).nullish(),
      severity: oneOf(SEVERITIES).nullish(),
    })
    .nullish(),
  earned: z.strictObject({ accepted: z.number(), days: z.number() }).nullish(),
})

const rule = z.strictObject({
  id: id.nullish(),
  action: oneOf(POLICY_ACTIONS),
  match: match.default({ paths: [], operations: [], agents: [] }),
  until: timeParam.nullish(),
  /** the share that is reviewed anyway, 0 to 1 */
  sample: z.number().nullish(),
  /** hours */
  lapse_after: z.number().nullish(),
  on_lapse: oneOf(['deny', 'quarantine']).default('deny'),
  /** of hold and refuse: what agents are told, in place of what the rule is about */
  why: name.nullish(),
})

const rules = {
  default: oneOf(POLICY_DEFAULTS).default('review'),
  rules: listOf(rule, MAX_ENTRIES),
}

export const policyBody = z.strictObject({
  /** the present revision; 0: none was saved */
  revision: z.int().nonnegative(),
  ...rules,
})

/** Names the rule that is to let an agent's writes land again. */
export const resumeBody = z.strictObject({ rule: id, agent: name })

const DAYS = [7, 30, 90] as const

export const dryRunBody = z.strictObject({
  ...rules,
  days: z.literal(DAYS, `must be ${listed(DAYS.map(String))}`).default(30),
})

/** The policy that a body wants to be saved or tried. */
export function draftOfBody(
  body: Pick<z.output<typeof policyBody>, 'default' | 'rules'>,
): PolicyDraft {
  return {
    default: body.default,
    rules: body.rules.map(({ id, action, match: asked, until, sample, ...held }) => ({
      id: id ?? null,
      action,
      match: {
        paths: asked.paths,
        operations: asked.operations,
        agents: asked.agents,
        minLostLines: asked.min_lost_lines ?? null,
        minBytes: asked.min_bytes ?? null,
        finding: asked.finding
          ? {
              category: asked.finding.category ?? null,
              severity: asked.finding.severity ?? null,
            }
          : null,
        earned: asked.earned ?? null,
      },
      until: until ?? null,
      sample: sample ?? null,
      lapseAfter: typeof held.lapse_after === 'number' ? held.lapse_after * HOUR_MS : null,
      onLapse: held.on_lapse,
      why: held.why ?? null,
    })),
  }
}
