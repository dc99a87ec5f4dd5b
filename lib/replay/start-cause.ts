import type { Database } from '@/lib/db/database'
import type { Actor } from '@/lib/store/model/actor'
import { begin, budgetFor, openTurn, priceOf } from './begin'
import { holds, parsedCheck } from './checks'
import { DEFAULT_CAUSE_BUDGET, USUAL_CAUSE_ANSWERS } from './model/cause-answers'
import type { Check } from './model/check'
import type { CauseInput, PricedUsage, ReplayBudget } from './model/replay'
import { refuseReplay } from './problems'
import { requireModels } from './require-models'
import { repeatedByAgent } from './repeated-by-agent'
import type { RepeatedEarlier } from './replayed-turn'
import { MIN_BUDGET } from './search/cause-search'

export interface CauseRequest {
  sessionId: string
  /** of the turn: its message, or any event of it */
  eventId: string
  check: unknown
  /** left out: what one or two causes need in 95 of 100 searches */
  budget?: Partial<ReplayBudget> | undefined
}

/** The price of a usual search, with one cause, before anything is asked. */
export interface CauseEstimate extends PricedUsage {
  check: Check
  /** whether the check holds in the recorded answer, else there is nothing to look for; null: a model or a person is asked */
  holds: boolean | null
  memoryCount: number
  /** requests of one answer, as recorded */
  requestsPerAnswer: number
  /** the budget that it would have */
  budget: ReplayBudget
  /** of the most suspect memories */
  repeatedEarlier: RepeatedEarlier
}

const ANSWERS = { least: MIN_BUDGET, fallback: DEFAULT_CAUSE_BUDGET }

/**
 * Estimates the price of a search for causes. Asks no model. Refuses `session_not_found`,
 * `observed_session`, `no_memory_in_answer`, `answer_redacted`, `check_invalid`, `budget_too_small`,
 * `model_gone`.
 */
export async function estimateCause(db: Database, input: CauseRequest): Promise<CauseEstimate> {
  const { check, turn, budget } = await checked(db, input)
  const memories = await turn.hideable()
  return {
    check,
    holds: holds(check, turn.recorded),
    memoryCount: memories.length,
    requestsPerAnswer: turn.requestCount,
    ...priceOf(turn, USUAL_CAUSE_ANSWERS, { checks: [check] }),
    budget,
    repeatedEarlier: await repeatedByAgent(turn),
  }
}

/**
 * Starts a search for what made an answer pass a check; it runs in the background. Returns its id.
 * Refuses as `estimateCause` does, and `check_invalid` for a check that does not hold in the answer.
 */
export async function startCause(
  db: Database,
  input: CauseRequest & { by: Actor },
): Promise<string> {
  const { check, turn, budget } = await checked(db, input)
  if (holds(check, turn.recorded) === false) {
    refuseReplay({ kind: 'check_invalid', reason: 'it does not hold in the answer' })
  }
  const cause: CauseInput = { model: turn.model, check }
  return begin(db, { ...input, kind: 'cause', input: cause, budget })
}

async function checked(db: Database, input: CauseRequest) {
  const check = parsedCheck(input.check)
  const turn = await openTurn(db, input)
  await requireModels([turn.model], [check])
  const budget = budgetFor(turn, input.budget, { ...ANSWERS, checks: [check] })
  return { check, turn, budget }
}
