import { aboutOf } from '@/components/session/called'
import type { Entry } from '@/lib/sessions/entries'
import { shownText } from '@/lib/sessions/shown-text'

/**
 * Entries as a page is sent them: of calls what they are about and why they failed. Their other texts are
 * asked for one by one, and masked.
 */
export const shownEntries = (entries: readonly Entry[]): Promise<Entry[]> =>
  Promise.all(entries.map(shownEntry))

async function shownEntry(entry: Entry): Promise<Entry> {
  if (entry.kind !== 'call') return entry
  const { input, malformed, answer, state } = entry
  const why = state === 'failed' && answer ? (await shownText(beginningOf(answer))).text : ''
  return {
    ...{ ...entry, input: aboutOf(input) },
    ...{ malformed: malformed === null ? null : '', answer: answer === null ? null : why },
  }
}

/** Characters of why a call failed. */
const MOST_TOLD = 400

const beginningOf = (answer: string) =>
  answer.length <= MOST_TOLD ? answer : `${answer.slice(0, MOST_TOLD)}…`
