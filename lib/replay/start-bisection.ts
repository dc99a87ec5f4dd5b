import type { Database } from '@/lib/db/database'
import type { Actor } from '@/lib/store/model/actor'
import { begin, budgetFor, openTurn, priceOf } from './begin'
import { type BisectionSpan, planBisection } from './bisections/bisection-plan'
import { unattendedCheck } from './checks'
import type { BisectionInput, PricedUsage, ReplayBudget } from './model/replay'
import { refuseReplay } from './problems'
import { requireModels } from './require-models'
import { MIN_BISECTION_BUDGET } from './search/bisection'

export interface BisectionRequest extends BisectionSpan {
  sessionId: string
  /** of the turn: its message, or any event of it */
  eventId: string
  check: unknown
  budget?: Partial<ReplayBudget> | undefined
}

export interface BisectionEstimate extends PricedUsage {
  /** changes that the answer may have turned with */
  changeCount: number
  /** of a usual search */
  answers: number
  budget: ReplayBudget
}

/** Answers that 1,000 changes take on average, with the strip; and that nearly every search ends with. */
const USUAL_SAMPLES = 50
const ANSWERS = { least: MIN_BISECTION_BUDGET, fallback: 120 }

/**
 * Estimates what it costs to find the change with which an answer turned. Asks no model. Refuses
 * `session_not_found`, `observed_session`, `no_memory_in_answer`, `answer_redacted`, `check_invalid`,
 * `budget_too_small`, `no_change_between`, `model_gone`.
 */
export async function estimateBisection(
  db: Database,
  input: BisectionRequest,
): Promise<BisectionEstimate> {
  const { check, turn, budget, changeCount } = await checked(db, input)
  // Few changes need few answers: both ends, the strip between, and both sides of the change.
  const answers = Math.min(USUAL_SAMPLES, MIN_BISECTION_BUDGET + changeCount)
  return { ...priceOf(turn, answers, { checks: [check] }), answers, changeCount, budget }
}

/**
 * Starts the search for the change with which a turn's answer began, or stopped, to pass a check. It
 * runs in the background. Returns its id. Refuses as `estimateBisection` does.
 */
export async function startBisection(
  db: Database,
  input: BisectionRequest & { by: Actor },
): Promise<string> {
  const { check, turn, budget } = await checked(db, input)
  const { good, bad } = input
  const { model } = turn
  const bisection: BisectionInput = { model, check, ...(good && { good }), ...(bad && { bad }) }
  return begin(db, { ...input, kind: 'bisection', input: bisection, budget })
}

async function checked(db: Database, input: BisectionRequest) {
  const check = unattendedCheck(input.check)
  const turn = await openTurn(db, input)
  await requireModels([turn.model], [check])
  const budget = budgetFor(turn, input.budget, { ...ANSWERS, checks: [check] })
  const { good, bad } = input
  const { changes } = await planBisection(db, turn, { good, bad, atOnce: 1 })
  if (changes.length === 0) refuseReplay({ kind: 'no_change_between' })
  return { check, turn, budget, changeCount: changes.length }
}
