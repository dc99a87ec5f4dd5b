import type { ChangeKind } from '@/components/ui/change-letter'
import type { SeedActionAnswer, SeedPlanAnswer, SeedReportAnswer } from '@/lib/wire/seed-report'

type Entry = SeedPlanAnswer['entries'][number]

/** A path of the plan; with a conflict, both sides of it. */
export interface PlanRow extends Entry {
  conflict?: NonNullable<SeedPlanAnswer['conflicts']>[number]
}

/** What happens to some paths, as people are told it. */
export interface SeedGroup {
  name: 'conflict' | 'create' | 'replace' | 'rename' | 'delete' | 'skip' | 'keep' | 'unchanged'
  actions: readonly SeedActionAnswer[]
}

/** In the order in which a person needs to know them. */
export const GROUPS: readonly SeedGroup[] = [
  { name: 'conflict', actions: ['conflict'] },
  { name: 'create', actions: ['create'] },
  { name: 'replace', actions: ['replace', 'merge'] },
  { name: 'rename', actions: ['rename'] },
  { name: 'delete', actions: ['delete'] },
  { name: 'skip', actions: ['skip'] },
  { name: 'keep', actions: ['keep'] },
  { name: 'unchanged', actions: ['unchanged'] },
]

/** Actions that write to the store, and their signs. */
export const LETTERS: Partial<Record<SeedActionAnswer, ChangeKind>> = {
  create: 'created',
  replace: 'modified',
  merge: 'modified',
  rename: 'renamed',
  delete: 'deleted',
}

/** Entries of a group that are shown at once. */
export const A_PART = 100

/** How many memories a seeding writes. */
export const countWritten = ({ counts }: Pick<SeedReportAnswer, 'counts'>): number =>
  counts.create + counts.replace + counts.merge + counts.rename + counts.delete

/** Returns whether the store equals the source, if nothing was or would be written. */
export const isUpToDate = ({ counts }: Pick<SeedReportAnswer, 'counts'>): boolean =>
  counts.skip === 0 && counts.keep === 0
