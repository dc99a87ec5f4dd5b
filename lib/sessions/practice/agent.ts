import type { BetaContentBlockParam, BetaMessageParam } from '@anthropic-ai/sdk/resources/beta'
import type { AnswerPart } from '@/lib/sessions/frames'
import { isSummaryText } from '@/lib/sessions/summary-text'
import {
  editedLine,
  type FoundLine,
  isAnswered,
  linesAbout,
  linesMeant,
  type PracticeFile,
  type ReadFile,
  wordsInLine,
  wordsOf,
  rawWords,
} from './lines'
import {
  byDocumentTools,
  byMemoryTool,
  type DoneCall,
  isSameFile,
  type PracticeMemory,
  writes,
} from './memory'
import { asksForSummary, doneCallsIn, isOfPerson, practiceSummary } from './summary'

/** What the practice agent reads of a request. */
export interface PracticeRequest {
  system?: string | readonly { text: string }[]
  messages?: readonly BetaMessageParam[]
  tools?: readonly { name?: string }[]
}

const WHAT_IT_IS =
  'I am the practice agent: no model, only a few rules inside this server, so that you can see how sessions work without a key.'
const WHAT_IT_CAN =
  'I can remember ("Remember that …"), recall ("What do you know about …?"), correct ("Change … to …") and forget ("Forget …") what you tell me.'

/**
 * The practice agent's next answer, a pure function of the request: it looks at its memory first, does
 * what was asked by calls of its tools, a step an answer, and says what it did.
 */
export function practiceAnswer(request: PracticeRequest): AnswerPart[] {
  const messages = (request.messages ?? []).map(({ role, content }) => ({
    role,
    blocks:
      typeof content === 'string' ? [{ type: 'text' as const, text: content }] : (content ?? []),
  }))
  if (asksForSummary(messages)) return [say(practiceSummary(messages))]
  const from = messages.findLastIndex(
    ({ role, blocks }) => role === 'user' && textsIn(blocks).some(isOfPerson),
  )
  const asked = textsIn(messages[from]?.blocks).filter(isOfPerson).join('\n')
  const done = callsIn(messages.slice(from + 1).flatMap(({ blocks }) => blocks))
  const memory = memoryOf(request, done)
  if (!memory) return [say(`${WHAT_IT_IS} No memory is attached to this session. ${WHAT_IT_CAN}`)]
  const intent = intentOf(asked)
  if (memory.look.length > 0) {
    const isFirst = messages.slice(0, from).every(({ role }) => role === 'user')
    const words = isFirst ? `${WHAT_IT_IS} I look at my memory first.` : 'I look at my memory.'
    const sought = ['remember', 'unclear'].includes(intent.kind) ? [] : wordsOf(intent.what)
    return [say(words), ...memory.look, ...memory.seek(sought)]
  }
  const failed = done.find((call, index) => call.isError && (index === 0 || writes(call)))
  if (failed) {
    const [why] = failed.result.split('\n<memory-data-')
    return [say(`That could not be done: ${why}`)]
  }
  // What was done before a summary counts: nothing is written twice.
  const before = textsIn(messages[from]?.blocks).filter(isSummaryText).flatMap(doneCallsIn)
  const written = [...before, ...done].findLast((call) => !call.isError && writes(call)) ?? null
  return ACTS[intent.kind](intent, { memory, written })
}

interface Situation {
  memory: PracticeMemory
  /** the newest call of this turn that changed the memory */
  written: DoneCall | null
}

const ACTS: Record<Intent['kind'], (intent: Intent, at: Situation) => AnswerPart[]> = {
  remember,
  recall,
  correct,
  forget,
  unclear: (_, { memory }) => [say(`I looked at my memory: ${countOf(memory)}. ${WHAT_IT_CAN}`)],
}

function remember({ what }: Intent, { memory, written }: Situation): AnswerPart[] {
  if (written) return [sayDone(written, `I have written it down: ${what}`)]
  const { notes } = memory
  if (memory.mayHaveNotes && !memory.wasRead(notes)) return [memory.read(notes)]
  const lines = memory.linesOf(notes)
  if (lines === null) return [memory.create(notes, `# Notes\n\n- ${what}\n`)]
  if (lines.includes(`- ${what}`)) return [say(`I know that already: it stands in ${notes.path}.`)]
  return [memory.addLine(notes, lines, `- ${what}`)]
}

function recall({ what: topic }: Intent, { memory }: Situation): AnswerPart[] {
  if (memory.files.length === 0 && !memory.hasMore) {
    return [say('My memory is empty: nothing was written down yet.')]
  }
  const words = wordsOf(topic)
  const found = readAbout(words, memory, (read) => read.length > 0 && isAnswered(read, words))
  if (found.calls.length > 0) return found.calls
  const lines = linesAbout(found.read, words)
  if (lines.length > 0) return [say(`This is what I found:\n\n${quoted(lines)}`)]
  return [say(`${basisOf(found, memory)} and found nothing about ${topic || 'that'}.`)]
}

