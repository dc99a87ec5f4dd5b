import { createHash } from 'node:crypto'
import type { Actor } from './actor'
import type { MemoryChange, MemorySummary } from './memory-change'

type PlannedChange = MemoryChange<MemorySummary>

export type Obstacle =
  /** a content that is needed for it was redacted */
  | 'redacted'
  /** another memory is, or would be, at the path or above or below it */
  | 'path_taken'

/** What taking changes back would do, memory by memory; nothing is written for it. */
export interface RollbackPlan {
  /** will be written */
  willChange: PlannedChange[]
  /** are as they would be made */
  alreadySo: PlannedChange[]
  /**
   * Others changed the same lines since, who and when is told; left alone unless forced. `after` is
   * what forcing would make of them.
   */
  changedSince: (PlannedChange & { by: Actor; at: number })[]
  cannot: (PlannedChange & { reason: Obstacle })[]
}

export interface RollbackResult {
  plan: RollbackPlan
  /** names the plan: of two plans that would do the same, and leave the same for the same reasons, it is the same */
  planHash: string
  /** the batch that the new versions belong to; null when nothing was written */
  batchId: string | null
  /** of the versions written, in the order of `plan.willChange` */
  versionIds: string[]
}

/**
 * The lower-case hex SHA-256 that names a plan. What is so already is left out of it: nothing is
 * done there, and nothing was kept from being done.
 *
 * @param giveWay is awaited between memories
 */
export async function hashOfPlan(
  { willChange, changedSince, cannot }: RollbackPlan,
  giveWay: () => Promise<void>,
): Promise<string> {
  const hash = createHash('sha256')
  for (const [group, changes] of Object.entries({ willChange, changedSince, cannot })) {
    for (const change of changes) {
      hash.update(JSON.stringify([group, change]))
      await giveWay()
    }
  }
  return hash.digest('hex')
}
