import type { ChangeKind } from '@/lib/store/model/memory-change'
import type { PolicyAction } from './policy'

/** Counts of writes by the action that they got. */
export type ActionCounts = Record<PolicyAction, number>

/** One write that a dry run names. */
export interface DryRunWrite {
  /** null: it was refused, or held and not allowed, so that no version tells of it */
  versionId: string | null
  /** null: none that is there by now */
  memoryId: string | null
  /** at the time; null: redacted */
  path: string | null
  operation: ChangeKind
  /** the agent, by the name it is judged by */
  agent: string
  /** milliseconds since 1970 */
  at: number
  action: PolicyAction
  /** its place among the rules that were asked; null: the default */
  ruleIndex: number | null
  changesetId: string | null
}

/** A change that people rejected later, and what the rules would have done with it. */
export interface DryRunRejection extends DryRunWrite {
  /** whether it would have been kept from landing */
  isCaught: boolean
  addedLines: number
  removedLines: number
  lostLines: number
}

/** The effect that holding writes with at least this many lost lines would have in addition. */
export interface DryRunHint {
  minLostLines: number
  /** of the missed rejections, how many it would hold */
  catches: number
  /** of all writes that would land, how many it would hold */
  holds: number
}

/** The effect that rules would have had on the past (review page, Policy, Dry run). */
export interface DryRun {
  /** milliseconds since 1970 */
  since: number
  /** writes of agents since then */
  writes: number
  /** how many of them are not counted further: what a rule asks for was redacted since */
  unknown: number
  counts: ActionCounts
  /** of the policy that holds */
  savedCounts: ActionCounts
  /** how many writes each of the asked rules decided, by its place; the last is the default */
  uses: number[]
  /** writes that would wait beyond those that wait under the saved policy, by agent, most first */
  waits: { agent: string; writes: number }[]
  /** from a change to its decision, milliseconds; null: nothing was decided */
  medianWait: number | null
  caught: number
  missed: number
  rejections: DryRunRejection[]
  /** a threshold that would catch some of the missed ones; null: nothing that a rule can ask for */
  hint: DryRunHint | null
  /** the newest that would not have landed at once */
  stopped: DryRunWrite[]
  durationMs: number
}
