import { pathOf } from '@/lib/store/model/memory-change'
import type { Obstacle, RollbackResult } from '@/lib/store/model/rollback-plan'

/** Memories named in a result; the others are counted. */
const NAMED = 100

/** A memory that was to change and did not. */
export interface LeftMemory {
  memoryId: string
  /** '': it has none any more */
  path: string
  why: Obstacle | 'since' | 'leftOut'
  /** whether a person can merge it by hand */
  canBeMerged: boolean
}

/** The doings of an act. */
export interface ActOutcome {
  /** number of memories changed */
  memories: number
  /** the first of them */
  changed: { memoryId: string; path: string }[]
  /** number of those that were left as they are; what the person left out is not among them */
  left: number
  /** the first of them */
  named: LeftMemory[]
  /** address of the plan that undoes it; null: nothing was written */
  undoHref: string | null
}

/** The address of the plan that undoes a batch; null: there is no batch. */
export function undoHrefOf(storeId: string, batchId: string | null): string | null {
  return batchId === null ? null : `/stores/${storeId}/undo?batch=${batchId}`
}

/** What was done in a store, as its result names it. */
export function outcomeOf(
  storeId: string,
  { plan, batchId, versionIds }: RollbackResult,
): ActOutcome {
  const left: LeftMemory[] = [
    ...plan.changedSince.slice(0, NAMED).map((change) => ({
      ...named(change),
      why: 'since' as const,
      canBeMerged: change.before !== null && change.after !== null,
    })),
    ...plan.cannot.slice(0, NAMED).map((change) => ({
      ...named(change),
      why: change.reason,
      canBeMerged: false,
    })),
  ]
  return {
    memories: versionIds.length,
    changed: plan.willChange.slice(0, NAMED).map(named),
    left: plan.changedSince.length + plan.cannot.length,
    named: left.slice(0, NAMED),
    undoHref: undoHrefOf(storeId, batchId),
  }
}

function named(change: RollbackResult['plan']['willChange'][number]) {
  return { memoryId: change.memoryId, path: pathOf(change) }
}
