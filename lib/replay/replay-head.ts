import type { Database } from '@/lib/db/database'
import type { Actor } from '@/lib/store/model/actor'
import type { ReplayBudget, ReplayState, ReplayUsage } from './model/replay'
import { interruptReplay } from './run-replays'
import { askToStop, progressOfReplay, replayById, type ReplayRow } from './sql/replays'

/** Work on a turn that is asked again, whichever kind, as far as it is. */
export interface ReplayHead {
  id: string
  sessionId: string
  eventId: string
  state: ReplayState
  budget: ReplayBudget
  usage: ReplayUsage
  /** why it failed; null: it did not */
  error: string | null
  startedBy: Actor
  /** milliseconds since 1970 */
  createdAt: number
  finishedAt: number | null
}

/** The part that all kinds of work have in common. */
export function headOf(row: ReplayRow): ReplayHead {
  const { id, sessionId, eventId, state, error, createdAt, finishedAt } = row
  const { maxRequests, maxTokens, requests, inputTokens, outputTokens } = row
  return {
    ...{ id, sessionId, eventId, state, error, createdAt, finishedAt },
    budget: { maxRequests, maxTokens },
    usage: { requests, inputTokens, outputTokens },
    startedBy: { type: row.actorType, id: row.actorId },
  }
}

/** The session of work on one of its turns; null: there is no such work. */
export async function sessionOfReplay(
  db: Database,
  { id, kind }: Pick<ReplayRow, 'id' | 'kind'>,
): Promise<string | null> {
  const row = await replayById(db.read, id)
  return row?.kind === kind ? row.sessionId : null
}

/** The state of work on a turn, and the number of its answers; null: there is none. */
export async function replayProgress(
  db: Database,
  id: string,
): Promise<{ state: ReplayState; sessionId: string; answers: number } | null> {
  return (await progressOfReplay(db.read, id)) ?? null
}

/** Stops work on a turn; what it knows stays. Returns whether there was something to stop. */
export async function cancelReplay(db: Database, id: string): Promise<boolean> {
  const isStopped = await db.write((tx) => askToStop(tx, id, Date.now()))
  if (isStopped) interruptReplay(id)
  return isStopped
}
