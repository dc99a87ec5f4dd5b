import type { Decision } from '@/lib/review/model/hunk'

/** A hunk as the page's script knows it: no text, only what it takes to decide. */
export interface BoardHunk {
  id: string
  memoryId: string
  decision: Decision | null
  /** whether a rejection or an edit is written already */
  isApplied: boolean
  /** whether somebody else decided it */
  isByOther: boolean
  isRoutine: boolean
}
