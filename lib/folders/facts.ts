import { z } from 'zod'
import { jsonOf, sha256Hex } from '@/lib/text/content'
import { wholeStart } from '@/lib/text/long-text'

/** What Claude Code's transcripts and hooks tell of: calls, their results, commands, reads, prompts. */

/** An agent's conversation in another program. */
export interface OuterSession {
  outerId: string
  project: string
  version: string
}

interface Told {
  session: OuterSession
  /** milliseconds since 1970 */
  at: number
}

export type Source = 'transcript' | 'hook'

/** The hash of what a model was to write, without front matter, which is written anew; null: not known. */
type Body = string | null

export type Fact = Told &
  (
    | { kind: 'result'; toolUseId: string; tool: string; file: string; sha256: string }
    | { kind: 'call'; toolUseId: string; tool: string; model: string; file: string; body: Body }
    /** a command that began at `from`; it ends where that is told */
    | { kind: 'command'; toolUseId: string; model: string; from: number }
    | { kind: 'ended'; toolUseId: string }
    | { kind: 'read'; file: string }
    | { kind: 'prompt'; text: string }
  )

/** Longest name that a program gives to sessions, calls and tools, and longest path; characters. */
const plain = z.string().regex(/^[^\0]*$/)
const id = plain.max(200)
const file = plain.max(4_096)

const hunk = z.object({ oldStart: z.number(), oldLines: z.number(), lines: z.array(z.string()) })

const writeResult = z.object({
  filePath: file,
  content: z.string().nullish(),
  originalFile: z.string().nullish(),
  structuredPatch: z.array(hunk).nullish(),
})

/** The hash of a file after a write or an edit; null: the result does not tell. */
function hashAfter(result: z.output<typeof writeResult>): string | null {
  const { content, originalFile, structuredPatch } = result
  if (content != null) return sha256Hex(content)
  if (originalFile == null || !structuredPatch) return null
  const text = patched(originalFile, structuredPatch)
  return text === null ? null : sha256Hex(text)
}

/** The text that a patch makes; null: it does not fit. Lines count from 1. */
function patched(original: string, hunks: readonly z.output<typeof hunk>[]): string | null {
  const before = original.split('\n')
  const after: string[] = []
  let next = 0
  for (const { oldStart, oldLines, lines } of hunks) {
    const start = oldLines === 0 ? oldStart : oldStart - 1
    if (start < next || start > before.length) return null
    after.push(...before.slice(next, start))
    const kept = lines.filter((line) => line.startsWith(' ') || line.startsWith('-'))
    if (!kept.every((line, at) => line.slice(1) === before[start + at])) return null
    const left = lines.filter((line) => line.startsWith(' ') || line.startsWith('+'))
    after.push(...left.map((line) => line.slice(1)))
    next = start + kept.length
  }
  return [...after, ...before.slice(next)].join('\n')
}

const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n([^]*?)\r?\n---[ \t]*(?:\r?\n|$)/

/** The hash of a text without its front matter, and without the empty lines around the rest. */
export function bodyHash(text: string): string {
  const body = text.replace(FRONT_MATTER, '')
  // By an expression each run of empty lines within would be gone through again from each of its lines.
  let from = 0
  let to = body.length
  while (body[from] === '\n') from++
  while (to > from && body[to - 1] === '\n') to--
  return sha256Hex(body.slice(from, to))
}

