import { z } from 'zod'
import { ruleInEnglish } from '@/lib/store/model/rule-in-english'
import { contentProblem } from '@/lib/text/content'

/** Text that can be compared and stored: PostgreSQL rejects NUL, UTF-8 rejects lone surrogates. */
export const text = z.string().superRefine((value, context) => {
  const problem = contentProblem(value)
  if (problem !== null) context.addIssue({ code: 'custom', message: ruleInEnglish(problem) })
})
