import { lineHunks, withHunksReverted } from '@/lib/text/line-hunks'
import { invalidInput } from '../model/problems'
import type { Text } from './chains'
import type { Change } from './take-back'

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
