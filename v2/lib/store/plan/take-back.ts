import { lineHunks, withHunksReverted } from '@/lib/text/line-hunks'
import { type MergeRegion, takeBackRegions, textOfRegions } from '@/lib/text/merge'
import { invalidInput } from '../model/problems'
import type { Text } from './chains'

/** A run of changes: what it found, and what it left; null: the memory was not there. */
export interface Change {
  found: Text | null
  left: Text | null
}

/** Whose lines stand where both changed the same: what others made of them, or what was found. */
export type Winner = 'ours' | 'theirs'

export interface TakenBack {
  text: Text | null
  /** others changed the same lines, the path, or whether it is there */
  isConflict: boolean
}

const clean = (text: Text | null): TakenBack => ({ text, isConflict: false })

/**
 * A memory as it is now without one run of changes: lines by a three-way merge, path and existence as one
 * value each. One that the run made stays as long as others have lines in it, with these.
 */
export function takenBack({ found, left }: Change, now: Text | null, winner: Winner): TakenBack {
  const decided = (found: Text | null): TakenBack => ({
    text: winner === 'theirs' ? found : now,
    isConflict: true,
  })
  if (!found) {
    if (!left || !now) return clean(now)
    const { content, isConflict } = linesOf('', left.content, now.content, winner)
    if (content !== '') return { text: { ...now, content }, isConflict }
    return now.path === left.path ? { text: null, isConflict } : decided(null)
  }
  if (!left) {
    if (!now) return clean(found)
    return now.content === found.content ? clean(now) : decided(found)
  }
  if (!now) return decided(found)
  const lines = linesOf(found.content, left.content, now.content, winner)
  const isMoved = found.path !== left.path && now.path !== found.path
  const isMovedSince = isMoved && now.path !== left.path
  const path = isMoved && !(isMovedSince && winner === 'ours') ? found.path : now.path
  return { text: { path, content: lines.content }, isConflict: lines.isConflict || isMovedSince }
}

function linesOf(
  found: string,
  left: string,
  now: string,
  winner: Winner,
): { content: string; isConflict: boolean } {
  if (now === left) return { content: found, isConflict: false }
  if (now === found) return { content: now, isConflict: false }
  const regions = takeBackRegions({ base: left, ours: now, theirs: found })
  return { content: textOfRegions(regions, winner), isConflict: regions.some(isConflict) }
}

const isConflict = ({ kind }: MergeRegion) => kind === 'conflict'

/**
 * A version as only some of its hunks changed its memory, by their places among the hunks between it and
 * the version before. Of one that made or deleted its memory all its hunks together are the version.
 * Refuses `invalid_input` for a hunk that it does not have.
 */
export function ofHunks({ found, left }: Change, wanted: readonly number[]): Change {
  const hunks = lineHunks(found?.content ?? '', left?.content ?? '')
  const missing = wanted.find((hunk) => hunk >= hunks.length)
  if (missing !== undefined) throw invalidInput('hunks', `there is no hunk ${missing}`)
  const chosen = hunks.filter((_, index) => wanted.includes(index))
  if ((!found || !left) && chosen.length === hunks.length) return { found, left }
  const [before, after] = [found?.content ?? '', left?.content ?? '']
  const path = (left ?? found)?.path ?? ''
  const reverted: Text = { path, content: withHunksReverted(before, after, chosen) }
  return { found: reverted, left: { path, content: after } }
}
