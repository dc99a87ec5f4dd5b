import type { Database } from '@/lib/db/database'
import { placeOfSample } from './model/sample-name'
import { heldByAll } from './run/check-answer'
import { runReplay } from './run-replays'
import { lockedSample, replayById, replaysToRun, updateMarks } from './sql/replays'

export interface AnswerMark {
  replayId: string
  /** as the work names it */
  sample: string
  /** what the person says: it is so, or not */
  held: boolean
}

/** `not_waiting`: a person has marked it before, or no person is asked about it. */
export type MarkOutcome = 'marked' | 'not_waiting' | 'not_found'

/**
 * Has a person's checks of one answer hold or not, and goes on with the work once none of its answers
 * waits. The first mark counts; who comes second is told.
 */
export async function markAnswer(
  db: Database,
  { replayId, sample, held }: AnswerMark,
): Promise<MarkOutcome> {
  const place = placeOfSample(sample)
  if (place === null) return 'not_found'
  const outcome = await db.write<MarkOutcome>(async (tx) => {
    const row = await replayById(tx, replayId)
    const found = row && (await lockedSample(tx, { replayKey: row.key, ...place }))
    if (!found) return 'not_found'
    const answer = JSON.parse(found.answer) as { checks: readonly (boolean | null)[] }
    if (!answer.checks.includes(null)) return 'not_waiting'
    const checks = answer.checks.map((each) => each ?? held)
    await updateMarks(tx, {
      key: found.key,
      answer: JSON.stringify({ ...answer, checks }),
      held: Number(heldByAll(checks)),
      replayKey: row.key,
      updatedAt: Date.now(),
    })
    tx.touchSession(row.sessionKey)
    return 'marked'
  })
  // Looked at after the commit: of two who mark the last two at once, one sees both.
  const canGoOn = (await replaysToRun(db.read)).some(({ id }) => id === replayId)
  if (outcome === 'marked' && canGoOn) await runReplay(db, replayId)
  return outcome
}