/** The session that a fact says it was first written in; null: it says none. */
export function originOf(text: string): string | null {
  const front = FRONT_MATTER.exec(text)?.[1] ?? ''
  return /^[ \t]*originSessionId:[ \t]*["']?([\w-]{8,64})["']?[ \t\r]*$/m.exec(front)?.[1] ?? null
}

const line = z.looseObject({
  type: z.string(),
  sessionId: id.min(1),
  timestamp: z.iso.datetime({ offset: true }),
  cwd: file.default(''),
  version: id.default(''),
  isMeta: z.boolean().optional(),
  isSidechain: z.boolean().optional(),
  message: z.looseObject({ model: id.default(''), content: z.unknown() }).optional(),
  toolUseResult: z.unknown().optional(),
  attachment: z.unknown().optional(),
})

const toolUse = z.object({
  type: z.literal('tool_use'),
  id,
  name: id,
  input: z.looseObject({ file_path: file.optional(), content: z.string().optional() }),
})

const toolResult = z.object({ type: z.literal('tool_result'), tool_use_id: id })
const readResult = z.object({ file: z.object({ filePath: file }) })
const instructions = z.object({
  type: z.literal('instructions'),
  files: z.array(z.object({ path: file })).max(200),
})

const LONGEST_PROMPT = 1_000

/** Lines that can tell something have one of these in them. */
const TELLING = ['"tool_use"', '"tool_use_id"', '"instructions"', '"role":"user"']

/** What a line of a transcript tells; a line that is not known tells nothing. */
export function factsOfLine(text: string): Fact[] {
  if (!TELLING.some((word) => text.includes(word))) return []
  const parsed = line.safeParse(jsonOf(text))
  if (!parsed.success) return []
  const { sessionId, timestamp, cwd, version, message, toolUseResult, attachment } = parsed.data
  const told = {
    session: { outerId: sessionId, project: cwd, version },
    // What is told of times to come would be kept until then, and PostgreSQL has no year 0.
    at: Math.min(Math.max(0, Date.parse(timestamp)), Date.now()),
  }
  const shown = instructions.safeParse(attachment)
  if (shown.success) {
    return shown.data.files.map((each) => ({ ...told, kind: 'read', file: each.path }))
  }
  const parts = Array.isArray(message?.content) ? (message.content as unknown[]) : []
  if (parsed.data.type === 'assistant') {
    return parts.flatMap((part): Fact[] => callOf(part, message?.model ?? '', told))
  }
  if (typeof message?.content === 'string') {
    const isSaid =
      !parsed.data.isMeta && !parsed.data.isSidechain && !message.content.startsWith('<')
    const prompt = wholeStart(message.content.trim(), LONGEST_PROMPT).replaceAll('\0', '')
    return isSaid && prompt !== '' ? [{ ...told, kind: 'prompt', text: prompt }] : []
  }
  const toolUseId = toolResult.safeParse(parts[0]).data?.tool_use_id
  return toolUseId === undefined ? [] : resultsOf(toolUseId, '', toolUseResult, told)
}

function callOf(part: unknown, model: string, told: Told): Fact[] {
  const use = toolUse.safeParse(part)
  if (!use.success) return []
  const { id: toolUseId, name: tool, input } = use.data
  if (tool === 'Bash') return [{ ...told, kind: 'command', toolUseId, model, from: told.at }]
  if (input.file_path === undefined || tool === 'Read') return []
  const body = input.content === undefined ? null : bodyHash(input.content)
  return [{ ...told, kind: 'call', toolUseId, tool, model, file: input.file_path, body }]
}

function resultsOf(toolUseId: string, tool: string, response: unknown, told: Told): Fact[] {
  const written = writeResult.safeParse(response)
  const sha256 = written.success ? hashAfter(written.data) : null
  if (written.success && sha256 !== null) {
    const { filePath } = written.data
    return [{ ...told, kind: 'result', toolUseId, tool, file: filePath, sha256 }]
  }
  const read = readResult.safeParse(response)
  if (read.success) return [{ ...told, kind: 'read', file: read.data.file.filePath }]
  return [{ ...told, kind: 'ended', toolUseId }]
}

/** The body that Claude Code's hooks send. */
export const hookBody = z.looseObject({
  hook_event_name: id,
  session_id: id.min(1),
  cwd: file.default(''),
  tool_name: id.default(''),
  tool_use_id: id.optional(),
  tool_input: z.unknown().optional(),
  tool_response: z.unknown().optional(),
})
export type HookBody = z.output<typeof hookBody>

/** What a hook tells of a call that has ended, or of a command that begins. */
export function factsOfHook(body: HookBody, at: number): Fact[] {
  const { hook_event_name: event, tool_use_id: toolUseId, tool_name: tool } = body
  if (toolUseId === undefined) return []
  const told = { session: { outerId: body.session_id, project: body.cwd, version: '' }, at }
  if (event === 'PreToolUse' && tool === 'Bash') {
    return [{ ...told, kind: 'command', toolUseId, model: '', from: at }]
  }
  return event === 'PostToolUse' ? resultsOf(toolUseId, tool, body.tool_response, told) : []
}
