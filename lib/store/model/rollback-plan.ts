import { createHash } from 'node:crypto'
import type { Actor } from './actor'
import type { MemoryChange, MemorySummary } from './memory-change'

type PlannedChange = MemoryChange<MemorySummary>

export type Obstacle =
  /** content needed for it was redacted */
  | 'redacted'
  /** content needed for it is damaged */
  | 'damaged'
  /** another memory is, or would be, at, above or below the path */
  | 'path_taken'

/**
 * The changes that undoing or restoring would make, memory by memory; computing it writes nothing.
 */
export interface RollbackPlan {
  /** will be written */
  willChange: PlannedChange[]
  /** are already in their target state */
  alreadySo: PlannedChange[]
  /**
   * others changed the same lines since, as told by `by` and `at`; left alone unless forced.
   * `after` is the result of forcing.
   */
  changedSince: (PlannedChange & { by: Actor; at: number })[]
  cannot: (PlannedChange & { reason: Obstacle })[]
}

export interface RollbackResult {
  plan: RollbackPlan
  /**
   * identifies the plan: plans with the same effects, and the same reasons for what they leave
   * alone, share it
   */
  planHash: string
  /** the batch that the new versions belong to; null when nothing was written */
  batchId: string | null
  /** of the versions written, in the order of `plan.willChange` */
  versionIds: string[]
}

/**
 * The lower-case hex SHA-256 that identifies a plan. Memories already in their target state are
 * left out: nothing is done there, and nothing was prevented.
 *
 * @param maybeYield is awaited between memories
 */
export async function hashOfPlan(
  { willChange, changedSince, cannot }: RollbackPlan,
  maybeYield: () => Promise<void>,
): Promise<string> {
  const hash = createHash('sha256')
  for (const [group, changes] of Object.entries({ willChange, changedSince, cannot })) {
    for (const change of changes) {
      hash.update(JSON.stringify([group, change]))
      await maybeYield()
    }
  }
  return hash.digest('hex')
}
