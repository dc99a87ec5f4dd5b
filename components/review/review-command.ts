import 'server-only'
import type { z } from 'zod'
import type { ActionResult } from '@/components/commands/action-result'
import { command } from '@/components/commands/command'
import { texts } from '@/components/i18n/server-texts'
import type { Texts } from '@/components/i18n/texts'
import { faultWords } from '@/components/policy/fault-words'
import { ReviewError, type ReviewProblem } from '@/lib/review/model/review-problems'

/** Like `command`, with the refusals of reviewing. */
export function reviewCommand<Schema extends z.ZodType, Value>(
  schema: Schema,
  work: (input: z.output<Schema>) => Promise<Value>,
): (input: z.input<Schema>) => Promise<ActionResult<Value>> {
  const attempted = command(schema, work)
  return async (input) => {
    try {
      return await attempted(input)
    } catch (error) {
      if (!(error instanceof ReviewError)) throw error
      const t = await texts()
      return { isDone: false, why: wordsOf(t, error.problem) }
    }
  }
}

const wordsOf = (t: Texts, problem: ReviewProblem): string =>
  problem.kind === 'policy_faulty' ? faultWords(t, problem) : t(`Problem.${problem.kind}`)
