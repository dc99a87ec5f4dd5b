import type { RefusalFacts } from '@/lib/refusal'
import { plainName } from '@/lib/text/visible-text'

/** A refusal as it comes over a border. */
export interface Problem {
  code: string
  message: string
  facts: RefusalFacts
}

/** A job, as far as it says why it failed. */
interface Failed {
  error: string | null
  result: Readonly<Record<string, unknown>> | null
}

/** What of a translator this needs; that of the namespace `Problems`. */
export interface ProblemTexts {
  (key: never, facts?: never): string
  has: (key: never) => boolean
}

/** What stands for a fact that did not come, in texts that the build parsed. */
const LACKING = /\b(?:undefined|NaN)\b/

/**
 * A refusal in the reader's language. A code without words of its own is told by the refusal's
 * English sentence, and so is one that comes without the facts which its words name.
 */
export function problemWords(t: ProblemTexts, { code, message, facts }: Problem): string {
  if (!t.has(code as never)) return message
  try {
    const plain = plainFacts(facts)
    const words = t(code as never, { ...plain, ...ruleWords(t, plain) } as never)
    return words.startsWith('Problems.') || LACKING.test(words) ? message : words
  } catch {
    return message
  }
}

/** The rule that input breaks, and the field, as far as they are of the sets that have words. */
function ruleWords(t: ProblemTexts, { rule, field, ...facts }: Record<string, string | number>) {
  const ofRule = `rule.${rule}` as never
  const ofField = `field.${field}` as never
  return {
    ...(t.has(ofRule) && { rule: t(ofRule, facts as never) }),
    ...(t.has(ofField) && { field: t(ofField) }),
  }
}

/** Why a job failed, in the reader's language; null: it did not. */
export function jobProblem(t: ProblemTexts, { error, result }: Failed): string | null {
  if (error === null) return null
  const problem = result?.problem as Omit<Problem, 'message'> | null | undefined
  return problemWords(t, { code: 'failed', facts: {}, ...problem, message: error })
}

/**
 * Facts as values of a message: hidden characters of names are shown in the sentence, and numbers
 * are left to the message.
 */
function plainFacts(
  facts: Readonly<Record<string, string | number | null>>,
): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [
      name,
      typeof fact === 'number' ? fact : plainName(fact ?? ''),
    ]),
  )
}
