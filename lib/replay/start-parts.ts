import type { Database } from '@/lib/db/database'
import type { CausePlan, PartsPlan } from './causes/cause-plan'
import { type CauseSearch, getCause } from './get-cause'
import { CAUSE_BUDGETS } from './model/cause-answers'
import type { PricedUsage } from './model/replay'
import { isRefusal } from './problems'
import { reopened } from './replay-head'
import { replayById } from './sql/replays'

/** An undecided search that ended after fewer answers had hardly begun. */
const MIN_UNDECIDED = CAUSE_BUDGETS[0]

/**
 * The price of looking, with so many answers, for all that add a little, by what the search took so far;
 * null: it is not over, found what does it, or stopped early, it was asked before, or a person marks its
 * answers.
 */
export function priceOfParts(
  { result, parts, check, finishedAt, error, rounds, usage }: CauseSearch,
  answers: number,
): PricedUsage | null {
  const isOver = finishedAt !== null && !isRefusal(error ?? '')
  if (!isOver || parts !== null || check.type === 'person') return null
  const asked = rounds.reduce((sum, { share }) => sum + share.of, 0)
  const isUndecided = result?.verdict === 'undecided' && asked >= MIN_UNDECIDED
  if (result?.verdict !== 'contributes' && !isUndecided) return null
  const likely = (used: number) => (used / Math.max(1, asked)) * answers
  return {
    // Where all was hidden, fewer were needed: without room for that, the last answers would be missing.
    requests: Math.ceil(usage.requests / Math.max(1, asked)) * answers,
    inputTokens: Math.ceil(likely(usage.inputTokens)),
    outputTokens: Math.ceil(likely(usage.outputTokens)),
    usd: usage.usd === null ? null : likely(usage.usd),
  }
}

/**
 * Goes on with a search that found no set of memories that does it, to name all that add a little, for what
 * `priceOfParts` tells. `seen`: the requests that it had asked for when somebody was told that price; if it
 * asked for more since, nothing happens. Returns whether it goes on.
 */
export async function startParts(
  db: Database,
  { id, seen, answers }: { id: string; seen: number; answers: number },
): Promise<boolean> {
  const cause = await getCause(db, id)
  const row = await replayById(db.read, id)
  const price = cause && priceOfParts(cause, answers)
  if (!cause?.result || !price || !row?.plan) return false
  const parts: PartsPlan = { answers, found: cause.result }
  const plan: CausePlan = { ...(JSON.parse(row.plan) as CausePlan), parts }
  const tokens = price.inputTokens + price.outputTokens
  return reopened(db, row, {
    requests: price.requests,
    tokens,
    seen,
    plan: JSON.stringify(plan),
  })
}
