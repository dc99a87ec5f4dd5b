import type { Database } from '@/lib/db/database'
import type { Actor } from '@/lib/store/model/actor'
import type { ReplayBudget, ReplayState, ReplayUsage } from './model/replay'
import { interruptReplay, runReplay } from './run-replays'
import {
  askToStop,
  progressOfReplay,
  reopenReplay,
  replayById,
  type ReplayRow,
} from './sql/replays'

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

/** Answers that are asked for when work goes on. */
export const MORE_ANSWERS = 60

/** The price of going on with work that ended undecided, by what it took so far; null: it cannot go on. */
export function priceOfMore(
  { state, error, usage }: ReplayHead,
  answers: number,
): { requests: number; tokens: number } | null {
  // What was refused would be refused again.
  const isRefused = state === 'failed' && !(error ?? '').includes(': ')
  const isUndecided = state === 'canceled' || state === 'failed' || state === 'budget_reached'
  if (!isUndecided || isRefused || answers === 0) return null
  const each = (used: number) => Math.ceil((used / answers) * MORE_ANSWERS)
  return { requests: each(usage.requests), tokens: each(usage.inputTokens + usage.outputTokens) }
}

/**
 * Goes on with work that was stopped, failed or used up its budget: nothing that was answered is asked
 * again. `requests`: what it may ask for besides. Returns whether there was something to go on with.
 */
export async function goOnWithReplay(
  db: Database,
  { id, requests }: { id: string; requests: number },
): Promise<boolean> {
  const isOpen = await db.write((tx) => reopenReplay(tx, { id, requests, now: Date.now() }))
  if (isOpen) await runReplay(db, id)
  return isOpen
}
