import type { SeedAction } from './decide'
import type { SeedReason } from '@/lib/store/model/seed-reason'

/** The action that was or would be taken on a path of the source. */
export interface SeedEntry {
  path: string
  action: SeedAction
  /** why, unless it was simply taken */
  reason: SeedReason | null
  /** of a plan, for what it would write */
  text?: PlannedText
}

/** A memory's text as a plan would make it. */
export interface PlannedText {
  /** its path before, if it moves */
  from: string | null
  /** bytes afterwards; of a memory that goes, those that it has */
  size: number
  /** lines */
  added: number
  removed: number
  /** both texts, null where there is none; null: not asked for, or too much with the others */
  sides: { stores: string | null; sources: string | null } | null
}

/** A path that source and store both changed; null: gone on that side. */
export interface SeedConflict {
  path: string
  /** null: not kept, or too much to show */
  sides: { stores: string | null; sources: string | null } | null
}

export interface HistorySummary {
  /**
   * moments of the history that are imported, without those imported before; 0: only the source's
   * current state is
   */
  moments: number
  /** why the history cannot be imported */
  reason: SeedReason | null
  /** the first and the last of them, milliseconds since 1970 */
  from: number | null
  to: number | null
  authors: string[]
}

/** A plan before the run, a report after it. */
export interface SeedReport {
  source: string
  /** null for a source without history */
  history: HistorySummary | null
  /** of memories, and of paths that were not taken; not of the versions of a history */
  counts: Record<SeedAction, number>
  /** versions written */
  versions: number
  /** memory tests that came along: those whose names the store did not have */
  tests: number
  /** the action on each memory and path, up to `MAX_ENTRIES` */
  entries: SeedEntry[]
  /** those that a plan can decide, decided or not; none in the report of a run */
  conflicts: SeedConflict[]
  /** `repositories` of the source */
  repositories: string[]
  /** identifies everything in a plan; null in the report of a run */
  hash: string | null
  /** whether it was stopped; what was written by then is complete, and stays */
  isStopped: boolean
}

/** Limit on listed entries; the counts include all. */
export const MAX_ENTRIES = 100_000

/** Limit on conflicts that a plan lists, and on the characters of their texts together. */
export const MAX_CONFLICTS = 1000
export const MAX_CONFLICT_CHARACTERS = 1_000_000

/** Entries that a job keeps of a run's report, left-outs first. */
export const MAX_KEPT_ENTRIES = 5000

export function emptyCounts(): Record<SeedAction, number> {
  return {
    create: 0,
    replace: 0,
    rename: 0,
    delete: 0,
    merge: 0,
    unchanged: 0,
    keep: 0,
    conflict: 0,
    skip: 0,
  }
}
