import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { inMoments, SourceError, type Source, type SourceChange, type SourceMoment } from './source'

/**
 * JSON Lines: a line is a moment of a history, oldest first
 * (`{"at","author","message","changes":[{"op","path","from","content"}]}`), or a memory of a
 * snapshot (`{"path","content"}`). Gzipped or not.
 */

const path = z.string()
const content = z.string()

const change = z.discriminatedUnion('op', [
  z.object({ op: z.literal('write'), path, content }),
  z.object({ op: z.literal('rename'), path, from: path, content: content.optional() }),
  z.object({ op: z.literal('delete'), path }),
  z.object({ op: z.literal('restore'), path, content, memory: z.int().nonnegative() }),
  z.object({ op: z.literal('redacted') }),
])

const actor = z.object({
  type: z.enum(['session', 'api_key', 'user', 'service_account']),
  id: z.string().min(1).max(256),
})

const momentLine = z.object({
  commit: z.string().optional(),
  at: z.iso.datetime({ offset: true }),
  author: z.string().optional(),
  message: z.string().optional(),
  actor: actor.optional(),
  session_id: z.string().optional(),
  batch: z
    .object({ kind: z.enum(['restore', 'undo', 'seed', 'history', 'move', 'remove', 'redact']) })
    .optional(),
  changes: z.array(change),
})

const memoryLine = z.object({ path, content })

/** `name` is what the file was called when it came. Reads the first line to see which kind it is. */
export async function jsonlSource(file: string, name: string, isGzipped: boolean): Promise<Source> {
  for await (const { value } of lines(file, isGzipped)) {
    const isHistory = typeof value === 'object' && value !== null && 'changes' in value
    return isHistory
      ? { label: `jsonl:${name}`, kind: 'history', moments: () => moments(file, isGzipped) }
      : {
          label: `jsonl:${name}`,
          kind: 'snapshot',
          moments: () => inMoments(memories(file, isGzipped)),
        }
  }
  return { label: `jsonl:${name}`, kind: 'snapshot', moments: () => inMoments(nothing()) }
}

async function* nothing(): AsyncGenerator<SourceChange> {}

async function* lines(
  file: string,
  isGzipped: boolean,
): AsyncGenerator<{ number: number; value: unknown }> {
  const raw = createReadStream(file)
  const input = isGzipped ? raw.pipe(createGunzip()) : raw
  let number = 0
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    number++
    if (line.trim() === '') continue
    let value: unknown
    try {
      value = JSON.parse(line)
    } catch {
      throw new SourceError(`Line ${number} is not JSON.`)
    }
    yield { number, value }
  }
}

async function* moments(file: string, isGzipped: boolean): AsyncGenerator<SourceMoment> {
  for await (const { number, value } of lines(file, isGzipped)) {
    const line = checked(momentLine, number, value)
    yield {
      at: Date.parse(line.at),
      reference: line.commit ?? null,
      message: line.message ?? null,
      author: line.author ?? null,
      actor: line.actor ?? null,
      sessionId: line.session_id ?? null,
      batchKind: line.batch?.kind ?? null,
      changes: line.changes.map(sourceChange),
    }
  }
}

async function* memories(file: string, isGzipped: boolean): AsyncGenerator<SourceChange> {
  for await (const { number, value } of lines(file, isGzipped)) {
    const line = checked(memoryLine, number, value)
    yield { op: 'write', path: line.path, bytes: bytesOf(line.content) }
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
  throw new SourceError(
    `Line ${number} cannot be read: ${issue?.path.map(String).join('.')} ${issue?.message}`,
  )
}

function sourceChange(each: z.output<typeof change>): SourceChange {
  switch (each.op) {
    case 'write':
      return { op: 'write', path: each.path, bytes: bytesOf(each.content) }
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
    case 'redacted':
      return { op: 'skip', path: '(redacted)', reason: 'redacted before it was exported' }
  }
}

/** A lone surrogate has no bytes; it becomes what is no UTF-8, and is skipped as that. */
function bytesOf(text: string): Buffer {
  return text.isWellFormed() ? Buffer.from(text, 'utf8') : Buffer.of(0xff)
}
