import { z } from 'zod'
import { checkSchema } from '@/lib/replay/model/check'
import { id } from './text-schema'

/** Requests about what caused an answer. */

const MAX_REQUESTS = 100_000

/** The most that long work may ask of models. */
export const budgetOfBody = z.strictObject({
  max_requests: z.int().positive().max(MAX_REQUESTS).optional(),
  max_tokens: z.int().positive().optional(),
})

export const causeBody = z.strictObject({
  /** of the turn: its message, or any event of it */
  event_id: id,
  check: checkSchema,
  budget: budgetOfBody.optional(),
  /** tells the price and starts nothing */
  dry_run: z.boolean().default(false),
})
