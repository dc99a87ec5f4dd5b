import 'server-only'
import type { z } from 'zod'
import type { ActionResult } from './action-result'
import { attempt } from './attempt'

/**
 * A server action: parses the input, runs `work`, and answers in words what the store refuses.
 * Invalid input is no refusal but a bug of the page that sent it, and throws.
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