function correct({ what: from, to = '' }: Intent, { memory, written }: Situation): AnswerPart[] {
  if (written) return [sayDone(written, `I have corrected it: “${from}” is “${to}” now.`)]
  const meant = lineMeant(from, memory, 'text')
  if ('parts' in meant) return meant.parts
  const { file, lines, index, line } = meant
  const at = line.toLowerCase().indexOf(from.toLowerCase())
  const corrected = line.slice(0, at) + to + line.slice(at + from.length)
  return [memory.replace(file, editedLine(lines, index, [corrected]))]
}

function forget({ what }: Intent, { memory, written }: Situation): AnswerPart[] {
  if (written) {
    const words = `I have taken “${what}” out of my memory. Earlier versions keep it until a person redacts them.`
    return [sayDone(written, words)]
  }
  const [named, ...alike] = memory.files.filter(({ path }) => `/${path}`.endsWith(`/${what}`))
  // The tools delete nothing that was not read.
  if (named && alike.length === 0) {
    return [memory.wasRead(named) ? memory.remove(named) : memory.read(named)]
  }
  const meant = lineMeant(what, memory, 'words')
  if ('parts' in meant) return meant.parts
  const { file, lines, index } = meant
  const told = lines.filter((line) => line.trim() !== '' && !line.startsWith('#'))
  if (told.length <= 1) return [memory.remove(file)]
  return [memory.replace(file, editedLine(lines, index, []))]
}

/** The one line that a person means; or what is to be called or said before. */
function lineMeant(
  text: string,
  memory: PracticeMemory,
  by: 'text' | 'words',
): FoundLine | { parts: AnswerPart[] } {
  const isFound = (read: readonly ReadFile[]) => linesMeant(read, text, 'text').length > 0
  const found = readAbout(wordsOf(text), memory, isFound)
  if (found.calls.length > 0) return { parts: found.calls }
  const lines = linesMeant(found.read, text, by)
  const own = lines.filter(({ file }) => isSameFile(file, memory.notes))
  const [meant, ...others] = own.length === 1 ? own : lines
  if (!meant) {
    const words = `${basisOf(found, memory)}, and “${text}” does not stand in what I read.`
    return { parts: [say(words)] }
  }
  if (others.length === 0) return meant
  const words = `“${text}” stands in more than one place. Say more of the line that you mean:`
  return { parts: [say(`${words}\n\n${quoted([meant, ...others])}`)] }
}

const READ_AT_ONCE = 12

interface Found {
  /** to be made before more is known */
  calls: AnswerPart[]
  read: ReadFile[]
}

/** Searches, then reads the files that promise the most, some at once, until it is enough. */
function readAbout(
  words: readonly string[],
  memory: PracticeMemory,
  isEnough: (read: readonly ReadFile[]) => boolean,
): Found {
  const files = memory.candidates(words)
  const read = files.flatMap((file) => {
    const lines = memory.linesOf(file)
    return lines === null ? [] : [{ file, lines }]
  })
  const wasBegun = files.some((file) => memory.wasRead(file))
  const seeking = wasBegun ? [] : memory.seek(words)
  if (seeking.length > 0) return { calls: seeking, read }
  const unread = files.filter((file) => !memory.wasRead(file))
  if (unread.length === 0 || (wasBegun && isEnough(read))) return { calls: [], read }
  return { calls: unread.slice(0, READ_AT_ONCE).map((file) => memory.read(file)), read }
}

/** What an answer rests on that found nothing. */
function basisOf({ read }: Found, memory: PracticeMemory): string {
  if (memory.searchesAll) return `I searched my memory, read ${filesIn(read.length)}`
  if (read.length === memory.files.length && !memory.hasMore)
    return `I read ${filesIn(read.length)}`
  return `I read ${filesIn(read.length)} of ${countOf(memory)}, those whose paths fit best`
}

const say = (text: string): AnswerPart => ({ type: 'text', text })

/** A person may have written something else in the call's place. */
const sayDone = ({ result }: DoneCall, text: string): AnswerPart =>
  result.startsWith('The person changed')
    ? say('You changed it before it was saved; my memory holds your text.')
    : say(text)

const MOST_QUOTED = 12

const quoted = (lines: readonly FoundLine[]) =>
  lines
    .slice(0, MOST_QUOTED)
    .map(({ line, file }) => `- ${wordsInLine(line)} (${file.path})`)
    .join('\n')

