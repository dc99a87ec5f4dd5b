import { z } from 'zod'

const share = z.number().gt(0).lt(1)

/** When the answers of a run are enough, and what they then say. */
export const verdictRuleSchema = z.union([
  /** Wald's test of two shares: as often as `high`, or as seldom as `low` */
  z.strictObject({
    sequential: z
      .tuple([share, share])
      .refine(([high, low]) => high > low, 'the first share must be the larger one'),
  }),
  /** `needed` of `of` answers */
  z
    .strictObject({ needed: z.int().min(1).max(50), of: z.int().min(1).max(50) })
    .refine(({ needed, of }) => needed <= of, 'needs no more answers than it asks for'),
])

export type VerdictRule = z.output<typeof verdictRuleSchema>

/** 3 of 3 pass, 2 of 2 fail: a behaviour that is right 95 % of the time fails 1 run in 1,000. */
export const DEFAULT_RULE: VerdictRule = { sequential: [0.9, 0.3] }

/** Stricter, where something waits for it: what is right only half of the time passes 4 in 100. */
export const GATE_RULE: VerdictRule = { sequential: [0.9, 0.5] }

/** The rule by which a test decides as a gate: stricter, unless it was given one of its own. */
export function gateRule(rule: VerdictRule): VerdictRule {
  return JSON.stringify(rule) === JSON.stringify(DEFAULT_RULE) ? GATE_RULE : rule
}

/** Of both errors (why-search.md, section 3). */
const ERROR = 0.05
const ENOUGH = Math.log((1 - ERROR) / ERROR)

/** Answers after which a sequential test stops undecided. */
const MAX_ANSWERS = 20

/** Answers of a run: in how many the checks held. */
export interface Held {
  readonly held: number
  readonly of: number
}

export type Verdict = 'passed' | 'failed' | 'mixed'

/** The verdict of answers; null: more are needed. Their order does not matter. */
export function verdictOf(rule: VerdictRule, { held, of }: Held): Verdict | null {
  if ('needed' in rule) {
    if (held >= rule.needed) return 'passed'
    return of - held > rule.of - rule.needed ? 'failed' : null
  }
  const evidence = evidenceOf(rule.sequential, { held, of })
  if (evidence >= ENOUGH) return 'passed'
  if (evidence <= -ENOUGH) return 'failed'
  return of >= MAX_ANSWERS ? 'mixed' : null
}

/**
 * The number of answers to ask for next, at once: the fewest that could decide, so that none is in vain.
 * 0: these decide.
 */
export function answersToAsk(rule: VerdictRule, { held, of }: Held): number {
  if (verdictOf(rule, { held, of }) !== null) return 0
  for (let more = 1; ; more++) {
    const allHold = verdictOf(rule, { held: held + more, of: of + more })
    const noneHolds = verdictOf(rule, { held, of: of + more })
    if (allHold !== null || noneHolds !== null) return more
  }
}

/** The fewest answers that pass. */
export function answersToPass(rule: VerdictRule): number {
  let answers = 1
  while (verdictOf(rule, { held: answers, of: answers }) === null) answers++
  return answers
}

/** The most answers that a run asks for. */
export function maxAnswers(rule: VerdictRule): number {
  return 'needed' in rule ? rule.of : MAX_ANSWERS
}

/** The logarithm of how much likelier the answers are under the first share than under the second. */
function evidenceOf([high, low]: readonly [number, number], { held, of }: Held): number {
  return held * Math.log(high / low) + (of - held) * Math.log((1 - high) / (1 - low))
}
