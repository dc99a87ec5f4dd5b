import type { RefusalFacts } from '@/lib/refusal'
import { plainName } from '@/lib/text/visible-text'

/** A refusal as it comes over a border. */
export interface Problem {
  code: string
  message: string
  facts: RefusalFacts
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
    const words = t(code as never, plainFacts(facts) as never)
    return words.startsWith('Problems.') || LACKING.test(words) ? message : words
  } catch {
    return message
  }
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
