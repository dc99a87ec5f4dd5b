import { z } from 'zod'
import type { Cause } from '@/lib/store/model/actor'
import type { Step } from '@/lib/store/plan/plan'
import { checkPath } from '@/lib/store/model/problems'
import { flushReads, recordRead } from '@/lib/store/reads'
import { MAX_QUERY } from '@/lib/store/search'
import { change } from '@/lib/store/write/change'
import { contentProblem, sha256Hex } from '@/lib/text/content'
import { humanSize } from '@/lib/text/human-size'
import { splitLines } from '@/lib/text/lines'
import { faultIn, shortText } from './commands'
import { placesOf } from './edits'
import { type FileText, filesIn, type MemoryFiles, type PlannedOn, storedFiles } from './files'
import { inStore, type Mount, mountNamed, namesOf } from './paths'
import { planMove } from './plan'
import { applied, writingAt } from './run'
import { type Stale, staleWrite, whoChanged } from './stale'
import { fittingLines, numberedPart } from './view'
import {
  asData,
  DATA_MARKS,
  documentWords,
  refuseCall,
  refusedAnswer,
  succeeded,
  type ToolAnswer,
} from './words'

const store = shortText
  .optional()
  .describe('Which memory store, by its name in the list of stores. Not needed where there is one.')

/** A path or the beginning of one, which a database is asked for as it is. */
const anyPath = shortText.refine((it) => !it.includes('\0'), 'must not contain NUL characters')

const isQuery = (it: string) => contentProblem(it) === null && [...it].length <= MAX_QUERY

const path = anyPath.describe('The path of the document, such as /notes/plan.md')

const expected_sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits, as memory_read answers it')
  .optional()
  .describe('The sha256 that memory_read answered; if it changed since, nothing is written')

/** The six tools: what each does, in words for the model, and its input. */
export const DOCUMENT_TOOLS = {
  memory_list: {
    description: 'Lists the documents of a memory store, with their sizes.',
    writes: false,
    input: z.strictObject({
      store,
      path_prefix: anyPath
        .optional()
        .describe('Only documents whose path begins with this, such as /notes/'),
      after: anyPath.optional().describe('Goes on after this path'),
    }),
  },
  memory_search: {
    description:
      'Searches the contents and paths of all documents, of all memory stores if none is named.',
    writes: false,
    input: z.strictObject({
      store,
      query: shortText
        .min(1, 'must not be empty')
        .refine(isQuery, `must be Unicode text of at most ${MAX_QUERY} characters`)
        .describe('The text to look for in all documents'),
    }),
  },
  memory_read: {
    description: 'Reads a document, its lines numbered.',
    writes: false,
    input: z.strictObject({
      store,
      path,
      from_line: z.int().min(1, 'must be 1 or more').default(1).describe('Goes on at this line'),
    }),
  },
  memory_write: {
    description: 'Creates a document, or overwrites the one at that path.',
    writes: true,
    input: z.strictObject({
      store,
      path,
      content: z.string().describe('The whole text of the document'),
      expected_sha256,
    }),
  },
  memory_edit: {
    description: 'Replaces a text in a document.',
    writes: true,
    input: z.strictObject({
      store,
      path,
      old_str: z
        .string()
        .min(1, 'must not be empty')
        .describe('The text to replace; it must stand in the document exactly once'),
      new_str: z.string().default('').describe('What stands there instead; nothing if left out'),
      expected_sha256,
    }),
  },
  memory_delete: {
    description: 'Deletes a document.',
    writes: true,
    input: z.strictObject({ store, path, expected_sha256 }),
  },
}

/** The seventh, which moves: offered over MCP alone. */
export const MOVE_TOOL = {
  description: 'Moves a document or a directory within its memory store.',
  writes: true,
  input: z.strictObject({
    store,
    path: path.describe('Of a document, or of a directory'),
    new_path: path.describe('Where it is to be'),
  }),
}

export type DocumentTool = keyof typeof DOCUMENT_TOOLS
type Input<Name extends DocumentTool> = z.output<(typeof DOCUMENT_TOOLS)[Name]['input']>
type WritingTool = 'memory_write' | 'memory_edit' | 'memory_delete'
export type AnyWrite = { [Name in WritingTool]: { name: Name; input: Input<Name> } }[WritingTool]

export interface DocumentCall {
  mounts: readonly Mount[]
  name: DocumentTool
  /** the model's: any value, checked here */
  input: unknown
}

