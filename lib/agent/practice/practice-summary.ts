import type { BetaMessageParam } from '@anthropic-ai/sdk/resources/beta'
import { isSummaryText, saveReminder, SUMMARY_REQUEST } from '@/lib/context/compaction-prompt'
import { isReminder } from '@/lib/context/reminder'
import { SUMMARY_SECTIONS } from '@/lib/context/summary-sections'
import type { AnswerPart } from '../message-frames'
import type { DoneCall } from './practice-tools'

/** The parts of a request that show what it asks for. */
interface Request {
  messages?: readonly BetaMessageParam[]
}

/** Returns whether the request asks for a summary. */
export function asksForSummary({ messages = [] }: Request): boolean {
  return lastText(messages)?.startsWith(SUMMARY_REQUEST) ?? false
}

/** Returns whether this is the turn for saving what must not be lost. */
export function isAskedToSave({ messages = [] }: Request): boolean {
  const last = lastText(messages)
  return last !== null && isReminder(last) && last.includes(SAVE_WORDS)
}

const SAVE_WORDS = 'Use this turn only to write down'
// Both texts are ours: changing only one of them fails here.
if (!saveReminder(0, 1).includes(SAVE_WORDS)) throw new Error('the practice agent knows no saving')

const MAX_LISTED = 40

/** A summary with the same sections as a model's, built from what was said and called. */
export function practiceSummary(messages: readonly BetaMessageParam[]): AnswerPart[] {
  const texts = messages.slice(0, -1).flatMap(textsOf)
  const own = [...texts, ...textsOf(messages.at(-1)).slice(0, -1)]
  const former = own.filter(({ text }) => isSummaryText(text)).flatMap(({ text }) => quotesIn(text))
  const said = own
    .filter(({ role, text }) => role === 'user' && isOfPerson(text))
    .map(({ text }) => text)
  const calls = own
    .filter(({ text }) => text.startsWith('[Call of '))
    .map(({ text }) => text.slice(1, -1))
  const answers = own.filter(({ role, text }) => role === 'assistant' && !text.startsWith('[Call'))
  const messagesOfPerson = [...former, ...said].slice(-MAX_LISTED)
  const entries: Record<string, readonly string[]> = {
    'Request and intent': messagesOfPerson.slice(-1),
    'Files and memories touched': [...new Set(calls)].slice(-MAX_LISTED),
    'All messages of the person': messagesOfPerson,
    'Current work': [...doneForLast(own), ...answers.slice(-1).map(({ text }) => text)],
  }
  const sections = SUMMARY_SECTIONS.filter(({ isOptional }) => !isOptional).map(({ title }) =>
    [`## ${title}`, ...listed(entries[title] ?? [])].join('\n'),
  )
  return [{ type: 'text', text: sections.join('\n\n') }]
}

/**
 * Lists a call already made for the person's last request; by name only, so that it is never cut.
 */
const DONE = 'Done for this already:'

/** The calls made since the person's last message: they must not be repeated. */
function doneForLast(own: readonly SaidText[]): string[] {
  const from = own.findLastIndex(({ role, text }) => role === 'user' && isOfPerson(text))
  const since = own.slice(from + 1)
  return since.flatMap(({ text }, index) => {
    const [, name = '', command = ''] = CALL.exec(text) ?? []
    const isRefused = since.slice(index + 1).find(({ role }) => role === 'user')
    if (name === '' || isRefused?.text.startsWith('[Refusal')) return []
    return [`${DONE} ${name} ${command}`.trim()]
  })
}

/** A call as the conversation to summarise writes it. */
const CALL = /^\[Call of (\w+): \{(?:"command":"(\w+)")?/

/** The calls that a summary lists this way. */
export function doneCallsIn(summary: string): DoneCall[] {
  return [...summary.matchAll(/^- Done for this already: (\w+) ?(\w*)$/gm)].map(
    ([, name = '', command = '']) => ({ name, input: { command }, result: '', isError: false }),
  )
}

const MAX_CHARACTERS = 500

function listed(lines: readonly string[]): string[] {
  if (lines.length === 0) return ['None']
  return lines.map((line) => `- ${line.replace(/\s+/g, ' ').trim().slice(0, MAX_CHARACTERS)}`)
}

/** The person's messages quoted in an earlier summary. */
function quotesIn(summary: string): string[] {
  const [, section = ''] = summary.split('## All messages of the person\n')
  const [lines = ''] = section.split('\n\n## ')
  return lines.split('\n').flatMap((line) => (line.startsWith('- ') ? [line.slice(2)] : []))
}

function isOfPerson(text: string): boolean {
  return (
    !isReminder(text) &&
    !isSummaryText(text) &&
    !/^(\[(Result|Refusal|Left out|\d+ older parts)|<memory-data-)/.test(text)
  )
}

interface SaidText {
  role: BetaMessageParam['role']
  text: string
}

function textsOf(message: BetaMessageParam | undefined): SaidText[] {
  if (!message) return []
  const { role, content } = message
  if (content === undefined) return []
  if (typeof content === 'string') return [{ role, text: content }]
  return content.flatMap((block) => (block.type === 'text' ? [{ role, text: block.text }] : []))
}

function lastText(messages: readonly BetaMessageParam[]): string | null {
  return textsOf(messages.at(-1)).at(-1)?.text ?? null
}
