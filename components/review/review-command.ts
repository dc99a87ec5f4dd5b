import 'server-only'
import type { z } from 'zod'
import type { ActionResult } from '@/components/commands/action-result'
import { attempt } from '@/components/commands/attempt'
import { commandWith } from '@/components/commands/command'
import type { ShownOn } from '@/components/commands/shown-on'
import { texts } from '@/components/i18n/server-texts'
import type { Texts } from '@/components/i18n/texts'
import { faultWords } from '@/components/policy/fault-words'
import { ReviewError, type ReviewProblem } from '@/lib/review/model/review-problems'

/** Like `command`, with the refusals of reviewing. */
export function reviewCommand<Schema extends z.ZodType, Value>(
  schema: Schema,
  work: (input: z.output<Schema>) => Promise<Value>,
  shownOn: ShownOn<z.output<Schema>, Value> = () => null,
): (input: z.input<Schema>) => Promise<ActionResult<Value>> {
  return commandWith(attemptReview, schema, work, shownOn)
}

async function attemptReview<Value>(work: () => Promise<Value>): Promise<ActionResult<Value>> {
  try {
    return await attempt(work)
  } catch (error) {
    if (!(error instanceof ReviewError)) throw error
    return { isDone: false, why: reviewProblemWords(await texts(), error.problem) }
  }
}

/** Words a refusal of the review for people. */
export const reviewProblemWords = (t: Texts, problem: ReviewProblem): string =>
  problem.kind === 'policy_faulty' ? faultWords(t, problem) : t(`Problem.${problem.kind}`)