const filesIn = (count: number) => (count === 1 ? 'one file' : `${count} files`)

const countOf = ({ files, hasMore }: { files: readonly PracticeFile[]; hasMore: boolean }) =>
  hasMore ? `more than ${filesIn(files.length)}` : filesIn(files.length)

const textsIn = (blocks: readonly BetaContentBlockParam[] = []): string[] =>
  blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []))

function callsIn(blocks: readonly BetaContentBlockParam[]): DoneCall[] {
  const calls = new Map<string, DoneCall>()
  for (const block of blocks) {
    if (block.type === 'tool_use') {
      const input = (block.input ?? {}) as Record<string, unknown>
      calls.set(block.id, { name: block.name, input, result: '', isError: false })
    }
    if (block.type === 'tool_result') {
      const call = calls.get(block.tool_use_id)
      if (!call) continue
      const { content = '' } = block
      const parts = typeof content === 'string' ? [content] : content.map(textOfPart)
      call.result = parts.join('\n')
      call.isError = block.is_error === true
    }
  }
  return [...calls.values()]
}

const textOfPart = (part: object) => ('text' in part ? String(part.text) : '')

/** Stores as the system prompt lists them: `(/memories/name, read only)`, `(store "name", …)`. */
const STORE = /\((?:\/memories\/([a-z0-9-]+)|store "([a-z0-9-]+)"), (read only|read and write)\)/g

function memoryOf(request: PracticeRequest, done: readonly DoneCall[]): PracticeMemory | null {
  const { system = '', tools = [] } = request
  const prompt = typeof system === 'string' ? system : system.map(({ text }) => text).join('\n')
  const stores = [...prompt.matchAll(STORE)].map(([, mount, store, access]) => ({
    name: mount ?? store ?? '',
    isReadOnly: access === 'read only',
  }))
  if (tools.some(({ name }) => name === 'memory')) return byMemoryTool(stores, done)
  return tools.some(({ name }) => name === 'memory_list') ? byDocumentTools(stores, done) : null
}

/** What a person asks of the practice agent, by plain rules. */
export interface Intent {
  kind: 'remember' | 'recall' | 'correct' | 'forget' | 'unclear'
  /** what it is about: to recall, the words to look for, '' for everything */
  what: string
  /** to correct: what is right */
  to?: string
}

const CORRECT = [
  /^(?:please\s+)?(?:correct|change|replace)\s*:?\s+(.+?)\s+(?:to|with|into|by|->|→)\s+(.+)$/is,
  /^(.+?)\s*(?:->|→)\s*(.+)$/s,
  /^(?:it(?:'s| is)\s+)?not\s+(.+?),?\s+but\s+(.+)$/is,
]
const FORGET = /^(?:please\s+)?(?:forget|delete|remove)\s+(?:that\s+|about\s+|the\s+)?(.+)$/is
const REMEMBER = /^(?:please\s+)?(?:remember|note|write down|save|store)(?:\s+that|\s*:)?\s+(.+)$/is
const RECALL =
  /^(?:please\s+)?(?:what|who|where|when|which|how|do|does|is|are|tell|show|recall|list)\b(.*)$/is
const FACT = /^(?:my|i|i'm|i am|we|our|the|it)\b/i

/** Reads a message; the first rule that fits decides. */
export function intentOf(message: string): Intent {
  const text = message.trim()
  for (const rule of CORRECT) {
    const [, from, to] = rule.exec(text) ?? []
    if (from !== undefined && to !== undefined) {
      return { kind: 'correct', what: plain(from), to: plain(to) }
    }
  }
  const [, forgotten] = FORGET.exec(text) ?? []
  if (forgotten !== undefined) return { kind: 'forget', what: plain(forgotten) }
  const [, told] = REMEMBER.exec(text) ?? []
  if (told !== undefined) return { kind: 'remember', what: told.trim() }
  const [, asked] = RECALL.exec(text) ?? []
  if (asked !== undefined || text.endsWith('?')) {
    return { kind: 'recall', what: topicOf(asked ?? text) }
  }
  return { kind: FACT.test(text) ? 'remember' : 'unclear', what: text }
}

const QUOTES = /^["'“”‘’«»]+|["'“”‘’«».!?]+$/g

const plain = (text: string) => text.trim().replace(QUOTES, '').trim()

/** Words that say nothing of what is looked for. */
const EMPTY = new Set(
  'a about all am an and any anything are can did do does for from have how i in is it know list me memory my of on or our please recall remember say show tell that the there they this to us was we what were when where which who why will with you your'.split(
    ' ',
  ),
)

const topicOf = (text: string): string =>
  rawWords(text)
    .filter((word) => !EMPTY.has(word))
    .join(' ')
