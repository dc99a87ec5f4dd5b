import { db, write } from '@/lib/db'
import type { Cause } from '@/lib/store/model/actor'
import type { HeldWrite } from './held-writes'

/** What agents are told of a write that waited (review.md, What agents are told). */
export const HELD_WORDS = {
  allowed: 'The person allowed this change, and it was saved.',
  denied: (message: string | null) =>
    message
      ? `The person denied this change. They say: ${message}`
      : 'The person denied this change.',
  lapsed: 'Nobody decided about this change in time, so it was not saved.',
  withdrawn: 'This change was withdrawn before anybody decided, so it was not saved.',
  edited:
    'The person changed the text of this write and saved that. View the memory to see what it holds now.',
  changed:
    'The memory changed after the person allowed this, so nothing was saved. View it again, then make the change anew.',
}

type Outcome = Pick<HeldWrite, 'state' | 'message' | 'isEdited'>

function outcomeOf({ state, message, isEdited }: Outcome): string {
  if (state === 'denied') return HELD_WORDS.denied(message)
  if (state === 'lapsed' || state === 'withdrawn') return HELD_WORDS[state]
  return HELD_WORDS[isEdited ? 'edited' : 'allowed']
}

/** What came of more is told below the next answer. */
const MOST_TOLD = 20

/**
 * What became of a caller's writes in a store, a line each, for those who have no session of ours whose log
 * says it. Each is told once. `shown`: a path as the caller knows it.
 */
export async function toldOnce(
  storeId: string,
  { actor, sessionId = null }: Cause,
  shown: (path: string) => string,
): Promise<string[]> {
  const decided = await db.heldWrite.findMany({
    where: { storeId, toldAt: null, actorId: actor.id, sessionId, state: { not: 'waiting' } },
    orderBy: { decidedAt: 'asc' },
    take: MOST_TOLD,
  })
  const lines: string[] = []
  for (const { id, path, ...outcome } of decided) {
    const toTell = { where: { id, toldAt: null }, data: { toldAt: new Date() } }
    const { count } = await write((tx) => tx.heldWrite.updateMany(toTell))
    if (count > 0) lines.push(`Your write to ${shown(path)} (${id}): ${outcomeOf(outcome)}`)
  }
  return lines
}
