import { z } from 'zod'
import {
  POLICY_ACTIONS,
  POLICY_CATEGORIES,
  POLICY_DEFAULTS,
  type PolicyDraft,
  SEVERITIES,
} from '@/lib/review/model/policy'
import { timeParam } from './schemas'
import { text } from './text-schema'

/**
 * Request schemas of policies (review page, Policy). A key that is not known is refused: a rule
 * that means less than its writer thought would let things land. What the values must keep to
 * besides is in lib/review/policy-faults.ts.
 */

const listed = (names: readonly string[]) => `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
const oneOf = <const Names extends readonly string[]>(names: Names) =>
  z.enum(names, `must be ${listed(names)}`)

const strict = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? `has no field ${issue.keys.join(', ')}` : undefined,
  })

const OPERATIONS = ['created', 'modified', 'renamed', 'deleted'] as const

const match = strict({
  paths: z.array(text).default([]),
  operations: z.array(oneOf(OPERATIONS)).default([]),
  agents: z.array(text).default([]),
  min_lost_lines: z.number().nullish(),
  min_bytes: z.number().nullish(),
  finding: strict({
    category: oneOf(POLICY_CATEGORIES).nullish(),
    severity: oneOf(SEVERITIES).nullish(),
  }).nullish(),
  earned: strict({ accepted: z.number(), days: z.number() }).nullish(),
})

const HOUR_MS = 3_600_000

const rule = strict({
  id: text.nullish(),
  action: oneOf(POLICY_ACTIONS),
  match: match.default({ paths: [], operations: [], agents: [] }),
  until: timeParam.nullish(),
  /** the share that is reviewed anyway, 0 to 1 */
  sample: z.number().nullish(),
  /** hours */
  lapse_after: z.number().nullish(),
  on_lapse: oneOf(['deny', 'quarantine']).default('deny'),
})

const rules = {
  default: oneOf(POLICY_DEFAULTS).default('review'),
  rules: z.array(rule),
}

export const policyBody = strict({
  /** the present revision; 0: none was saved */
  revision: z.int().nonnegative(),
  ...rules,
})

/** Which rule lands an agent's writes again. */
export const resumeBody = strict({ rule: text, agent: text })

const DAYS = [7, 30, 90] as const

export const dryRunBody = strict({
  ...rules,
  days: z.literal(DAYS, `must be ${listed(DAYS.map(String))}`).default(30),
})

/** What a body asks to be saved or tried. */
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
    })),
  }
}
