import type { BetaContentBlockParam, BetaMessageParam } from '@anthropic-ai/sdk/resources/beta'
import { type Intent, intentOf } from './intents'
import { isSummaryText } from '@/lib/context/compaction-prompt'
import { memoryDataIn } from '@/lib/context/memory-data'
import { isReminder } from '@/lib/context/reminder'
import { asksForSummary, isAskedToSave, practiceSummary } from './practice-summary'
import { deedOf } from '../core/memory-tools'
import type { AnswerPart } from '../message-frames'
import {
  documentCommands,
  type DoneCall,
  type ListedFile,
  memoryCommands,
  type PracticeTools,
} from './practice-tools'

/** What of a request to the Messages API the practice agent looks at. */
export interface PracticeRequest {
  system?: string | readonly { text: string }[]
  messages?: readonly BetaMessageParam[]
  tools?: readonly { name?: string }[]
}

const WHAT_IT_IS =
  'I am the practice agent: no model, only a few rules inside this server, so that you can see how sessions work without a key.'

const NOTHING_TO_SAVE = 'What I was told to remember is written down already.'

const WHAT_IT_CAN =
  'I can remember ("Remember that …"), recall ("What do you know about …?"), correct ("Change … to …") and forget ("Forget …") what you tell me.'

/** How many files it reads to find something. */
const MAX_READ = 12

/**
 * The next answer of the practice agent: a pure function of the request. It looks at its memory
 * first, then does what it was asked by real calls, one step an answer, and says what it did.
 */
export function practiceAnswer(request: PracticeRequest): AnswerPart[] {
  if (asksForSummary(request)) return practiceSummary(request.messages ?? [])
  const messages = (request.messages ?? []).map(withoutMeta)
  if (isAskedToSave(request)) return [say(NOTHING_TO_SAVE)]
  const from = lastMessage(messages)
  const asked = textOf(messages[from])
  const isFirst = messages.slice(0, from).every(({ role }) => role !== 'assistant')
  const done = callsAfter(messages, from)
  const tools = toolsOf(request)
  if (!tools) return [say(`${WHAT_IT_IS} No memory is attached to this session. ${WHAT_IT_CAN}`)]
  const files = tools.listed(done)
  if (files === null) {
    return [
      say(isFirst ? `${WHAT_IT_IS} I look at my memory first.` : 'I look at my memory.'),
      ...tools.look(),
    ]
  }
  const failed = done.at(-1)
  if (failed?.isError) return [say(`That could not be done: ${failed.result}`)]
  return act(intentOf(asked), { tools, files, done })
}

interface Situation {
  tools: PracticeTools
  files: readonly ListedFile[]
  /** the calls of this turn */
  done: readonly DoneCall[]
}

function act(intent: Intent, at: Situation): AnswerPart[] {
  switch (intent.kind) {
    case 'remember':
      return remember(intent.what, at)
    case 'recall':
      return recall(intent.topic, at)
    case 'correct':
      return correct(intent.from, intent.to, at)
    case 'forget':
      return forget(intent.what, at)
    case 'unclear':
      return [say(`I looked at my memory: ${countOf(at.files.length)}. ${WHAT_IT_CAN}`)]
  }
}

function remember(what: string, at: Situation): AnswerPart[] {
  if (hasWritten(at.done)) return [say(`I have written it down: ${what}`)]
  const file = at.tools.notesFile(at.files)
  if (!at.files.includes(file)) return [at.tools.create(file, `# Notes\n\n- ${what}\n`)]
  const lines = at.tools.linesOf(at.done, file)
  if (lines === null) return [at.tools.read(file)]
  if (lines.includes(`- ${what}`)) return [say(`I know that already: it stands in ${file.path}.`)]
  return [at.tools.addLine(file, lines, `- ${what}`)]
}

function recall(topic: string, at: Situation): AnswerPart[] {
  if (at.files.length === 0) return [say('My memory is empty: nothing was written down yet.')]
  const { read, unread } = readFiles(at, topic)
  if (unread.length > 0) return unread.map((file) => at.tools.read(file))
  const words = topic.split(' ').filter(Boolean)
  const found = read.flatMap(({ file, lines }) =>
    lines
      .filter((line) => line.trim() !== '' && (words.length === 0 || mentions(line, words)))
      .slice(0, 5)
      .map((line) => `- ${line.replace(/^[-*#\s]+/, '')} (${file.path})`),
  )
  if (found.length > 0) return [say(`This is what I found:\n\n${found.slice(0, 12).join('\n')}`)]
  return [say(`I read ${countOf(read.length)} and found nothing about ${topic || 'that'}.`)]
}

function correct(from: string, to: string, at: Situation): AnswerPart[] {
  if (hasWritten(at.done)) return [say(`I have corrected it: “${from}” is “${to}” now.`)]
  const place = find(from, at)
  if ('parts' in place) return place.parts
  return [
    at.tools.replace(
      place.file,
      place.line,
      place.line.replace(caseless(from), () => to),
    ),
  ]
}

