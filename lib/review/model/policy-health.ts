import type { ChangeKind } from '@/lib/store/model/memory-change'

/** The days that a rule's health covers. */
export const HEALTH_DAYS = 30

/** This many held writes in a row, all allowed unchanged, suggest that a rule need not hold. */
export const LOOSE_AFTER = 50

/** A rule's health (review page, Policy). */
export interface RuleHealth {
  /** writes that it decided, by day, the oldest day first; UTC */
  uses: number[]
  /** milliseconds since 1970; null: never */
  lastUsedAt: number | null
  /** the outcomes of what it held in these days */
  allowed: number
  allowedEdited: number
  denied: number
  lapsed: number
  /** from a held write to its decision, milliseconds; null: none was decided */
  medianWait: number | null
  /** whether its last writes that waited were all allowed unchanged, `LOOSE_AFTER` in a row */
  isLoose: boolean
  /** writes of these days that the sample had reviewed */
  sampled: number
  suspensions: RuleSuspension[]
  /** of a rule that masks or refuses: the newest writes of which it kept something out */
  stops: RuleStop[]
}

/** A write of which a rule kept something out: who, where and when, and never the text. */
export interface RuleStop {
  /** names it in its store */
  key: number
  /** null: the default */
  ruleId: string | null
  action: 'mask' | 'refuse'
  /** see `agentOf` (lib/review/policy/evaluate-policy.ts) */
  agent: string
  /** milliseconds since 1970 */
  at: number
  /** the path of the write, which may not have been carried out; null: it is not kept */
  path: string | null
  operation: ChangeKind
  /** null: it was to be a new memory, and was refused */
  memoryId: string | null
  /** the written version; null: none */
  versionId: string | null
}

/** An agent for which a rule lets nothing more land. */
export interface RuleSuspension {
  /** see `agentOf` (lib/review/policy/evaluate-policy.ts) */
  agent: string
  /** milliseconds since 1970 */
  since: number
  memoryId: string
  /** of the write that was rejected; null: redacted */
  path: string | null
  /** the memory's so-manieth version */
  ordinal: number
}
