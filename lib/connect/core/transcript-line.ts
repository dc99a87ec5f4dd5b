import { z } from 'zod'
import { bodyOf } from './front-matter-body'
import { hashOf } from './hash-of'
import { type NamedByCommand, namedByMove } from './moved-by-command'
import { patchedText } from './patched-text'
import { MAX_ID, MAX_PATH, shortText } from '../short-text'

/**
 * A fact from a line of Claude Code's transcripts: a call that a model made, or the result of one.
 * Of contents only hashes are kept. Lines that tell something else, or nothing that is known, give
 * none.
 */
export type TranscriptFact =
  | {
      kind: 'call'
      toolUseId: string
      tool: string
      model: string
      /** absolute */
      file: string
      /** of what it was to write, without front matter, which Claude Code writes anew; null: unknown */
      bodySha256: string | null
      session: SessionFact
      /** what the person had asked, and what was said before the call; only if it is to be kept */
      excerpt?: Excerpt
      /** milliseconds since 1970 */
      at: number
    }
  | {
      kind: 'result'
      toolUseId: string
      file: string
      /** what the file holds after it */
      sha256: string
      /** where that is told */
      source: 'transcript' | 'hook'
      /** '': unknown */
      tool: string
      session: SessionFact
      at: number
    }
  | {
      kind: 'read'
      /** what was put into the context, whole or in part */
      file: string
      session: SessionFact
      at: number
    }
  | {
      kind: 'command'
      toolUseId: string
      /** when it began; it ended at `at` */
      from: number
      session: SessionFact
      at: number
    }
  | {
      /** a command that moves or deletes, and names this */
      kind: 'move'
      toolUseId: string
      /** '': unknown */
      model: string
      named: NamedByCommand
      source: 'transcript' | 'hook'
      /** when it began; it ended at `at`, or later if nobody told of its end */
      from: number
      session: SessionFact
      at: number
    }

/** Texts of a conversation, the beginning of each. */
export interface Excerpt {
  prompt: string
  said: string
}

/** The text of a line, if excerpts are kept: a person's prompt, or what the model said. */
export interface SaidLine {
  by: 'person' | 'model'
  text: string
  outerId: string
}

export interface SessionFact {
  outerId: string
  project: string
  clientVersion: string
}

const hunk = z.object({
  oldStart: z.number(),
  oldLines: z.number(),
  lines: z.array(z.string()),
})

const path = shortText(MAX_PATH)
const id = shortText(MAX_ID)

const toolUse = z.object({
  type: z.literal('tool_use'),
  id,
  name: id,
  input: z.object({
    file_path: path,
    content: z.string().optional(),
  }),
})

const bashUse = z.object({
  type: z.literal('tool_use'),
  id,
  name: z.literal('Bash'),
  input: z.object({ command: z.string() }),
})

const common = {
  sessionId: id.min(1),
  timestamp: z.iso.datetime({ offset: true }),
  cwd: path.default(''),
  version: id.default(''),
}

const assistantLine = z.object({
  ...common,
  type: z.literal('assistant'),
  message: z.object({ model: id.default(''), content: z.array(z.unknown()) }),
})

/** The result of a write or an edit. */
export const writeResult = z.object({
  filePath: path,
  content: z.string().nullish(),
  originalFile: z.string().nullish(),
  structuredPatch: z.array(hunk).nullish(),
})

/** Returns the file's content after a write or an edit; null: the result does not tell. */
export function textAfter({
  content,
  originalFile,
  structuredPatch,
}: z.output<typeof writeResult>): string | null {
  if (content != null) return content
  return originalFile != null && structuredPatch ? patchedText(originalFile, structuredPatch) : null
}

const resultLine = z.object({
  ...common,
  type: z.literal('user'),
  message: z.object({
    content: z.array(z.object({ tool_use_id: id.optional() })).min(1),
  }),
  toolUseResult: writeResult,
})

const readLine = z.object({
  ...common,
  type: z.literal('user'),
  toolUseResult: z.object({ file: z.object({ filePath: path }) }),
})

/** Files of the memory that Claude Code itself puts at the start of a conversation. */
const instructionsLine = z.object({
  ...common,
  type: z.literal('attachment'),
  attachment: z.object({
    type: z.literal('instructions'),
    files: z.array(z.object({ path })),
  }),
})

/** Of each text so many characters are kept. */
const LONGEST_EXCERPT = 1_000

