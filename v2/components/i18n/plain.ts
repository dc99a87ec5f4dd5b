import { plainName } from '@/lib/text/visible-text'

/**
 * Facts as values of a message: hidden characters of names are shown in the sentence, and numbers
 * are left to the message.
 */
export function plainFacts(
  facts: Readonly<Record<string, string | number | null>>,
): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [
      name,
      typeof fact === 'number' ? fact : plainName(fact ?? ''),
    ]),
  )
}