/** An answer with the facts that a structured one has beside its text. */
export interface DocumentAnswer extends ToolAnswer {
  facts?: { sha256?: string; next?: string; next_line?: number }
}

/**
 * Runs one of the six tools on the stores. What is read stands between marks that say it is data.
 * Never throws for a model's mistakes: those are answers with `isError`.
 */
export async function runDocument(call: DocumentCall, cause: Cause): Promise<DocumentAnswer> {
  let shown = ''
  try {
    const { name } = call
    if (!isWritingDocument(name)) {
      const { answer, seen } = await readDocument(storedFiles(), { ...call, name })
      for (const file of seen) recordRead(file, cause)
      return answer
    }
    const { input, mount } = parsed(name, call)
    shown = input.path
    return await write({ name, input } as AnyWrite, mount, cause)
  } catch (error) {
    return refusedAnswer(error, (refusal) => documentWords(refusal, shown))
  }
}

/** Moves a document, or all below a directory. Never throws for a model's mistakes. */
export async function runMove(
  { mounts, input }: Omit<DocumentCall, 'name'>,
  cause: Cause,
): Promise<ToolAnswer> {
  let shown = ''
  try {
    const { store: wanted, path: from, new_path: to } = fitting(MOVE_TOOL.input, input)
    const mount = mountOf(mounts, wanted, true)
    shown = from
    checkPath(from)
    checkPath(to)
    const at = inStore(from, mount, from)
    const plan = async (files: PlannedOn) => {
      const planned = await planMove(files, at, inStore(to, mount, to))
      return { ...planned, answer: `Moved ${from} to ${to}` }
    }
    return await writingAt(at, cause, plan, 'move')
  } catch (error) {
    return refusedAnswer(error, (refusal) => documentWords(refusal, shown))
  }
}

interface ReadAnswer {
  answer: DocumentAnswer
  /** what it shows whole: it counts as read */
  seen: FileText[]
}

/** What one of the reading tools answers on these files; nothing counts as read. */
async function readDocument(
  files: MemoryFiles,
  call: DocumentCall & { name: Exclude<DocumentTool, WritingTool> },
): Promise<ReadAnswer> {
  switch (call.name) {
    case 'memory_list':
      return { answer: await list(files, call), seen: [] }
    case 'memory_search':
      return { answer: await search(files, call), seen: [] }
    case 'memory_read':
      return read(files, call)
  }
}

const inputOf = <Name extends DocumentTool>(name: Name, input: unknown): Input<Name> =>
  fitting(DOCUMENT_TOOLS[name].input as z.ZodType, input) as Input<Name>

function fitting<T>(schema: z.ZodType<T>, input: unknown): T {
  const given = typeof input === 'object' && input !== null ? input : {}
  const result = schema.safeParse(input)
  if (result.success) return result.data
  return refuseCall(`Error: Invalid input: ${faultIn(result.error, given)}`)
}

/** A call's input, and the store that it is about. */
function parsed<Name extends DocumentTool>(
  name: Name,
  call: DocumentCall,
): { input: Input<Name>; mount: Mount } {
  const input = inputOf(name, call.input)
  return { input, mount: mountOf(call.mounts, input.store, DOCUMENT_TOOLS[name].writes) }
}

/** The store that a call is about. */
function mountOf(mounts: readonly Mount[], wanted: string | undefined, writes: boolean): Mount {
  const mount = mountCalled(mounts, wanted)
  if (mount.isGone) refuseCall(`Error: The memory store ${mount.name} is gone`)
  if (writes && mount.isReadOnly) refuseCall(`Error: The memory store ${mount.name} is read-only`)
  return mount
}

function mountCalled(mounts: readonly Mount[], wanted: string | undefined): Mount {
  const [only, ...others] = mounts
  if (!only) return refuseCall('Error: No memory store is attached')
  if (wanted === undefined && others.length === 0) return only
  const found = wanted === undefined ? undefined : mountNamed(mounts, wanted)
  if (found) return found
  const which = wanted === undefined ? 'Say which store' : `There is no memory store ${wanted}`
  return refuseCall(`Error: ${which}; the stores are ${namesOf(mounts)}`)
}

const answered = (content: string, facts: DocumentAnswer['facts'] = {}): DocumentAnswer => ({
  ...succeeded(content),
  facts,
})

const missing = (at: string) => `Error: There is no document at ${at}`

/** Room that an answer's data have beside the marks and what is said below. */
const roomOf = ({ most }: Mount) => most - DATA_MARKS - ROOM_FOR_NOTES
const ROOM_FOR_NOTES = 400

