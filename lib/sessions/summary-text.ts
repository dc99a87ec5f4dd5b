import { DATA_NOTE } from '@/lib/memory-tool/words'
import type { RestoredMemory } from './event'

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

/**
 * What a memory holds, between marks that say that it is data. Their name is made from an event's random
 * id and does not occur in the text: nothing in a store can close it, and the same log gives the same
 * bytes. (The `memory_*` tools mark their answers by themselves.)
 */
export function asMemoryData(text: string, id: string): string {
  const name = nameFor(text, id)
  return `<${name}>\n${text}\n</${name}>\n${DATA_NOTE}`
}

const ID_CHARACTERS = 12

function nameFor(text: string, id: string): string {
  const base = `memory-data-${id.replace(/[^A-Za-z0-9]/g, '').slice(-ID_CHARACTERS)}`
  const lower = text.toLowerCase()
  for (let count = 0; ; count++) {
    const name = count === 0 ? base : `${base}-${count}`
    if (!lower.includes(name.toLowerCase())) return name
  }
}
