import { z } from 'zod'
import { contentProblem } from '@/lib/text/content'
import { turns } from '@/lib/turns'
import { parseLine } from './parse-line'
import { inMoments, SourceError, type Source, type SourceChange, type SourceMoment } from './source'
import { sourceBytes } from './source-bytes'
import { sourceLines } from './source-lines'

/**
 * JSON Lines: a line is a moment of a history, oldest first
 * (`{"at","author","message","changes":[{"op","path","from","content"}]}`), or a memory of a
 * snapshot (`{"path","content"}`), or one of the store's tests (`{"memory_test"}`). Gzipped or not.
 * Everything that `history-lines` adds is optional.
 */

const path = z.string()
const content = z.string()
const memory = z.int().nonnegative()

const change = z.discriminatedUnion('op', [
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
])

/** An actor's id, in our own format. */
const id = z.string().regex(/^[\w.:-]{1,256}$/, 'is not an id')

/** An id from a caller of the memory tool: any text that a database takes. */
const outerId = z
  .string()
  .max(256)
  .refine((text) => contentProblem(text) === null, 'cannot be stored')

/** Names and messages; PostgreSQL holds neither NUL nor lone surrogates. */
const remark = z.string().transform((text) => text.replaceAll('\0', '\ufffd').toWellFormed())

const momentLine = z.object({
  commit: remark.optional(),
  at: z.iso.datetime({ offset: true }),
  author: remark.optional(),
  message: remark.optional(),
  actor: z
    .object({ type: z.enum(['session', 'api_key', 'user', 'service_account']), id })
    .optional(),
  session_id: outerId.optional(),
  tool_use_id: outerId.optional(),
  batch: z
    .object({
      kind: z.enum([
        'restore',
        'undo',
        'seed',
        'history',
        'move',
        'remove',
        'redact',
        'review',
        'folder',
      ]),
    })
    .optional(),
  changes: z.array(change),
})

const memoryLine = z.union([
  z.object({ path, content }),
  z.object({ path, damaged: z.literal(true) }),
])

/** `name` is the file's original name. Reads the first line to detect the kind. */
export async function jsonlSource(
  file: string,
  name: string,
  isGzipped: boolean,
  signal: AbortSignal,
): Promise<Source> {
  const label = `jsonl:${name}`
  const tests = (signal: AbortSignal) => testsIn(file, isGzipped, signal)
  for await (const { value } of values(file, isGzipped, signal)) {
    if (typeof value !== 'object' || value === null || !('changes' in value)) break
    return { label, kind: 'history', moments: (signal) => moments(file, isGzipped, signal), tests }
  }
  return {
    label,
    kind: 'snapshot',
    moments: (signal) => inMoments(memories(file, isGzipped, signal)),
    tests,
  }
}

async function* testsIn(
  file: string,
  isGzipped: boolean,
  signal: AbortSignal,
): AsyncGenerator<unknown> {
  for await (const { value } of allValues(file, isGzipped, signal)) {
    if (isTest(value)) yield value.memory_test
  }
}

function isTest(value: unknown): value is { memory_test: unknown } {
  return typeof value === 'object' && value !== null && 'memory_test' in value
}

/** All lines but those of tests, which are none of a history. */
async function* values(
  file: string,
  isGzipped: boolean,
  signal: AbortSignal,
): AsyncGenerator<{ number: number; value: unknown }> {
  for await (const line of allValues(file, isGzipped, signal)) if (!isTest(line.value)) yield line
}

async function* allValues(
  file: string,
  isGzipped: boolean,
  signal: AbortSignal,
): AsyncGenerator<{ number: number; value: unknown }> {
  const maybeYield = turns(signal)
  for await (const { number, bytes } of sourceLines(sourceBytes(file, isGzipped), maybeYield)) {
    const value = await parseLine(bytes, number, signal)
    await maybeYield()
    if (value !== undefined) yield { number, value }
  }
}

async function* moments(
  file: string,
  isGzipped: boolean,
  signal: AbortSignal,
): AsyncGenerator<SourceMoment> {
  for await (const { number, value } of values(file, isGzipped, signal)) {
    const line = checked(momentLine, number, value)
    yield {
      at: Date.parse(line.at),
      reference: line.commit ?? null,
      message: line.message ?? null,
      author: line.author ?? null,
      actor: line.actor ?? null,
      sessionId: line.session_id ?? null,
      toolUseId: line.tool_use_id ?? null,
      batchKind: line.batch?.kind ?? null,
      changes: line.changes.map(sourceChange),
    }
  }
}

async function* memories(
  file: string,
  isGzipped: boolean,
  signal: AbortSignal,
): AsyncGenerator<SourceChange> {
  for await (const { number, value } of values(file, isGzipped, signal)) {
    const line = checked(memoryLine, number, value)
    yield 'damaged' in line
      ? damagedAt(line.path)
      : { op: 'write', path: line.path, bytes: bytesOf(line.content) }
  }
}

function checked<Schema extends z.ZodType>(
  schema: Schema,
  number: number,
  value: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const detail = `${issue?.path.map(String).join('.')} ${issue?.message}`
  throw new SourceError({ code: 'line_invalid', line: number, detail })
}

function sourceChange(each: z.output<typeof change>): SourceChange {
  switch (each.op) {
    case 'write':
      return {
        op: 'write',
        path: each.path,
        bytes: bytesOf(each.content),
        memory: each.memory,
        again: each.again,
      }
    case 'rename':
      return {
        op: 'rename',
        path: each.path,
        from: each.from,
        bytes: each.content === undefined ? null : bytesOf(each.content),
      }
    case 'delete':
      return { op: 'delete', path: each.path }
    case 'restore':
      return { op: 'restore', path: each.path, bytes: bytesOf(each.content), memory: each.memory }
    case 'damaged':
      return damagedAt(each.path)
    case 'redacted':
      return { op: 'skip', path: '(redacted)', reason: { code: 'redacted_before_export' } }
  }
}

function damagedAt(path: string | undefined): SourceChange {
  return { op: 'skip', path: path ?? '(damaged)', reason: { code: 'damaged' } }
}

/** A lone surrogate has no bytes; it becomes invalid UTF-8, and is skipped as such. */
function bytesOf(text: string): Buffer {
  return text.isWellFormed() ? Buffer.from(text, 'utf8') : Buffer.of(0xff)
}
