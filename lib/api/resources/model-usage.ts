import { z } from 'zod'
import type { PricedUsage, ReplayBudget, ReplayUsage } from '@/lib/replay/model/replay'
import { size, type Wire } from './values'

/** The cost of work that asks models, and the most that it may be. */

export const usage = z.strictObject({ requests: size, input_tokens: size, output_tokens: size })

export const pricedUsage = usage.extend({
  /** US dollars at most, by the server's MODEL_PRICES; 0: only the practice agent is asked; null: not known */
  usd: z.number().nonnegative().nullable(),
})

export const budget = z.strictObject({ max_requests: size, max_tokens: size.nullable() })

export function wireUsage({
  requests,
  inputTokens,
  outputTokens,
}: ReplayUsage): Wire<typeof usage> {
  return { requests, input_tokens: inputTokens, output_tokens: outputTokens }
}

export function wirePricedUsage({ usd, ...tokens }: PricedUsage): Wire<typeof pricedUsage> {
  return { ...wireUsage(tokens), usd }
}

export function wireBudget({ maxRequests, maxTokens }: ReplayBudget): Wire<typeof budget> {
  return { max_requests: maxRequests, max_tokens: maxTokens }
}
