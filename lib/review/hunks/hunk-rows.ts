import type { Actor } from '@/lib/store/model/actor'
import type { Decision, Hunk, HunkKind } from '../model/hunk'

/** The columns by which a decision names its hunk. */
export interface HunkColumns {
  kind: HunkKind
  before_from: number
  before_count: number
  after_from: number
  after_count: number
}

/** A row of `hunk_decisions`. */
export interface DecisionRow extends HunkColumns {
  key: number
  memory_key: number
  through_sequence: number
  decision: Decision
  content: string | null
  seen: number
  actor_type: Actor['type']
  actor_id: string
  decided_at: number
  applied_at: number | null
}

export const DECISION_COLUMNS = `d.key, d.memory_key, d.through_sequence, d.kind, d.before_from,
  d.before_count, d.after_from, d.after_count, d.decision, d.content, d.seen, d.actor_type,
  d.actor_id, d.decided_at, d.applied_at`

export function hunkOfRow(row: HunkColumns): Hunk {
  return {
    kind: row.kind,
    beforeFrom: row.before_from,
    beforeCount: row.before_count,
    afterFrom: row.after_from,
    afterCount: row.after_count,
  }
}

/** The values of the columns `kind` to `after_count`, in their order. */
export function hunkValues(hunk: Hunk): [string, number, number, number, number] {
  return [hunk.kind, hunk.beforeFrom, hunk.beforeCount, hunk.afterFrom, hunk.afterCount]
}
