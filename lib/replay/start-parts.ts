import type { Database } from '@/lib/db/database'
import type { CausePlan, PartsPlan } from './causes/cause-plan'
import { type CauseSearch, getCause } from './get-cause'
import { CAUSE_BUDGETS } from './model/cause-answers'
import type { PricedUsage, ReplayBudget } from './model/replay'
import { isRefusal } from './problems'
import { reopened } from './replay-head'
import { replayById } from './sql/replays'

/** An undecided search that ended after fewer answers had hardly begun. */
export const MIN_UNDECIDED_ANSWERS = CAUSE_BUDGETS[0]

/**
 * The price of looking, with so many answers, for all that add a little, by what the search took so far;
 * null: it is not over, it was refused, what it found is anything but that memories contribute, it is
 * undecided after too few answers, this was asked before, or a person marks its answers.
 */
export function priceOfParts(
  { result, parts, check, finishedAt, error, rounds, usage }: CauseSearch,
  answers: number,
): PricedUsage | null {
  const isOver = finishedAt !== null && !isRefusal(error ?? '')
  if (!isOver || parts !== null || check.type === 'person') return null
  const asked = rounds.reduce((sum, { share }) => sum + share.of, 0)
  const isUndecided = result?.verdict === 'undecided' && asked >= MIN_UNDECIDED_ANSWERS
  if (result?.verdict !== 'contributes' && !isUndecided) return null
  // Where all was hidden, fewer were needed: without room for that, the last answers would be missing.
  const requests = Math.ceil(usage.requests / Math.max(1, asked)) * answers
  const likely = (used: number) => (used / Math.max(1, usage.requests)) * requests
  return {
    requests,
    inputTokens: Math.ceil(likely(usage.inputTokens)),
    outputTokens: Math.ceil(likely(usage.outputTokens)),
    usd: usage.usd === null ? null : likely(usage.usd),
  }
}

interface PartsRequest {
  id: string
  seen: number
  answers: number
  /** left out: what it costs */
  budget?: Partial<ReplayBudget> | undefined
}

/**
 * Goes on with a search that found no set of memories that does it, to name all that add a little, for what
 * `priceOfParts` tells, or for `budget` where that is less. `seen`: the requests that it had asked for when
 * somebody was told that price; if it asked for more since, nothing happens. Returns whether it goes on.
 */
export async function startParts(
  db: Database,
  { id, seen, answers, budget }: PartsRequest,
): Promise<boolean> {
  const cause = await getCause(db, id)
  const row = await replayById(db.read, id)
  const price = cause && priceOfParts(cause, answers)
  if (!cause?.result || !price || !row?.plan) return false
  const parts: PartsPlan = { answers, found: cause.result }
  const plan: CausePlan = { ...(JSON.parse(row.plan) as CausePlan), parts }
  const tokens = price.inputTokens + price.outputTokens
  const maxTokens = budget?.maxTokens ?? null
  return reopened(db, row, {
    requests: Math.min(price.requests, budget?.maxRequests ?? price.requests),
    tokens,
    cap: maxTokens === null ? undefined : Math.min(tokens, maxTokens),
    seen,
    plan: JSON.stringify(plan),
  })
}
