import { LineHistory } from '@/lib/text/line-history'
import type { MemoryText } from '../model/memory-change'

/** A memory at one moment; null if it did not exist. */
type TextOrGone = MemoryText | null

/** The state after a run of changes by one side. */
export interface ChainStep {
  isOwn: boolean
  state: TextOrGone
}

export interface TakenBackMemory {
  /** without the own changes; the head if others conflict with that */
  after: TextOrGone
  /** the steps of others that changed the same lines, the path or existence; none: no conflict */
  conflicts: number[]
  /** the text with the non-conflicting own lines undone */
  partial: string
}

/**
 * Returns the state of a memory once the own changes, and nothing else, are undone: lines by their
 * history, path and existence as one value each. A memory that the own changes created stays as
 * long as others have lines in it, with just those lines.
 *
 * @param found the state before the first own change
 * @param steps the states that own and others' changes left, oldest first; the last is the head
 * @param isForced also undoes what others made of the same lines, and nothing else of theirs
 */
export function takeBack(
  found: TextOrGone,
  steps: readonly ChainStep[],
  isForced: boolean,
): TakenBackMemory {
  const head = stateAfter(found, steps, steps.length - 1)
  const lines = linesOf(found, steps).takenBack()
  const path = takenBackPath(found, steps)
  const presence = takenBackPresence(found, steps)
  if (presence.deletedBy !== null) {
    const partial = lines.merged
    if (!isForced) return { after: head, conflicts: [presence.deletedBy], partial }
    const { deletedBy } = presence
    const withIt = steps.map((step, at) => (at === deletedBy ? { ...step, isOwn: true } : step))
    return { after: takeBack(found, withIt, true).after, conflicts: [deletedBy], partial }
  }
  const conflicts = new Set([...lines.conflicts, ...path.conflicts])
  const content = isForced ? lines.forced : lines.merged
  const hasOthersLines = presence.isCreation && content !== ''
  const isKept = presence.isPresent || hasOthersLines
  if (!isKept && head !== null) {
    for (const step of movedBy(found, steps)) conflicts.add(step)
  }
  const revived = presence.revivedBy
  if (revived !== null && content !== head?.content) conflicts.add(revived)
  const after = isKept && path.value !== null ? { path: path.value, content } : null
  const result = conflicts.size > 0 && !isForced ? head : after
  return {
    after: result,
    conflicts: [...conflicts].sort((one, other) => one - other),
    partial: lines.merged,
  }
}

/** The last state without the own changes, whatever others made of them. */
export function withoutOwnChanges(found: TextOrGone, steps: readonly ChainStep[]): TextOrGone {
  // Nobody else wrote: no lines have to be told apart, which takes long in a large text.
  if (steps.every(({ isOwn }) => isOwn)) return found
  const content = linesOf(found, steps).withoutOwn()
  const path = takenBackPath(found, steps).value
  const { isPresent, isCreation } = takenBackPresence(found, steps)
  const isKept = isPresent || (isCreation && content !== '')
  return isKept && path !== null ? { path, content } : null
}

function linesOf(found: TextOrGone, steps: readonly ChainStep[]): LineHistory {
  const history = new LineHistory(found?.content ?? '')
  for (const { state, isOwn } of steps) history.add(state?.content ?? '', isOwn)
  return history
}

function stateAfter(found: TextOrGone, steps: readonly ChainStep[], at: number): TextOrGone {
  return at < 0 ? found : (steps[at]?.state ?? null)
}

/** Undoes own changes of the path, newest first; conflicts if others renamed it since. */
function takenBackPath(
  found: TextOrGone,
  steps: readonly ChainStep[],
): { value: string | null; conflicts: number[] } {
  let value = stateAfter(found, steps, steps.length - 1)?.path ?? null
  const conflicts: number[] = []
  for (let at = steps.length - 1; at >= 0; at--) {
    if (!steps[at]?.isOwn) continue
    const before = stateAfter(found, steps, at - 1)?.path ?? null
    const after = stateAfter(found, steps, at)?.path ?? null
    if (before === null || before === after || value === before) continue
    if (value !== after) conflicts.push(...movesAfter(found, steps, at))
    value = before
  }
  return { value, conflicts }
}

function movesAfter(found: TextOrGone, steps: readonly ChainStep[], own: number): number[] {
  return steps.flatMap((step, at) => {
    if (at <= own || step.isOwn || step.state === null) return []
    return stateAfter(found, steps, at - 1)?.path === step.state.path ? [] : [at]
  })
}

/** Steps of others that renamed an own memory. */
function movedBy(found: TextOrGone, steps: readonly ChainStep[]): number[] {
  const created = steps.findLastIndex(
    (step, at) => step.isOwn && step.state !== null && stateAfter(found, steps, at - 1) === null,
  )
  return movesAfter(found, steps, created)
}

interface Presence {
  /** whether the memory exists without the own changes */
  isPresent: boolean
  /** whether one of these created it */
  isCreation: boolean
  /** the step of others that deleted what the own changes had only updated */
  deletedBy: number | null
  /** the step of others that restored what an own change had deleted */
  revivedBy: number | null
}

function takenBackPresence(found: TextOrGone, steps: readonly ChainStep[]): Presence {
  const isPresentAfter = (at: number) => stateAfter(found, steps, at) !== null
  const last = steps.length - 1
  let isPresent = isPresentAfter(last)
  let isCreation = false
  let hasOwnTurn = false
  for (let at = last; at >= 0; at--) {
    const before = isPresentAfter(at - 1)
    const after = isPresentAfter(at)
    if (!steps[at]?.isOwn || before === after) continue
    hasOwnTurn = true
    if (after) isCreation = true
    if (isPresent === after) isPresent = before
  }
  const turnsOfOthers = steps.flatMap((step, at) =>
    !step.isOwn && isPresentAfter(at - 1) !== isPresentAfter(at) ? [at] : [],
  )
  const lastTurn = turnsOfOthers.at(-1) ?? null
  const isHeadPresent = isPresentAfter(last)
  return {
    isPresent,
    isCreation,
    deletedBy: !isHeadPresent && !isPresent && !hasOwnTurn ? lastTurn : null,
    revivedBy:
      isHeadPresent && hasOwnTurn && lastTurn !== null && isPresentAfter(lastTurn)
        ? lastTurn
        : null,
  }
}
