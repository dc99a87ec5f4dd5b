import { SUMMARY_REQUEST } from '@/lib/context/compaction-prompt'
import { SUMMARY_SECTIONS } from '@/lib/context/summary-sections'
import type { SentRequest } from './scripted-model-server'

/** A summary that passes the check, with a given text under one heading. */
export function summaryOf(words: string): string {
  return SUMMARY_SECTIONS.map(({ title }) =>
    [`## ${title}`, title === 'Current work' ? words : 'None'].join('\n'),
  ).join('\n\n')
}

/** Returns whether a request asks for a summary. */
export function asksForSummary(request: SentRequest): boolean {
  return lastText(request).startsWith(SUMMARY_REQUEST)
}

/**
 * Returns whether a request is the turn before a summary, in which the agent saves what must not be
 * lost.
 */
export function asksToSave(request: SentRequest): boolean {
  return lastText(request).includes('Use this turn only to write down')
}

/** Everything that a request tells the model, as one text. */
export function toldIn(request: SentRequest): string {
  return JSON.stringify(request.messages)
}

function lastText(request: SentRequest): string {
  const content = request.messages.at(-1)?.content
  const last = Array.isArray(content) ? content.at(-1) : content
  if (typeof last === 'string') return last
  return last?.type === 'text' ? last.text : ''
}