/** The most documents that one answer lists. */
const MAX_LISTED = 500

async function list(files: MemoryFiles, call: DocumentCall): Promise<DocumentAnswer> {
  const { input, mount } = parsed('memory_list', call)
  const { path_prefix: prefix = '/', after } = input
  const at = { storeId: mount.storeId, path: prefix }
  const documents = await files.documents(at, MAX_LISTED + 1, after)
  if (documents.length === 0) return answered(`No documents at ${prefix}`)
  const lines = documents.map((each) => `${humanSize(each.size)}\t${each.path}`)
  const { shown } = fittingLines(lines.slice(0, MAX_LISTED), roomOf(mount))
  const text = asData(shown.join('\n'))
  const next = documents[shown.length - 1]?.path
  if (shown.length === lines.length || next === undefined) return answered(text)
  const more = `[There are more; to see them, list again with after ${JSON.stringify(next)}.]`
  return answered(`${text}\n${more}`, { next })
}

const MAX_HITS = 20
const MAX_MATCHES = 3
/** Stores that are searched together; beyond these one is to be named. */
const MAX_SEARCHED = 50

async function search(files: MemoryFiles, call: DocumentCall): Promise<DocumentAnswer> {
  const { query, store: named } = inputOf('memory_search', call.input)
  const { length } = call.mounts
  const isOfAll = named === undefined && length > 1 && length <= MAX_SEARCHED
  const mounts = isOfAll ? call.mounts : [parsed('memory_search', call).mount]
  const found: string[] = []
  for (const mount of mounts) {
    const lines = await foundLines(files, mount, query)
    if (lines.length > 0 && isOfAll) found.push(`In the store ${mount.name}:`)
    found.push(...lines)
  }
  if (found.length === 0) return answered(`No document holds ${JSON.stringify(query)}`)
  const { shown, left } = fittingLines(found, Math.min(...mounts.map(roomOf)))
  const more = left > 0 ? '\n[The rest is left out; search for something longer.]' : ''
  return answered(asData(shown.join('\n')) + more)
}

async function foundLines(files: MemoryFiles, mount: Mount, query: string): Promise<string[]> {
  const { hits, hasMore } = await files.search(mount.storeId, query, MAX_HITS)
  const lines = hits.flatMap(({ memory, matches }) => [
    memory.path,
    ...matches.slice(0, MAX_MATCHES).map(({ line, snippet }) => `  ${line}: ${snippet}`),
  ])
  const rest = hasMore ? [`[More than ${MAX_HITS} documents; search for something longer.]`] : []
  return [...lines, ...rest]
}

async function read(files: MemoryFiles, call: DocumentCall): Promise<ReadAnswer> {
  const { input, mount } = parsed('memory_read', call)
  const { path: at, from_line: from } = input
  const file = await files.read({ storeId: mount.storeId, path: at })
  if (!file) return refuseCall(missing(at))
  const { length } = splitLines(file.content)
  if (from > length) return refuseCall(`Error: ${at} has no line ${from}`)
  return { answer: shownFrom(file, from, mount), seen: [file] }
}

const readAgain = (from: number) => `read again with from_line ${from}`

/** A document's lines from one on, as far as they fit, and its hash. */
function shownFrom(file: FileText, first: number, mount: Mount): DocumentAnswer {
  const lines = splitLines(file.content)
  const part = { first, last: lines.length, most: roomOf(mount), more: readAgain }
  const { text, note, next } = numberedPart(lines, part)
  const content = [asData(text), `sha256 ${file.sha256}`, ...(note === null ? [] : [note])]
  const more = next === null ? {} : { next_line: next }
  return answered(content.join('\n'), { sha256: file.sha256, ...more })
}

/** Planned within the change that writes it, so that nothing moves in between. */
async function write(call: AnyWrite, mount: Mount, cause: Cause): Promise<DocumentAnswer> {
  const at = { storeId: mount.storeId, path: call.input.path }
  checkPath(at.path)
  // What this caller read a moment ago is asked for within the change.
  await flushReads()
  const by = { ...cause, isEdit: call.name === 'memory_edit' }
  const done = await change<DocumentAnswer | Stale>(mount.storeId, by, async (c) => {
    const file = await filesIn(c).read(at)
    const stale = await staleWrite(c, call, file)
    if (stale) return c.nothing(stale)
    const { answer, steps } = writtenDocument(call, file)
    const done = await applied(c, answer, steps)
    // What was masked has another hash.
    return c.masks.length === 0 ? done : { ...done, facts: {} }
  })
  if (!('file' in done)) return done
  recordRead(done.file, cause)
  return staleAnswer(done, at.path, mount)
}

