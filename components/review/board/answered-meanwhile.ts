import type { Board } from './board-context'
import type { Writings } from './use-writings'

/** Answers, by now, to writes that an open page still shows as waiting; null: there are none. */
export type AnsweredMeanwhile =
  /** this page answered them, and comes anew with its own answer */
  | { kind: 'own' }
  | { kind: 'by others' }
  /** somebody else answered the one that an answer is being written to here */
  | { kind: 'overtaken'; hunkId: string }

/** `waiting`: the ids of the writes that wait by now. */
export function answeredMeanwhile(
  board: Pick<Board, 'all' | 'decisionOf'> & { writings: Pick<Writings, 'all'> },
  waiting: readonly string[],
): AnsweredMeanwhile | null {
  const answered = board.all.filter((hunk) => hunk.waiting && !waiting.includes(hunk.id))
  const byOthers = answered.filter((hunk) => board.decisionOf(hunk) === null)
  const written = byOthers.find(({ id }) => board.writings.all.some(({ hunkId }) => hunkId === id))
  if (written) return { kind: 'overtaken', hunkId: written.id }
  if (byOthers.length > 0) return { kind: 'by others' }
  return answered.length > 0 ? { kind: 'own' } : null
}
