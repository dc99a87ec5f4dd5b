import type { BetaContentBlockParam, BetaMessageParam } from '@anthropic-ai/sdk/resources/beta'
import { type Intent, intentOf } from './intents'
import { isSummaryText } from '@/lib/context/compaction-prompt'
import { memoryDataIn } from '@/lib/context/memory-data'
import { isReminder } from '@/lib/context/reminder'
import { effectOf } from '@/lib/memory-tool/tool-effects'
import { asksForSummary, doneCallsIn, isAskedToSave, practiceSummary } from './practice-summary'
import { EDITED_RESULT } from '../edited-result'
import type { AnswerPart } from '../message-frames'
import { removedLine, replacedLine } from './edit-lines'
import {
  isAnswered,
  linesAbout,
  linesMeant,
  type FoundLine,
  type ReadFile,
  wordsInLine,
} from './find-lines'
import {
  documentCommands,
  type DoneCall,
  isSameFile,
  type Listed,
  memoryCommands,
  type PracticeTools,
  type MemoryQuery,
} from './practice-tools'
import { wordsOf } from './words'

/** The parts of a Messages API request that the practice agent reads. */
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

/** Files read per answer. */
const READ_AT_ONCE = 12
const MAX_QUOTED = 12

/**
 * The practice agent's next answer: a pure function of the request. It looks at its memory first,
 * then does what was asked by real calls, one step per answer, and says what it did.
 */
export function practiceAnswer(request: PracticeRequest): AnswerPart[] {
  if (asksForSummary(request)) return practiceSummary(request.messages ?? [])
  const messages = (request.messages ?? []).map(withoutMeta)
  if (isAskedToSave(request)) return [say(NOTHING_TO_SAVE)]
  const from = lastMessage(messages)
  const asked = textOf(messages[from])
  const isFirst = messages.slice(0, from).every(({ role }) => role !== 'assistant')
  const done = callsAfter(messages, from)
  const before = callsBeforeSummary(request.messages?.[from])
  const tools = toolsOf(request)
  if (!tools) return [say(`${WHAT_IT_IS} No memory is attached to this session. ${WHAT_IT_CAN}`)]
  const intent = intentOf(asked)
  const listed = tools.listed(done)
  if (listed === null) {
    return [
      say(isFirst ? `${WHAT_IT_IS} I look at my memory first.` : 'I look at my memory.'),
      ...tools.look(),
      // A search that needs no listing starts at once.
      ...tools.seek(done, queryOf(intent)),
    ]
  }
  const failed = done.find((call, index) => call.isError && (index === 0 || effectOf(call).writes))
  if (failed) return [say(`That could not be done: ${failed.result}`)]
  return act(intent, { tools, listed, done, hasWritten: [...before, ...done].some(isWrite) })
}

const queryFor = (text: string): MemoryQuery => ({ text, words: wordsOf(text) })

/** The search that an intent needs; an empty text with no words needs none. */
function queryOf(intent: Intent): MemoryQuery {
  if (intent.kind === 'recall') return queryFor(intent.topic)
  if (intent.kind === 'correct') return queryFor(intent.from)
  return queryFor(intent.kind === 'forget' ? intent.what : '')
}

interface Situation {
  tools: PracticeTools
  listed: Listed
  /** the calls of this turn */
  done: readonly DoneCall[]
  /** whether a call of this turn changed memory, including calls that a summary reports */
  hasWritten: boolean
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
      return [say(`I looked at my memory: ${countOf(at.listed)}. ${WHAT_IT_CAN}`)]
  }
}

function remember(what: string, at: Situation): AnswerPart[] {
  if (at.hasWritten) return [sayDone(at, `I have written it down: ${what}`)]
  const notes = at.tools.notesFile()
  const isThere = at.listed.files.some((file) => isSameFile(file, notes))
  // A truncated listing may omit it.
  const mayBeThere = isThere || at.listed.hasMore
  if (mayBeThere && !at.tools.wasRead(at.done, notes)) return [at.tools.read(notes)]
  const lines = at.tools.linesOf(at.done, notes)
  if (lines === null) return [at.tools.create(notes, `# Notes\n\n- ${what}\n`)]
  if (lines.includes(`- ${what}`)) return [say(`I know that already: it stands in ${notes.path}.`)]
  return [at.tools.addLine(notes, lines, `- ${what}`)]
}

function recall(topic: string, at: Situation): AnswerPart[] {
  if (at.listed.files.length === 0 && !at.listed.hasMore) {
    return [say('My memory is empty: nothing was written down yet.')]
  }
  const wanted = queryFor(topic)
  const found = searchFiles(wanted, at, (read) => read.length > 0 && isAnswered(read, wanted.words))
  if (found.calls.length > 0) return found.calls
  const lines = linesAbout(found.read, wanted.words)
  if (lines.length > 0) return [say(`This is what I found:\n\n${quoted(lines)}`)]
  return [say(`${searchInWords(found, wanted, at)} and found nothing about ${topic || 'that'}.`)]
}

function correct(from: string, to: string, at: Situation): AnswerPart[] {
  if (at.hasWritten) return [sayDone(at, `I have corrected it: “${from}” is “${to}” now.`)]
  const meant = lineMeant(from, at, false)
  if ('parts' in meant) return meant.parts
  const { file, lines, index, line } = meant
  const corrected = line.replace(caseless(from), () => to)
  return [at.tools.replace(file, replacedLine(lines, index, corrected))]
}

