import type { State } from '../plan/plan'

/** What became of one memory between two moments; null: it was not there. */
export interface MemoryChange<S extends State = State> {
  memoryId: string
  before: S | null
  after: S | null
}

/** One that was renamed and rewritten at once counts as renamed. */
export type ChangeKind = 'created' | 'modified' | 'renamed' | 'deleted'

/** The kind of a change; null: both sides are the same. */
export function kindOf({ before, after }: MemoryChange): ChangeKind | null {
  if (!before) return after ? 'created' : null
  if (!after) return 'deleted'
  if (before.path !== after.path) return 'renamed'
  return before.sha256 === after.sha256 ? null : 'modified'
}

/** The path under which a change is listed. */
export const pathOf = ({ before, after }: MemoryChange): string => (after ?? before)?.path ?? ''
