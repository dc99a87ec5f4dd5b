import { z } from 'zod'
import { turn } from '@/lib/db'
import { Refusal } from '@/lib/refusal'
import { BATCH_KINDS } from '@/lib/store/write/change'
import { jsonOf } from '@/lib/text/content'
import { toMemoryPath } from '@/lib/text/memory-path'
import { rfc3339 } from '@/lib/time'
import { type GivenTest, testSchema } from '@/lib/why/tests'
import {
  Gathering,
  type Made,
  type Moment,
  refuseTooLarge,
  type Source,
  type SourceChange,
} from './source'

/**
 * JSON Lines: a line is a memory (`{"path","content"}`), or a moment of a history, oldest first, or
 * one of the store's tests (`{"memory_test"}`). All that an export of ours adds is optional.
 */

/** A line: a moment with all its contents, each of which may be escaped; bytes. */
const MAX_LINE_BYTES = 64 * 1024 * 1024

const path = z.string()
const content = z.string()
const memory = z.int().nonnegative()

const change = z.discriminatedUnion(
  'op',
  [
    z.object({
      op: z.literal('write'),
      path,
      content,
      memory: memory.optional(),
      again: z.boolean().optional(),
    }),
    z.object({ op: z.literal('rename'), path, from: path, content: content.optional() }),
    z.object({ op: z.literal('delete'), path }),
    z.object({ op: z.literal('restore'), path, content, memory }),
    z.object({ op: z.literal('redacted') }),
    z.object({ op: z.literal('damaged'), path: path.optional() }),
  ],
  'must be write, rename, delete, restore, redacted or damaged',
)

/** Names, messages and ids; PostgreSQL holds neither NUL nor lone surrogates. */
const remark = z.string().transform((text) => text.replaceAll('\0', '\ufffd').toWellFormed())

const momentLine = z.object({
  at: rfc3339,
  commit: remark.optional(),
  author: remark.optional(),
  message: remark.optional(),
  actor: z
    .object({
      type: z.enum(['session', 'api_key', 'user', 'service_account']),
      id: z.string().regex(/^[\w.:-]{1,256}$/, 'is not an id'),
    })
    .optional(),
  session_id: remark.pipe(z.string().max(256)).optional(),
  tool_use_id: remark.pipe(z.string().max(256)).optional(),
  /** of a version after this one, if it is unknown */
  batch: z.object({ kind: z.enum(BATCH_KINDS).catch('commit') }).optional(),
  changes: z.array(change),
})

const memoryLine = z.object({ path, content })

/** Of a memory without its text: an export of ours has none, or it could not be read where the lines were made. */
const untold = z.union([
  z.object({ path, damaged: z.literal(true) }),
  z.object({ path, unread: z.literal(true) }),
])

const isTest = (value: unknown) =>
  typeof value === 'object' && value !== null && 'memory_test' in value

/**
 * The memories or the moments of JSON Lines, gzipped or not; the first line says which. Refuses
 * `source_too_large`, `not_a_source`, `line_not_utf8`, `line_not_json`, `line_invalid`, with the
 * line's number.
 */
export async function readJsonl(
  label: string,
  bytes: Buffer,
  signal: AbortSignal,
): Promise<Source> {
  const lines: Line[] = []
  const gathered = new Gathering()
  const { tests } = gathered
  const isNew = ({ name }: GivenTest) => !tests.has(name)
  const another = { path: ['name'], message: 'is that of a test before' }
  const testLine = z.object({ memory_test: testSchema.refine(isNew, another) })
  for await (const line of linesOf(bytes, signal)) {
    if (!isTest(line.value)) lines.push(line)
    else {
      const { memory_test: test } = checked(testLine, line)
      gathered.count(JSON.stringify(test).length)
      tests.set(test.name, test)
    }
  }
  const [first] = lines
  const isHistory = typeof first?.value === 'object' && 'changes' in (first.value ?? {})
  if (isHistory) return gathered.source(label, await momentsOf(lines, gathered))
  await takeMemories(lines, gathered)
  return gathered.source(label)
}

interface Line {
  number: number
  value: unknown
}

async function momentsOf(lines: readonly Line[], gathered: Gathering): Promise<Moment[]> {
  const moments: Moment[] = []
  const made = new Map<number, Made>()
  for (const line of lines) {
    const { commit, session_id, tool_use_id, batch, changes, ...moment } = checked(momentLine, line)
    moments.push({
      ...moment,
      reference: commit,
      sessionId: session_id,
      toolUseId: tool_use_id,
      batchKind: batch?.kind,
      changes: changes.flatMap((each) => changeOf(each, moment.at, made, gathered) ?? []),
    })
    await turn()
  }
  return moments
}

/** `made`: what was made so far, by the numbers that the export gives memories. */
function changeOf(
  each: z.output<typeof change>,
  at: Date,
  made: Map<number, Made>,
  gathered: Gathering,
): SourceChange | null {
  if (each.op === 'redacted' || each.op === 'damaged') {
    gathered.count(0)
    return each.op === 'redacted'
      ? gathered.leave('(redacted)', 'redacted_before_export')
      : gathered.leave(each.path ?? '(damaged)', 'damaged')
  }
  const { memory, ...told } = { memory: undefined, ...each }
  if (memory === undefined) return gathered.changeOf(told)
  if (told.op === 'write') made.set(memory, { path: toMemoryPath(told.path), at })
  return gathered.changeOf({ ...told, made: made.get(memory) })
}

async function takeMemories(lines: readonly Line[], gathered: Gathering): Promise<void> {
  for (const line of lines) {
    const { data } = untold.safeParse(line.value)
    if (data) gathered.leave(data.path, 'damaged' in data ? 'damaged' : 'not_readable')
    else {
      const file = checked(memoryLine, line)
      gathered.take(file.path, file.content)
    }
    await turn()
  }
}

function checked<Schema extends z.ZodType>(schema: Schema, { number, value }: Line) {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const detail = `${issue?.path.map(String).join('.')} ${issue?.message}`.trim()
  throw new Refusal('line_invalid', `Line ${number} cannot be read: ${detail}.`, {
    line: number,
    detail,
  })
}

/** Takes a byte-order mark off. */
const exactUtf8 = new TextDecoder('utf-8', { fatal: true })

/** Only a newline ends a line: JSON may hold other separators as they are. */
async function* linesOf(bytes: Buffer, signal: AbortSignal): AsyncGenerator<Line> {
  for (let from = 0, number = 1; from < bytes.length; number++) {
    await turn(signal)
    const newline = bytes.indexOf(10, from)
    const end = newline === -1 ? bytes.length : newline
    if (end - from > MAX_LINE_BYTES) refuseTooLarge('bytes in a line', MAX_LINE_BYTES)
    const value = valueOf(bytes.subarray(from, end), number)
    if (value !== undefined) yield { number, value }
    from = end + 1
  }
}

function valueOf(line: Buffer, number: number): unknown {
  let text: string
  try {
    text = exactUtf8.decode(line)
  } catch {
    throw new Refusal('line_not_utf8', `Line ${number} is not UTF-8.`, { line: number })
  }
  if (text.trim() === '') return undefined
  const value = jsonOf(text)
  if (value !== undefined) return value
  throw new Refusal('line_not_json', `Line ${number} is not JSON.`, { line: number })
}
