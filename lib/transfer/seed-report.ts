import type { SeedAction } from './decide'
import type { SeedReason } from '@/lib/store/model/seed-reason'

/** What became, or would become, of a path of the source. */
export interface SeedEntry {
  path: string
  action: SeedAction
  /** why, for what was not simply taken over */
  reason: SeedReason | null
}

export interface HistorySummary {
  /** moments that are taken over as they were; 0: only the source's present state is */
  moments: number
  /** why the history cannot be taken over */
  reason: SeedReason | null
  /** milliseconds since 1970 */
  from: number | null
  to: number | null
  authors: string[]
}

/** A plan before the run, a report after it. */
export interface SeedReport {
  source: string
  /** null for a source without history */
  history: HistorySummary | null
  counts: Record<SeedAction, number>
  /** versions that are written */
  versions: number
  /** of the newest step for each path, up to `MAX_ENTRIES` */
  entries: SeedEntry[]
  /** of a plan, stands for all that it says; null in the report of a run */
  hash: string | null
  /** whether somebody stopped it; what was done by then is whole, and stays */
  isStopped: boolean
}

/** Entries that are listed; the counts count them all. */
export const MAX_ENTRIES = 100_000

/** Entries that a job keeps of a run's report: what was left out comes first. */
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