function forget(what: string, at: Situation): AnswerPart[] {
  if (at.hasWritten)
    return [
      say(
        `I have taken “${what}” out of my memory. Earlier versions keep it until a person redacts them.`,
      ),
    ]
  const byName = at.listed.files.filter(({ path }) => path.endsWith(`/${what}`) || path === what)
  const [named] = byName
  if (named && byName.length === 1) return [at.tools.remove(named)]
  const meant = lineMeant(what, at, true)
  if ('parts' in meant) return meant.parts
  const { file, lines, index } = meant
  const kept = lines.filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const edit = kept.length <= 1 ? null : removedLine(lines, index)
  return [edit ? at.tools.replace(file, edit) : at.tools.remove(file)]
}

/**
 * The one line that a person means by a text; otherwise the calls to make or the answer to give
 * first.
 */
function lineMeant(
  text: string,
  at: Situation,
  byWords: boolean,
): FoundLine | { parts: AnswerPart[] } {
  const wanted = queryFor(text)
  const found = searchFiles(
    wanted,
    at,
    (read) => linesMeant(read, text, { byWords: false }).length > 0,
  )
  if (found.calls.length > 0) return { parts: found.calls }
  const lines = linesMeant(found.read, text, { byWords })
  const notes = at.tools.notesFile()
  const own = lines.filter(({ file }) => isSameFile(file, notes))
  const [meant, ...others] = own.length === 1 ? own : lines
  if (!meant) {
    return {
      parts: [
        say(`${searchInWords(found, wanted, at)}, and “${text}” does not stand in what I read.`),
      ],
    }
  }
  if (others.length === 0) return meant
  const words = `“${text}” stands in more than one place. Say more of the line that you mean:\n\n`
  return { parts: [say(`${words}${quoted([meant, ...others])}`)] }
}

const quoted = (lines: readonly FoundLine[]) =>
  lines
    .slice(0, MAX_QUOTED)
    .map(({ line, file }) => `- ${wordsInLine(line)} (${file.path})`)
    .join('\n')

interface Found {
  /** calls to make before more is known */
  calls: AnswerPart[]
  read: ReadFile[]
}

/** Searches, then reads the most promising files, in batches, until enough is found. */
function searchFiles(
  wanted: MemoryQuery,
  at: Situation,
  isEnough: (read: readonly ReadFile[]) => boolean,
): Found {
  const { tools, done } = at
  const { files, most } = tools.candidates(done, wanted)
  const read = files.flatMap((file) => {
    const lines = tools.linesOf(done, file)
    return lines === null ? [] : [{ file, lines }]
  })
  const wasBegun = files.some((file) => tools.wasRead(done, file))
  const searching = wasBegun ? [] : tools.seek(done, wanted)
  if (searching.length > 0) return { calls: searching, read }
  const unread = files.slice(0, most).filter((file) => !tools.wasRead(done, file))
  if (unread.length === 0 || (wasBegun && isEnough(read))) return { calls: [], read }
  return { calls: unread.slice(0, READ_AT_ONCE).map((file) => tools.read(file)), read }
}

/** Words the basis of an answer that found nothing. */
function searchInWords({ read }: Found, wanted: MemoryQuery, { tools, listed }: Situation): string {
  if (tools.searchesAll(wanted)) return `I searched my memory, read ${filesIn(read.length)}`
  if (read.length === listed.files.length && !listed.hasMore)
    return `I read ${filesIn(read.length)}`
  return `I read ${filesIn(read.length)} of ${countOf(listed)}, those whose paths fit best`
}

const caseless = (text: string) => new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i')

const say = (text: string): AnswerPart => ({ type: 'text', text })

const filesIn = (count: number) => (count === 1 ? 'one file' : `${count} files`)

const countOf = ({ files, hasMore }: Listed) =>
  hasMore ? `more than ${filesIn(files.length)}` : filesIn(files.length)

const isWrite = (call: DoneCall) => !call.isError && effectOf(call).writes

/** Says what was done, unless a person wrote something else in its place. */
function sayDone(at: Situation, text: string): AnswerPart {
  if (at.done.findLast(isWrite)?.result !== EDITED_RESULT) return say(text)
  return say('You changed it before it was saved; my memory holds your text.')
}

/** A message without the parts that no person wrote: reminders, a summary, restored memories. */
function withoutMeta(message: BetaMessageParam): BetaMessageParam {
  if (message.role !== 'user') return message
  const content = blocksOf(message).filter((block) => block.type !== 'text' || !isMeta(block.text))
  return { ...message, content: [...content] }
}

function isMeta(text: string): boolean {
  return isReminder(text) || isSummaryText(text) || memoryDataIn(text) !== text
}

/** The last message in which a person says something; tool results do not count. */
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

/**
 * The calls made for the person's request before the context was summarised, as the summary lists
 * them.
 */
function callsBeforeSummary(message: BetaMessageParam | undefined): DoneCall[] {
  return blocksOf(message)
    .flatMap((block) => (block.type === 'text' && isSummaryText(block.text) ? [block.text] : []))
    .flatMap(doneCallsIn)
}

function resultText(content: readonly object[] | undefined): string {
  return (content ?? []).map((part) => ('text' in part ? String(part.text) : '')).join('')
}

/**
 * The stores as the system prompt lists them: `(/memories/name, read only)` or `(store "name", …)`.
 */
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
