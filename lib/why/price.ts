import { usdOf } from '@/lib/model-prices'
import { PRACTICE_MODEL } from '@/lib/sessions/settings'
import { settings } from '@/lib/settings'
import type { Check } from './check'
import type { Turn, TurnTokens } from './turn'

/** What answers that are asked for again may cost. */

/** The least answers that a search can end with. */
export const MIN_BUDGET = 10

export interface Price {
  /** how many answers are likely, and the most */
  answers: number
  most: number
  /** of one answer */
  requests: number
  tokens: TurnTokens
  /** of what is likely, in US dollars; 0: free; null: the price of a model is not set */
  usd: number | null
}

/** Answers for a cause among so many memories, by the simulator's figures without noise and with a tenth. */
const LIKELY: readonly (readonly [number, number])[] = [
  [10, 39],
  [50, 49],
  [200, 53],
  [1_000, 59],
]
const FOR_LINES = 30

/** What a search may take: what one answer took as it was recorded, as often as is likely. */
export function priceOfTurn(
  turn: Turn,
  { check, budget, withLines }: { check: Check; budget: number; withLines: boolean },
): Price {
  const { memories, recorded, settings: own } = turn
  const [, likely] = LIKELY.find(([count]) => memories.length <= count) ?? [0, 65]
  const answers = Math.min(budget, likely + (withLines ? FOR_LINES : 0))
  const judge = check.type === 'judged' ? [check.model] : []
  return priceOf({ answers, most: budget }, recorded, [own.model, ...judge])
}

/** What so many answers cost that each take this. */
export function priceOf(
  { answers, most }: { answers: number; most: number },
  { requests, tokens }: { requests: number; tokens: TurnTokens },
  models: readonly string[],
): Price {
  const all = { input: answers * tokens.input, output: answers * tokens.output }
  return { answers, most, requests, tokens, usd: usdOfModels(models, all) }
}

/** What tokens cost that the dearest of some models read and wrote; null: a price is not set. */
export function usdOfModels(models: readonly string[], tokens: TurnTokens): number | null {
  const paid = models.filter((model) => model !== PRACTICE_MODEL)
  const amounts = paid.map((model) => usdOf(settings().modelPrices, model, tokens))
  if (amounts.includes(null)) return null
  return Math.max(0, ...amounts.map(Number))
}
