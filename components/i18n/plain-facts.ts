import { plainName } from '@/lib/text/plain-text'

/**
 * Facts as values of a message: hidden characters are shown in texts, and the message formats
 * numbers.
 */
export function plainFacts(facts: object): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(facts).map(([name, fact]: [string, unknown]) => [
      name,
      typeof fact === 'number' ? fact : plainName(String(fact)),
    ]),
  )
}
