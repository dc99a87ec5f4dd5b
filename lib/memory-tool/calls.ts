import type { Cause } from '@/lib/store/model/actor'
import type { Step } from '@/lib/store/plan/plan'
import { sha256Hex, utf8Size } from '@/lib/text/content'
import {
  type DocumentTool,
  isDocumentTool,
  isWritingDocument,
  planDocumentWrite,
  runDocument,
} from './documents'
import type { FileAddress, PlannedOn } from './files'
import type { Mount } from './paths'
import { planCommand, writtenBy } from './plan'
import { runCommand } from './run'
import { failed, refusedAnswer, succeeded, type ToolAnswer, toolWords } from './words'

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
  if (isDocumentTool(name)) {
    const writing = { mounts, name: name as Extract<DocumentTool, 'memory_write'>, input }
    return planDocumentWrite(files, writing, cause)
  }
  const call = { mounts, command: input }
  const at = writtenBy(call)
  const none = { steps: [], storeId: '' }
  try {
    const planned = await planCommand(files, call)
    if ('error' in planned) return { answer: failed(planned.error), ...none }
    const { answer, steps } = planned
    return { answer: succeeded(answer), steps, storeId: at?.storeId ?? '' }
  } catch (error) {
    const shown = at?.shown ?? ''
    return {
      answer: refusedAnswer(error, (each) => toolWords(each, shown, (path) => path)),
      ...none,
    }
  }
}

/** Files as they would be after some steps in one of their stores. */
export function filesAfter(files: PlannedOn, storeId: string, steps: readonly Step[]): PlannedOn {
  const after = new Map<string, string | null>()
  const moved = async (path: string) =>
    after.get(path) ?? (await files.read({ storeId, path }))?.content
  const ready = (async () => {
    for (const step of steps) {
      if (step.op === 'write' || step.op === 'revive') after.set(step.path, step.content)
      if (step.op === 'delete') after.set(step.path, null)
      if (step.op === 'rename') {
        const content = step.content ?? (await moved(step.from)) ?? ''
        after.set(step.from, null)
        after.set(step.path, content)
      }
    }
  })()
  const isHere = (at: FileAddress) => at.storeId === storeId
  return {
    async read(at) {
      await ready
      const content = isHere(at) ? after.get(at.path) : undefined
      if (content === undefined) return files.read(at)
      if (content === null) return null
      return { id: '', memoryId: '', storeId, content, sha256: sha256Hex(content) }
    },
    async entries(at) {
      await ready
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
      await ready
      if (!isHere(at)) return files.exists(at)
      const standing = [...after].filter(([, content]) => content !== null).map(([path]) => path)
      const inTheWay = standing.find(
        (path) =>
          path === at.path || path.startsWith(`${at.path}/`) || at.path.startsWith(`${path}/`),
      )
      if (inTheWay !== undefined) return inTheWay
      const found = await files.exists(at)
      if (found === null || !after.has(found)) return found
      // What was in the way is gone; something else below may still be.
      const [left] = (await this.entries(at)).filter(({ path }) => !after.has(path))
      return left?.path ?? null
    },
  }
}
