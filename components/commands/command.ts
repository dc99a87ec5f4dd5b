import 'server-only'
import type { z } from 'zod'
import type { ActionResult } from './action-result'
import { attempt } from './attempt'

/**
 * An action of the browser: what comes in is parsed, `work` runs with it, and what the store refuses
 * is answered in words. Input that doesn't fit is no refusal: the page that sent it is wrong, and it
 * throws.
 */
export function command<Schema extends z.ZodType, Value>(
  schema: Schema,
  work: (input: z.output<Schema>) => Promise<Value>,
): (input: z.input<Schema>) => Promise<ActionResult<Value>> {
  return async (input) => {
    const parsed = schema.parse(input)
    return attempt(() => work(parsed))
  }
}
