import { z } from 'zod'

/** Request schemas of a store's limits. What they may be at most is the store's own rule. */

const amount = z.int('must be a whole number').positive('must be at least 1')

/** What is left out is kept; null: any amount. */
export const limitsBody = z.strictObject({
  memories: amount.nullish(),
  /** of all live memories */
  bytes: amount.nullish(),
  versions: amount.nullish(),
  /** of one memory */
  memory_bytes: amount.optional(),
  /** how much of a memory one `view` shows */
  view_characters: amount.optional(),
})
