import 'server-only'
import { revalidatePath } from 'next/cache'
import type { z } from 'zod'
import type { ActionResult } from './action-result'
import { attempt } from './attempt'
import type { ShownOn } from './shown-on'

/**
 * A server action: parses the input, runs `work`, and answers in words what the store refuses.
 * Invalid input is no refusal but a bug of the page that sent it, and throws.
 *
 * With `shownOn` the page that called comes anew in the same answer, also after a refusal, which
 * often means that the page was outdated. A component must not refresh the page as well: it would
 * be rendered and sent twice.
 */
export function command<Schema extends z.ZodType, Value>(
  schema: Schema,
  work: (input: z.output<Schema>) => Promise<Value>,
  shownOn: ShownOn<z.output<Schema>, Value> = () => null,
): (input: z.input<Schema>) => Promise<ActionResult<Value>> {
  return commandWith(attempt, schema, work, shownOn)
}

/** Like `command`; `attemptWork` answers further refusals in words. */
export function commandWith<Schema extends z.ZodType, Value>(
  attemptWork: (work: () => Promise<Value>) => Promise<ActionResult<Value>>,
  schema: Schema,
  work: (input: z.output<Schema>) => Promise<Value>,
  shownOn: ShownOn<z.output<Schema>, Value>,
): (input: z.input<Schema>) => Promise<ActionResult<Value>> {
  return async (input) => {
    const parsed = schema.parse(input)
    const result = await attemptWork(() => work(parsed))
    const address = shownOn(parsed, result)
    if (address !== null) revalidatePath(address, 'layout')
    return result
  }
}
