import { db } from '@/lib/db'
import type { Cause } from '@/lib/store/model/actor'
import type { Step } from '@/lib/store/plan/plan'
import { sha256Hex, utf8Size } from '@/lib/text/content'
import {
  type DocumentTool,
  isDocumentTool,
  isWritingDocument,
  planDocument,
  planDocumentWrite,
  runDocument,
  type StaleLook,
} from './documents'
import { overlaps } from '@/lib/text/memory-path'
import type { FileAddress, FileText, MemoryFiles, PlannedOn } from './files'
import type { Mount } from './paths'
import { planCommand, writtenBy } from './plan'
import { flushReads, recordRead } from '@/lib/store/reads'
import { refusedCommand, runCommand } from './run'
import { staleWrite } from './stale'
import { documentWords, failed, refusedAnswer, succeeded, type ToolAnswer } from './words'

/** A model's call of any tool that reaches memory: the native one, or one of the six. */
export interface ToolCall {
  name: string
  input: Record<string, unknown>
}

export const MEMORY_TOOL = 'memory'

/** Runs a call. Never throws for a model's mistakes: those are answers with `isError`. */
export function runCall(
  mounts: readonly Mount[],
  { name, input }: ToolCall,
  cause: Cause,
): Promise<ToolAnswer> {
  if (name === MEMORY_TOOL) return runCommand({ mounts, command: input }, cause)
  if (isDocumentTool(name)) return runDocument({ mounts, name, input }, cause)
  return Promise.resolve(failed(`Error: There is no tool ${name}`))
}

/** Whether a call is one that writes, or would be if it were right. */
export function isWriting({ name, input }: ToolCall): boolean {
  if (name === MEMORY_TOOL) return input.command !== 'view'
  return isDocumentTool(name) && isWritingDocument(name)
}

/** What a writing call comes to. */
export interface PlannedWrite {
  answer: ToolAnswer
  /** empty: it would change nothing, and `answer` says why */
  steps: Step[]
  storeId: string
}

/** Plans a writing call on these files, without doing anything. */
export async function planWrite(
  files: PlannedOn,
  mounts: readonly Mount[],
  { name, input }: ToolCall,
  cause: Cause,
): Promise<PlannedWrite> {
  if (!isDocumentTool(name)) return planCommandOn(files, mounts, input)
  const writing = { mounts, name: name as Extract<DocumentTool, 'memory_write'>, input }
  // What this caller read a moment ago is asked for.
  await flushReads()
  const planned = await planDocumentWrite(files, writing, (write, file) =>
    staleWrite({ tx: db, cause }, write, file),
  )
  for (const file of planned.seen) recordRead(file, cause)
  return planned
}

/** What a call of any tool comes to on some files, and what its answer shows. */
export interface PlannedOnFiles extends PlannedWrite {
  seen: FileText[]
}

/**
 * Answers a call of any tool on these files, in the words that stores have for it. Nothing is done: `steps` are
 * what it would do, and nothing counts as read. `look`: whether a write overwrites what was not read.
 */
export function planCall(
  files: MemoryFiles,
  mounts: readonly Mount[],
  { name, input }: ToolCall,
  look: StaleLook,
): Promise<PlannedOnFiles> {
  if (name === MEMORY_TOOL) return planCommandOn(files, mounts, input)
  if (isDocumentTool(name)) return planDocument(files, { mounts, name, input }, look)
  const answer = failed(`Error: There is no tool ${name}`)
  return Promise.resolve({ answer, steps: [], storeId: '', seen: [] })
}

async function planCommandOn(
  files: PlannedOn,
  mounts: readonly Mount[],
  input: Record<string, unknown>,
): Promise<PlannedOnFiles> {
  const call = { mounts, command: input }
  const none = { steps: [], storeId: '', seen: [] }
  try {
    const planned = await planCommand(files, call)
    if ('error' in planned) return { answer: failed(planned.error), ...none }
    const { answer, steps, seen } = planned
    return { answer: succeeded(answer), steps, storeId: writtenBy(call)?.storeId ?? '', seen }
  } catch (error) {
    return { answer: refusedCommand(error, call), ...none }
  }
}

/** The answer to a call whose steps a store refused, in the words of its tool; throws again what is no refusal. */
export function refusedSteps(
  error: unknown,
  mounts: readonly Mount[],
  { name, input }: ToolCall,
): ToolAnswer {
  if (name === MEMORY_TOOL) return refusedCommand(error, { mounts, command: input })
  return refusedAnswer(error, (refusal) => documentWords(refusal, String(input.path)))
}

/** Files as they would be after some steps in one of their stores. */
export function filesAfter(files: PlannedOn, storeId: string, steps: readonly Step[]): PlannedOn {
  const after = new Map<string, string | null>()
  const replay = async () => {
    for (const step of steps) {
      if (step.op === 'rename') {
        const at = { storeId, path: step.from }
        const content = step.content ?? after.get(at.path) ?? (await files.read(at))?.content ?? ''
        after.set(step.from, null)
        after.set(step.path, content)
      } else after.set(step.path, step.op === 'delete' ? null : step.content)
    }
  }
  // Not before somebody asks: a read that nobody waits for may end after its transaction.
  let replayed: Promise<void> | undefined
  const ready = () => (replayed ??= replay())
  const isHere = (at: FileAddress) => at.storeId === storeId
  return {
    async read(at) {
      await ready()
      const content = isHere(at) ? after.get(at.path) : undefined
      if (content === undefined) return files.read(at)
      if (content === null) return null
      return { id: '', memoryId: '', storeId, content, sha256: sha256Hex(content) }
    },
    async entries(at) {
      await ready()
      const entries = await files.entries(at)
      if (!isHere(at)) return entries
      const added = [...after].flatMap(([path, content]) =>
        content !== null && path.startsWith(`${at.path}/`)
          ? [{ path, size: utf8Size(content), sha256: sha256Hex(content) }]
          : [],
      )
      const kept = entries.filter(({ path }) => !after.has(path))
      return [...kept, ...added].sort((one, other) => (one.path < other.path ? -1 : 1))
    },
    async exists(at) {
      await ready()
      if (!isHere(at)) return files.exists(at)
      const standing = [...after].filter(([, content]) => content !== null).map(([path]) => path)
      const inTheWay = standing.find((path) => overlaps(path, at.path))
      if (inTheWay !== undefined) return inTheWay
      const found = await files.exists(at)
      if (found === null || !after.has(found)) return found
      // What was in the way is gone; something else below may still be.
      const [left] = (await this.entries(at)).filter(({ path }) => !after.has(path))
      return left?.path ?? null
    },
  }
}
