import type { RestoredMemory } from './event'
import { asMemoryData } from './memory-data'

/** The words with which a conversation begins that was summarised. */

const INTRODUCTION =
  'The conversation so far grew too long and was replaced by this summary. The person did not write it.'

/** Follows a summary that was made in the middle of work that no message asks for any more. */
export const CONTINUE_WORK =
  'Go on with the current work from here, as if the conversation had not been interrupted, without repeating the summary and without asking whether to go on.'

/** Follows a summary beside which the person's unanswered messages are kept. */
export const CONTINUE_REQUEST =
  'What the person asked for last, and you have not answered yet, stands below in their own words. Part of it may be done already: the summary says what. Go on from there until they have their answer, without doing again what is done, without repeating the summary and without asking whether to go on.'

/** The summary as an agent gets it. `then`: what it is to do now; null: it waits. */
export const summaryText = (summary: string, then: string | null): string =>
  [INTRODUCTION, summary.trim(), ...(then === null ? [] : [then])].join('\n\n')

/** Returns whether a text is a summary that replaced a conversation. */
export const isSummaryText = (text: string): boolean => text.startsWith(INTRODUCTION)

/** A restored memory as an agent gets it; null: it was left out. `id`: of the event. */
export function restoredText(memory: RestoredMemory, id: string): string | null {
  const { path, text, state, tokens, whole_tokens: whole } = memory
  if (text === null) return null
  const inWords = (count: number) => count.toLocaleString('en-US')
  const cut =
    state === 'cut'
      ? `\n[Cut: only the first ${inWords(tokens)} of about ${inWords(whole)} tokens. View the file for the rest.]`
      : ''
  return asMemoryData(`Your memory ${path}, as it is now:\n${text}${cut}`, id)
}
