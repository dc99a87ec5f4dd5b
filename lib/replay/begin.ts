import { SessionError } from '@/lib/agent/problems'
import { getObservedSession } from '@/lib/connect/get-observed-session'
import { estimatedTokens } from '@/lib/context/estimate-tokens'
import type { Database } from '@/lib/db/database'
import type { Actor } from '@/lib/store/model/actor'
import { type IdPrefix, newId } from '@/lib/text/prefixed-id'
import { judgingRequests, modelsAsked } from './checks'
import type { Check } from './model/check'
import type { PricedUsage, ReplayBudget } from './model/replay'
import { refuseReplay } from './problems'
import { ReplayedTurn } from './replayed-turn'
import { runReplay } from './run-replays'
import { insertReplay, type ReplayRow } from './sql/replays'
import { usdOf } from './usd'

/** The turn that an event belongs to. Refuses `observed_session` besides what `ReplayedTurn.open` refuses. */
export async function openTurn(
  db: Database,
  { sessionId, eventId }: { sessionId: string; eventId: string },
): Promise<ReplayedTurn> {
  try {
    return await ReplayedTurn.open(db, { sessionId, eventId })
  } catch (error) {
    const isUnknown = error instanceof SessionError && error.problem.kind === 'session_not_found'
    if (isUnknown && (await getObservedSession(db, sessionId))) {
      return refuseReplay({ kind: 'observed_session', sessionId })
    }
    throw error
  }
}

/**
 * The budget of work that asks a turn so many times, unless another is given: `fallback` answers.
 * Refuses `budget_too_small` for one of fewer than `least` answers.
 */
export function budgetFor(
  { requestCount }: ReplayedTurn,
  given: Partial<ReplayBudget> | undefined,
  { least, fallback, checks }: { least: number; fallback: number; checks: readonly Check[] },
): ReplayBudget {
  const each = requestCount + judgingRequests(checks)
  const leastRequests = least * each
  const maxRequests = given?.maxRequests ?? fallback * each
  if (maxRequests < leastRequests) refuseReplay({ kind: 'budget_too_small', least: leastRequests })
  return { maxRequests, maxTokens: given?.maxTokens ?? null }
}

/** Returns the usual cost of so many answers to a turn, by the recorded one; `model`: who gives them. */
export function priceOf(
  turn: ReplayedTurn,
  answers: number,
  { model = turn.model, checks }: { model?: string | undefined; checks: readonly Check[] },
): PricedUsage {
  const requests = answers * turn.requestCount
  const judging = answers * judgingRequests(checks)
  const { outputTokens } = turn.recordedUsage
  const usage = {
    requests: requests + judging,
    // Who judges sees the answer, and nothing else.
    inputTokens: requests * estimatedTokens(turn.firstRequest) + judging * 2 * outputTokens,
    outputTokens: answers * outputTokens,
  }
  return { ...usage, usd: usdOf(modelsAsked(model, checks), usage) }
}

const PREFIXES: Record<ReplayRow['kind'], IdPrefix> = {
  cause: 'cause',
  replay: 'rply',
  bisection: 'bsct',
}

export interface NewWork {
  kind: ReplayRow['kind']
  sessionId: string
  eventId: string
  input: object
  budget: ReplayBudget
  by: Actor
}

/** Stores work on a turn and begins it in the background. Returns its id. Refuses `session_not_found`. */
export async function begin(db: Database, work: NewWork): Promise<string> {
  const { kind, sessionId, eventId, input, budget, by } = work
  const id = newId(PREFIXES[kind])
  await db.write(async (tx) => {
    const isThere = await insertReplay(tx, {
      id,
      sessionId,
      kind,
      eventId,
      input: JSON.stringify(input),
      ...budget,
      actorType: by.type,
      actorId: by.id,
      createdAt: Date.now(),
    })
    if (!isThere) throw new SessionError({ kind: 'session_not_found', sessionId })
  })
  await runReplay(db, id)
  return id
}
