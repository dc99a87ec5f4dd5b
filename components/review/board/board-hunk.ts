import type { Decision } from '@/lib/review/model/hunk'
import type { ShownChanges } from '@/lib/store/model/shown-changes'

/** A hunk as the page's script knows it: no text, only what it takes to decide. */
export interface BoardHunk {
  /** of a write that waits: the proposal's */
  id: string
  memoryId: string
  decision: Decision | null
  /** when, in milliseconds since 1970; null: it is open */
  decidedAt: number | null
  /** whether a rejection or an edit is written already */
  isApplied: boolean
  /** whether somebody else decided it */
  isByOther: boolean
  isRoutine: boolean
  /** the other hunks of its memory, where all of them are decided at once; their lines are not shown */
  others: readonly Pick<BoardHunk, 'id' | 'decidedAt'>[]
  /** of a write that waits, and so is answered instead of decided; null: it has landed */
  waiting: WaitingWrite | null
}

export interface WaitingWrite {
  /** the changes that an approval names; null: it cannot be done, and only be denied */
  shown: ShownChanges | null
}