function forget(what: string, at: Situation): AnswerPart[] {
  if (hasWritten(at.done))
    return [
      say(
        `I have taken “${what}” out of my memory. Earlier versions keep it until a person redacts them.`,
      ),
    ]
  const byName = at.files.find(({ path }) => path.endsWith(`/${what}`) || path === what)
  if (byName) return [at.tools.remove(byName)]
  const place = find(what, at)
  if ('parts' in place) return place.parts
  const kept = place.lines.filter((line) => line.trim() !== '' && !/^#/.test(line))
  if (kept.length <= 1) return [at.tools.remove(place.file)]
  return [at.tools.replace(place.file, `${place.line}\n`, '')]
}

type Place = { file: ListedFile; line: string; lines: readonly string[] } | { parts: AnswerPart[] }

/** The first line that holds a text, or what is to be said or read before it is known. */
function find(text: string, at: Situation): Place {
  const { read, unread } = readFiles(at, text)
  for (const { file, lines } of read) {
    const line = lines.find((each) => caseless(text).test(each))
    if (line !== undefined) return { file, line, lines }
  }
  if (unread.length > 0) return { parts: unread.map((file) => at.tools.read(file)) }
  return {
    parts: [say(`I read ${countOf(read.length)}, and “${text}” does not stand in my memory.`)],
  }
}

/** Files whose names fit come first; of many, only so many are read. */
function readFiles(at: Situation, topic: string) {
  const words = topic.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = ({ path }: ListedFile) => (mentions(path, words) ? 0 : 1)
  const chosen = [...at.files].sort((one, other) => fits(one) - fits(other)).slice(0, MAX_READ)
  const read: { file: ListedFile; lines: string[] }[] = []
  const unread: ListedFile[] = []
  for (const file of chosen) {
    const lines = at.tools.linesOf(at.done, file)
    if (lines === null) unread.push(file)
    else read.push({ file, lines })
  }
  return { read, unread }
}

const mentions = (line: string, words: readonly string[]) =>
  words.some((word) => line.toLowerCase().includes(word.toLowerCase()))

const caseless = (text: string) => new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i')

const say = (text: string): AnswerPart => ({ type: 'text', text })

const countOf = (files: number) => (files === 1 ? 'one file' : `${files} files`)

function hasWritten(done: readonly DoneCall[]): boolean {
  return done.some((call) => !call.isError && deedOf(call).writes)
}

/** A message without what no person said in it: reminders, a summary, memories that were restored. */
function withoutMeta(message: BetaMessageParam): BetaMessageParam {
  if (message.role !== 'user') return message
  const content = blocksOf(message).filter((block) => block.type !== 'text' || !isMeta(block.text))
  return { ...message, content: [...content] }
}

function isMeta(text: string): boolean {
  return isReminder(text) || isSummaryText(text) || memoryDataIn(text) !== text
}

/** The last message in which a person says something; results of calls are none. */
function lastMessage(messages: readonly BetaMessageParam[]): number {
  return messages.findLastIndex(
    (message) => message.role === 'user' && blocksOf(message).some(({ type }) => type === 'text'),
  )
}

function blocksOf(message: BetaMessageParam | undefined): readonly BetaContentBlockParam[] {
  const content = message?.content
  if (content === undefined) return []
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return content as readonly BetaContentBlockParam[]
}

function textOf(message: BetaMessageParam | undefined): string {
  return blocksOf(message)
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join('\n')
}

function callsAfter(messages: readonly BetaMessageParam[], from: number): DoneCall[] {
  const calls = new Map<string, DoneCall>()
  for (const block of messages.slice(from + 1).flatMap(blocksOf)) {
    if (block.type === 'tool_use') {
      const input = (block.input ?? {}) as Record<string, unknown>
      calls.set(block.id, { name: block.name, input, result: '', isError: false })
    }
    if (block.type === 'tool_result') {
      const call = calls.get(block.tool_use_id)
      if (!call) continue
      call.result = memoryDataIn(
        typeof block.content === 'string' ? block.content : resultText(block.content),
      )
      call.isError = block.is_error === true
    }
  }
  return [...calls.values()]
}

function resultText(content: readonly object[] | undefined): string {
  return (content ?? []).map((part) => ('text' in part ? String(part.text) : '')).join('')
}

/** The stores as the system prompt lists them: `(/memories/name, read only)` or `(store "name", …)`. */
const STORE = /\((?:\/memories\/([a-z0-9-]+)|store "([a-z0-9-]+)"), (read only|read and write)\)/g

function toolsOf(request: PracticeRequest): PracticeTools | null {
  const names = new Set((request.tools ?? []).map(({ name }) => name))
  const system =
    typeof request.system === 'string'
      ? request.system
      : (request.system ?? []).map(({ text }) => text).join('\n')
  const stores = [...system.matchAll(STORE)].map(([, mount, store, access]) => ({
    name: mount ?? store ?? '',
    isReadOnly: access === 'read only',
  }))
  const all = stores.map(({ name }) => name)
  const readOnly = new Set(stores.filter(({ isReadOnly }) => isReadOnly).map(({ name }) => name))
  if (names.has('memory')) return memoryCommands(all, readOnly)
  return names.has('memory_list') ? documentCommands(all, readOnly) : null
}
