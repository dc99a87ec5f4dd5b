import type { BetaContentBlockParam } from '@anthropic-ai/sdk/resources/beta'
import { wholeStart } from '@/lib/text/long-text'
import { SUMMARY_REQUEST, SUMMARY_SECTIONS } from '../summary'
import { isSummaryText } from '../summary-text'
import type { DoneCall } from './memory'

/** What the practice agent knows of compaction: it writes summaries, and goes on from them. */

export interface PracticeMessage {
  role: string
  blocks: readonly BetaContentBlockParam[]
}

export const asksForSummary = (messages: readonly PracticeMessage[]): boolean =>
  textsOf(messages.at(-1)).at(-1)?.text.startsWith(SUMMARY_REQUEST) ?? false

/** Whether a text in the person's place is theirs: no reminder, summary, memory or result. */
export const isOfPerson = (text: string): boolean =>
  !isSummaryText(text) &&
  !/^(?:<system-reminder>|<memory-data-|\[(?:Result|Refusal|Left out|\d+ older parts|The conversation begins))/.test(
    text,
  )

const MOST_LISTED = 40

/** A summary with a model's sections, of what was said and called. */
export function practiceSummary(messages: readonly PracticeMessage[]): string {
  const texts = messages.flatMap(textsOf).slice(0, -1)
  const former = texts
    .filter(({ text }) => isSummaryText(text))
    .flatMap(({ text }) => quotedIn(text))
  const said = texts.filter(isSaid).map(({ text }) => text)
  const calls = texts.filter(({ text }) => CALL.test(text)).map(({ text }) => text.slice(1, -1))
  const answers = texts.filter(({ role, text }) => role === 'assistant' && !CALL.test(text))
  const asked = [...former, ...said].slice(-MOST_LISTED)
  const entries: Partial<Record<string, readonly string[]>> = {
    'Request and intent': asked.slice(-1),
    'Files and memories touched': [...new Set(calls)].slice(-MOST_LISTED),
    'All messages of the person': asked,
    'Current work': [...doneLately(texts), ...answers.slice(-1).map(({ text }) => text)],
  }
  return SUMMARY_SECTIONS.filter(({ isOptional }) => !isOptional)
    .map(({ title }) => `## ${title}\n${listed(entries[title] ?? [])}`)
    .join('\n\n')
}

interface SaidText {
  role: string
  text: string
}

const isSaid = ({ role, text }: SaidText) => role === 'user' && isOfPerson(text)

/** A call as the conversation has it that a summary is asked of. */
const CALL = /^\[Call of (\w+): \{(?:"command":"(\w+)")?/

const DONE = 'Done for this already:'

/** The calls since the person's last message: who goes on from the summary must not repeat them. */
function doneLately(texts: readonly SaidText[]): string[] {
  const since = texts.slice(texts.findLastIndex(isSaid) + 1)
  return since.flatMap(({ text }, index) => {
    const [, name, command = ''] = CALL.exec(text) ?? []
    const result = since.slice(index + 1).find(({ role }) => role === 'user')
    if (name === undefined || result?.text.startsWith('[Refusal')) return []
    return [`${DONE} ${name} ${command}`.trim()]
  })
}

/** The calls that a summary says were done. */
export const doneCallsIn = (summary: string): DoneCall[] =>
  [...summary.matchAll(/^- Done for this already: (\w+) ?(\w*)$/gm)].map(
    ([, name = '', command = '']) => ({ name, input: { command }, result: '', isError: false }),
  )

const MOST_CHARACTERS = 500

function listed(lines: readonly string[]): string {
  if (lines.length === 0) return 'None'
  const short = lines.map((line) => wholeStart(line.replace(/\s+/g, ' ').trim(), MOST_CHARACTERS))
  return short.map((line) => `- ${line}`).join('\n')
}

/** The person's messages that an earlier summary quotes. */
function quotedIn(summary: string): string[] {
  const [, section = ''] = summary.split('## All messages of the person\n')
  const lines = section.split('\n\n## ')[0]?.split('\n') ?? []
  return lines.flatMap((line) => (line.startsWith('- ') ? [line.slice(2)] : []))
}

const textsOf = (message: PracticeMessage | undefined): SaidText[] =>
  message?.blocks.flatMap((block) =>
    block.type === 'text' ? [{ role: message.role, text: block.text }] : [],
  ) ?? []
