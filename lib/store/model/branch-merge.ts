import type { MemoryText } from './memory-change'

/**
 * The changes that a branch brings back to its origin, memory by memory and place by place. Texts are
 * lines with their ends.
 */

/** The fate of a place: as the origin has it, as the branch has it, both, or another text. */
export type MergeChoice = { take: 'origin' | 'branch' | 'both' } | { text: string }

/** Choices by the ids of places. */
export type MergeChoices = ReadonlyMap<string, MergeChoice>

/** A place of a memory that the branch changed. */
export interface MergeHunk {
  /** the memory's id in the branch and the place's number: `mem_…:2`; 0 is the memory as a whole */
  id: string
  /** lines; or that there is a memory at all; or where it is */
  kind: 'lines' | 'presence' | 'path'
  /** whether both changed it, differently: then somebody has to choose */
  isConflict: boolean
  base: string[]
  origin: string[]
  branch: string[]
  /** numbers of the first of these lines, from 1 */
  originLine: number
  branchLine: number
}

/** The reason that a memory cannot be merged. */
export type MergeObstacle =
  /** a text that it takes is redacted */
  | { reason: 'redacted' }
  | { reason: 'damaged' }
  /** the branch holds it from agents */
  | { reason: 'quarantined' }
  /** another memory of the origin is at, above or below its path */
  | { reason: 'path_taken' }
  /** somebody changed one of both while others of a large merge were written: not merged yet */
  | { reason: 'changed' }
  /** the origin's policy refuses what an agent wrote; in English, after "was not saved:" */
  | { reason: 'policy'; ruleId: string | null; why: string }

/** A memory that the branch changed since both last agreed. */
export interface MemoryMerge {
  /** its id in the branch */
  memoryId: string
  /** its id in the origin; null: it has none there */
  originMemoryId: string | null
  base: MemoryText | null
  origin: MemoryText | null
  branch: MemoryText | null
  hunks: MergeHunk[]
  obstacle: MergeObstacle | null
}

/** A memory of a merge without its texts, and what would become of it as far as it was chosen. */
export interface MergeSummary {
  memoryId: string
  originMemoryId: string | null
  /** where it is in the branch, or was before it was deleted there */
  path: string
  operation: 'created' | 'modified' | 'renamed' | 'deleted'
  hunks: number
  conflicts: number
  /** lines that the branch added and removed */
  added: number
  removed: number
  obstacle: MergeObstacle | null
}

export interface MergePlan {
  memories: MergeSummary[]
  /** identifies what both stores hold of it, and the policy that judges it */
  planHash: string
}

/** A place that nobody chose for. */
export interface MergeConflict {
  hunkId: string
  memoryId: string
  path: string
}