async function staleAnswer(stale: Stale, at: string, mount: Mount): Promise<DocumentAnswer> {
  const now = shownFrom(stale.file, 1, mount)
  const who = await whoChanged(stale)
  const lead = `Error: Nothing was written: ${at} is not what you read. ${who}. It holds now:`
  return { ...now, content: `${lead}\n${now.content}`, isError: true }
}

/** Whether a call of one of the six tools would write. */
export const isWritingDocument = (name: DocumentTool): name is WritingTool =>
  DOCUMENT_TOOLS[name].writes

export const isDocumentTool = (name: string): name is DocumentTool =>
  Object.hasOwn(DOCUMENT_TOOLS, name)

/** What a call comes to on some files, without doing anything. */
export interface PlannedDocument extends ReadAnswer {
  steps: Step[]
  storeId: string
}

/** Whether a write would overwrite what its caller has not read, on files that are not the stores' own. */
export type StaleLook = (write: AnyWrite, file: FileText | null) => Promise<Stale | null>

/** What a call of one of the six tools comes to on these files; nothing is done, and nothing counts as read. */
export async function planDocument(
  files: MemoryFiles,
  call: DocumentCall,
  look: StaleLook,
): Promise<PlannedDocument> {
  const { name } = call
  if (isWritingDocument(name)) return planDocumentWrite(files, { ...call, name }, look)
  const none = { steps: [], storeId: '' }
  try {
    return { ...(await readDocument(files, { ...call, name })), ...none }
  } catch (error) {
    const answer = refusedAnswer(error, (refusal) => documentWords(refusal, ''))
    return { answer, seen: [], ...none }
  }
}

/** What a writing call would do to these files, without doing it; `isError`: nothing, and why. */
export async function planDocumentWrite(
  files: PlannedOn,
  call: DocumentCall & { name: WritingTool },
  look: StaleLook,
): Promise<PlannedDocument> {
  const none = { steps: [], storeId: '', seen: [] }
  let shown = ''
  try {
    const { input, mount } = parsed(call.name, call)
    const write = { name: call.name, input } as AnyWrite
    shown = input.path
    checkPath(shown)
    const { storeId } = mount
    const file = await files.read({ storeId, path: shown })
    // What an earlier call of the same answer would leave is its own.
    const stale = file?.id === '' ? null : await look(write, file)
    if (stale) {
      return { ...none, answer: await staleAnswer(stale, shown, mount), seen: [stale.file] }
    }
    return { ...writtenDocument(write, file), storeId, seen: [] }
  } catch (error) {
    return { answer: refusedAnswer(error, (refusal) => documentWords(refusal, shown)), ...none }
  }
}

/** What a write does to the document that stands at its path, or to none. */
function writtenDocument(
  { name, input }: AnyWrite,
  file: FileText | null,
): { answer: DocumentAnswer; steps: Step[] } {
  if (name === 'memory_write') {
    const verb = file ? 'Overwrote' : 'Created'
    return written(input.path, file, input.content, `${verb} ${input.path}`)
  }
  if (!file) return refuseCall(missing(input.path))
  if (name === 'memory_edit') {
    const content = replacedOnce(input, file.content)
    return written(input.path, file, content, `Edited ${input.path}`)
  }
  const step: Step = { op: 'delete', path: input.path, expected: file.sha256 }
  return { answer: answered(`Deleted ${input.path}`), steps: [step] }
}

function written(
  at: string,
  file: FileText | null,
  content: string,
  words: string,
): { answer: DocumentAnswer; steps: Step[] } {
  const sha256 = sha256Hex(content)
  const answer = answered(words, { sha256 })
  if (file?.sha256 === sha256) return { answer, steps: [] }
  const expected = file?.sha256 ?? null
  return { answer, steps: [{ op: 'write', path: at, content, expected }] }
}

function replacedOnce({ path: at, old_str, new_str }: Input<'memory_edit'>, text: string): string {
  const [offset, ...others] = placesOf(text, old_str)
  if (offset === undefined) return refuseCall(`Error: old_str does not stand in ${at}`)
  if (others.length > 0) {
    return refuseCall(`Error: old_str stands in ${at} ${others.length + 1} times; make it unique`)
  }
  return text.slice(0, offset) + new_str + text.slice(offset + old_str.length)
}
