import type { DiffLines } from '@/components/lines/diff-lines'

/** A row of a plan that is opened. */
export interface ShownRow extends DiffLines {
  /** of a conflict: what a merge by hand begins with; null: there is no such text */
  texts?: { base: string; before: string | null; after: string | null }
}
