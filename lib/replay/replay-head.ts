import type { Database } from '@/lib/db/database'
import type { Actor } from '@/lib/store/model/actor'
import { answersToOffer } from './model/cause-answers'
import { modelsAsked } from './checks'
import type {
  BisectionInput,
  CauseInput,
  CauseResult,
  PricedUsage,
  ReplayBudget,
  ReplayInput,
  ReplayState,
} from './model/replay'
import { isRefusal } from './problems'
import { interruptReplay, runReplay } from './run-replays'
import {
  askToStop,
  progressOfReplay,
  reopenReplay,
  replayById,
  type ReplayProgress,
  type ReplayRow,
} from './sql/replays'
import { usdOf } from './usd'

/** Work on a turn that is asked again, whichever kind, as far as it is. */
export interface ReplayHead {
  id: string
  sessionId: string
  eventId: string
  state: ReplayState
  budget: ReplayBudget
  usage: PricedUsage
  /** why it failed; null: it did not */
  error: string | null
  /** answers that would be asked for if it went on */
  moreAnswers: number
  startedBy: Actor
  /** milliseconds since 1970 */
  createdAt: number
  finishedAt: number | null
}

/** The part that all kinds of work have in common. */
export function headOf(row: ReplayRow): ReplayHead {
  const { id, sessionId, eventId, state, error, createdAt, finishedAt } = row
  const { maxRequests, maxTokens, requests, inputTokens, outputTokens } = row
  const usd = usdOf(modelsOf(row), row)
  return {
    ...{ id, sessionId, eventId, state, error, createdAt, finishedAt },
    budget: { maxRequests, maxTokens },
    usage: { requests, inputTokens, outputTokens, usd },
    moreAnswers: answersToOffer(moreOf(row)),
    startedBy: { type: row.actorType, id: row.actorId },
  }
}

/** The models that are asked, for answers and by checks; null: of work begun before that was kept. */
function modelsOf({ input }: ReplayRow): string[] | null {
  const asked = JSON.parse(input) as CauseInput | ReplayInput | BisectionInput
  const checks = 'checks' in asked ? asked.checks : [asked.check]
  return asked.model === undefined ? null : modelsAsked(asked.model, checks)
}

/** The answers that would likely decide a search; null: not known, or there is none. */
function moreOf({ kind, result }: ReplayRow): number | null {
  if (kind !== 'cause' || result === null) return null
  return (JSON.parse(result) as CauseResult).more ?? null
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
export async function replayProgress(db: Database, id: string): Promise<ReplayProgress | null> {
  return (await progressOfReplay(db.read, id)) ?? null
}

/** Stops work on a turn; what it knows stays. Returns whether there was something to stop. */
export async function cancelReplay(db: Database, id: string): Promise<boolean> {
  const isStopped = await db.write(async (tx) => {
    const row = await replayById(tx, id)
    if (!row || !(await askToStop(tx, id, Date.now()))) return false
    tx.touchSession(row.sessionKey)
    return true
  })
  if (isStopped) interruptReplay(id)
  return isStopped
}

/** The price of going on; `tokens` is null where there is no answer to tell it by. */
export interface PriceOfMore {
  requests: number
  tokens: number | null
  /** US dollars at most; null: not known */
  usd: number | null
}

/** The price of going on with work that ended undecided, by what it took so far; null: it cannot go on. */
export function priceOfMore(
  { state, error, usage, budget, moreAnswers }: ReplayHead,
  answers: number,
): PriceOfMore | null {
  // What was refused would be refused again.
  const isRefused = state === 'failed' && isRefusal(error ?? '')
  const isUndecided = state === 'canceled' || state === 'failed' || state === 'budget_reached'
  if (!isUndecided || isRefused) return null
  if (answers === 0) return { requests: budget.maxRequests, tokens: null, usd: null }
  const likely = (used: number) => (used / answers) * moreAnswers
  return {
    requests: Math.ceil(likely(usage.requests)),
    tokens: Math.ceil(likely(usage.inputTokens + usage.outputTokens)),
    usd: usage.usd === null ? null : likely(usage.usd),
  }
}

/**
 * Goes on with work that was stopped, failed or used up its budget, for as much as `priceOfMore` tells:
 * nothing that was answered is asked again, but for answers to other questions than are asked now. `seen`:
 * the requests that it had asked for when somebody was told that price; if it asked for more since, nothing
 * happens. Returns whether it goes on.
 */
export async function goOnWithReplay(
  db: Database,
  { id, seen }: { id: string; seen: number },
): Promise<boolean> {
  const row = await replayById(db.read, id)
  if (!row) return false
  const answers = (await progressOfReplay(db.read, id))?.answers ?? 0
  const price = priceOfMore(headOf(row), answers)
  if (!price) return false
  return reopened(db, row, { ...price, seen, plan: row.plan })
}

interface Reopened extends Omit<PriceOfMore, 'usd'> {
  /** the most tokens besides; left out: what is left of its budget, and no less than the price */
  cap?: number | undefined
  seen: number
  plan: string | null
}

/** Has work that ended go on under a plan, for what that costs. Returns whether it does. */
export async function reopened(
  db: Database,
  { id, finishedAt, maxTokens }: Pick<ReplayRow, 'id' | 'finishedAt' | 'maxTokens'>,
  { requests, tokens, cap, seen, plan }: Reopened,
): Promise<boolean> {
  if (finishedAt === null) return false
  const price = { requests, tokens: tokens ?? maxTokens ?? 0, cap }
  const more = { id, seen, endedAt: finishedAt, plan, ...price, now: Date.now() }
  const isOpen = await db.write((tx) => reopenReplay(tx, more))
  if (isOpen) await runReplay(db, id)
  return isOpen
}
