import 'server-only'
import type { ReviewedMemory } from '@/lib/review/changesets/changeset-memories'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { groupedBy } from '@/lib/text/grouped-by'
import type { BoardHunk } from '../board/board-hunk'
import type { ListedHunk } from '../changeset/read-changeset'

/** A memory of a changeset that is decided a memory at a time. */
export interface WholeMemory {
  memory: ReviewedMemory
  /** all its hunks as one */
  board: BoardHunk
}

/** The memories of some hunks, each to be decided as one. */
export function wholeMemories(hunks: readonly ListedHunk[]): WholeMemory[] {
  return [...groupedBy(hunks, ({ memory }) => memory)].map(([memory, ofMemory]) => ({
    memory,
    board: asOne(memory, ofMemory),
  }))
}

function asOne(memory: ReviewedMemory, hunks: readonly ListedHunk[]): BoardHunk {
  const isSettled = ({ hunk: { verdict } }: ListedHunk) =>
    verdict !== null && (verdict.isApplied || verdict.by.id !== LOCAL_USER_ACTOR.id)
  const [first, ...others] = [
    ...hunks.filter((hunk) => !isSettled(hunk)),
    ...hunks.filter(isSettled),
  ]
  const verdict = first?.hunk.verdict ?? null
  const isOneDecision = hunks.every(({ hunk }) => hunk.verdict?.decision === verdict?.decision)
  return {
    id: first?.id ?? memory.memoryId,
    memoryId: memory.memoryId,
    decision: isOneDecision ? (verdict?.decision ?? null) : null,
    decidedAt: verdict?.at ?? null,
    isApplied: hunks.every(({ hunk }) => hunk.verdict?.isApplied === true),
    isByOther: verdict !== null && verdict.by.id !== LOCAL_USER_ACTOR.id,
    isRoutine: hunks.every(({ hunk }) => hunk.routine !== null && hunk.reasons.length === 0),
    others: others
      .filter((hunk) => !isSettled(hunk))
      .map(({ id, hunk }) => ({ id, decidedAt: hunk.verdict?.at ?? null })),
    waiting: null,
  }
}