const saidLine = z.union([
  z.object({
    type: z.literal('user'),
    sessionId: id.min(1),
    isMeta: z.literal(false).optional(),
    isSidechain: z.literal(false).optional(),
    message: z.object({ content: z.string() }),
  }),
  z.object({
    type: z.literal('assistant'),
    sessionId: id.min(1),
    message: z.object({ content: z.array(z.unknown()) }),
  }),
])

const textPart = z.object({ type: z.literal('text'), text: z.string() })

/** Returns what a person asked or a model said in this line; null: neither. */
export function saidIn(line: string): SaidLine | null {
  if (!line.includes('"role":"user","content":"') && !line.includes('"type":"text"')) return null
  const parsed = saidLine.safeParse(jsonOf(line))
  if (!parsed.success) return null
  const { type, sessionId: outerId, message } = parsed.data
  const text =
    type === 'user'
      ? message.content
      : message.content.flatMap((part) => textPart.safeParse(part).data?.text ?? []).join('\n')
  // Through bytes, since a slice would keep all of the text that it was taken from.
  const bytes = Buffer.from(text.trim().slice(0, LONGEST_EXCERPT))
  const kept = bytes.toString('utf8').replaceAll('\0', '')
  // What the program itself says for the person stands in marks.
  if (kept === '' || (type === 'user' && kept.startsWith('<'))) return null
  return { by: type === 'user' ? 'person' : 'model', text: kept, outerId }
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

const TELLING = ['"tool_use"', '"toolUseResult"', '"instructions"']

/** Of one line; a real one tells of some ten. */
const MAX_FACTS = 200

export const factsOfLine = (line: string): TranscriptFact[] => allFactsOf(line).slice(0, MAX_FACTS)

function allFactsOf(line: string): TranscriptFact[] {
  if (!TELLING.some((word) => line.includes(word))) return []
  const parsed = jsonOf(line)
  const call = assistantLine.safeParse(parsed)
  if (call.success) return callsOf(call.data)
  const result = resultLine.safeParse(parsed)
  if (result.success) return resultsOf(result.data)
  const read = readLine.safeParse(parsed)
  if (read.success) return [readOf(read.data, read.data.toolUseResult.file.filePath)]
  const shown = instructionsLine.safeParse(parsed)
  return shown.success
    ? shown.data.attachment.files.map((file) => readOf(shown.data, file.path))
    : []
}

function readOf(
  line: { sessionId: string; cwd: string; version: string; timestamp: string },
  file: string,
): TranscriptFact {
  return { kind: 'read', file, session: sessionOf(line), at: Date.parse(line.timestamp) }
}

function callsOf(line: z.output<typeof assistantLine>): TranscriptFact[] {
  return line.message.content.flatMap((part): TranscriptFact[] => {
    const use = toolUse.safeParse(part)
    if (!use.success) return movesOf(line, part)
    const { name, input } = use.data
    return [
      {
        kind: 'call',
        toolUseId: use.data.id,
        tool: name,
        model: line.message.model,
        file: input.file_path,
        bodySha256: input.content === undefined ? null : hashOf(bodyOf(input.content)),
        session: sessionOf(line),
        at: Date.parse(line.timestamp),
      },
    ]
  })
}

function movesOf(line: z.output<typeof assistantLine>, part: unknown): TranscriptFact[] {
  const use = bashUse.safeParse(part)
  if (!use.success) return []
  const at = Date.parse(line.timestamp)
  return namedByMove(use.data.input.command, line.cwd).map((named) => ({
    kind: 'move',
    toolUseId: use.data.id,
    model: line.message.model,
    named,
    source: 'transcript',
    from: at,
    session: sessionOf(line),
    at,
  }))
}

function resultsOf(line: z.output<typeof resultLine>): TranscriptFact[] {
  const toolUseId = line.message.content[0]?.tool_use_id
  const text = textAfter(line.toolUseResult)
  if (toolUseId === undefined || text === null) return []
  return [
    {
      kind: 'result',
      toolUseId,
      file: line.toolUseResult.filePath,
      sha256: hashOf(text),
      source: 'transcript',
      tool: '',
      session: sessionOf(line),
      at: Date.parse(line.timestamp),
    },
  ]
}

const sessionOf = ({
  sessionId,
  cwd,
  version,
}: {
  sessionId: string
  cwd: string
  version: string
}) => ({
  outerId: sessionId,
  project: cwd,
  clientVersion: version,
})
