import type { Actor } from './actor'

/** A memory's state in few words: where it is and what it holds; null: it is not there. */
export interface StateSummary {
  path: string
  sha256: string
  size: number
}

export interface PlannedChange {
  memoryId: string
  before: StateSummary | null
  after: StateSummary | null
}

export type Obstacle =
  /** the content it would go back to was redacted */
  | 'redacted'
  /** another memory is, or would be, at the path or above or below it */
  | 'path_taken'

/** What taking changes back would do, memory by memory; nothing is written for it. */
export interface RollbackPlan {
  /** will be written */
  willChange: PlannedChange[]
  /** are as they would be made */
  alreadySo: PlannedChange[]
  /** were changed since by somebody else, and are left alone unless forced */
  changedSince: (PlannedChange & { by: Actor; at: number })[]
  cannot: (PlannedChange & { reason: Obstacle })[]
}

export interface RollbackResult {
  plan: RollbackPlan
  /** the batch that the new versions belong to; null when nothing was written */
  batchId: string | null
  /** of the versions written, in the order of `plan.willChange` */
  versionIds: string[]
}
