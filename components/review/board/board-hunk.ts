import { type Decision, parseHunkId } from '@/lib/review/model/hunk'
import type { ShownChanges } from '@/lib/store/model/shown-changes'

/** What is decided at once, as the page's script knows it: no text, only what it takes to decide. */
export interface BoardHunk {
  /** of its first part; of a write that waits: the proposal's */
  id: string
  /** the hunks that one decision is about; of a write that waits: none */
  parts: readonly BoardPart[]
  isRoutine: boolean
  /** whether it asks for a person before all others */
  isCritical: boolean
  /** its parts in which something grave was found */
  withFinding: number
  /** whether its lines are shown, which say all of what its parts do */
  isShown: boolean
  /** of a write that waits, and so is answered instead of decided; null: it has landed */
  waiting: WaitingWrite | null
}

export interface BoardPart {
  id: string
  memoryId: string
  decision: Decision | null
  /** when, in milliseconds since 1970; null: it is open */
  decidedAt: number | null
  /** whether a rejection or an edit is written already */
  isApplied: boolean
  /** whether somebody else decided it */
  isByOther: boolean
}

export interface WaitingWrite {
  /** the changes that an approval names; null: it cannot be done, and only be denied */
  shown: ShownChanges | null
  /** whether something critical was found in it, so that it is asked once more before it is allowed */
  isCritical: boolean
  /** whether another text may be allowed in its place: not in that of a deletion, say */
  isEditable: boolean
}

/** Returns whether a decision stands, which the person here cannot change. */
export const isSettled = ({ isApplied, isByOther }: BoardPart): boolean => isApplied || isByOther

/** Returns whether all of it is settled. */
export const isAllSettled = ({ parts }: BoardHunk): boolean =>
  parts.length > 0 && parts.every(isSettled)

/** Returns whether its lines can be written anew: of several new memories each has its own. */
export function canEdit({ id, parts, isShown, waiting }: BoardHunk): boolean {
  if (waiting) return waiting.isEditable
  const kind = parseHunkId(id)?.kind
  return isShown && (kind === 'lines' || (kind === 'created' && parts.length === 1))
}
