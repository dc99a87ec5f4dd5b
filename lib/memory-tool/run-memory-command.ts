import type { Database } from '@/lib/db/database'
import type { Cause } from '@/lib/store/model/actor'
import { StoreError, type StoreProblem } from '@/lib/store/model/problems'
import { ruleInEnglish } from '@/lib/store/model/rule-in-english'
import { type CommandOf, type MemoryCommand, parseCommand } from './command'
import { insertLines, replaceOnce } from './edits'
import type { FileAddress, MemoryFiles } from './memory-files'
import type { Mount } from './mount'
import { refuseCall, ToolRefusal } from './refusal'
import { storedFiles } from './stored-files'
import { parseToolPath, toolPathOf, type ToolPath } from './tool-path'
import { withPolicyNotes } from './policy-notes'
import { ifNotFound, toolWords } from './tool-words'
import { view } from './view'

export interface MemoryToolCall {
  /** the attached stores; a single one is `/memories` itself, several are directories in it */
  mounts: readonly Mount[]
  /** the model's input: any value, checked here */
  command: unknown
  cause: Cause
}

export interface MemoryToolAnswer {
  /** the string that the model gets */
  content: string
  isError: boolean
  /** of the versions written by the call */
  versionIds: string[]
  /** set if a policy holds the write for a person; nothing was written */
  held?: HeldByPolicy
  /** whether a policy refused the write */
  isRefusedByPolicy?: true
  /** whether the memory is not what the caller took it to be; nothing was written */
  isOutdated?: true
}

export type HeldByPolicy = Extract<StoreProblem, { kind: 'held_by_policy' }>

/**
 * Runs one command of the memory tool on stores, to the letter of its page. Never throws for a
 * model's mistakes: those are answers with `isError`.
 */
export async function runMemoryCommand(
  db: Database,
  { mounts, command, cause }: MemoryToolCall,
): Promise<MemoryToolAnswer> {
  const run = (written: Cause) => runCommandOn(storedFiles(db, written), { mounts, command })
  return withPolicyNotes(db, cause, run, namesIn(command, mounts))
}

/** A store's path as the tool shows it to who gave this command. */
function namesIn(command: unknown, mounts: readonly Mount[]): (storePath: string) => string {
  return (storePath) => {
    const parsed = parseCommand(command)
    const at = parseToolPath(parsed.command === 'rename' ? parsed.old_path : parsed.path, mounts)
    return at.kind === 'in_store' ? toolPathOf(at, storePath) : storePath
  }
}

/** Runs one command of the memory tool on any files. Never throws for a model's mistakes. */
export async function runCommandOn(
  files: MemoryFiles,
  call: Pick<MemoryToolCall, 'mounts' | 'command'>,
): Promise<MemoryToolAnswer> {
  let shown = '/memories'
  let at: InStore | null = null
  try {
    const command = parseCommand(call.command)
    shown = command.command === 'rename' ? command.old_path : command.path
    if (command.command === 'view') return answer(await view(files, call.mounts, command))
    const toolPath = parseToolPath(shown, call.mounts)
    shown = toolPath.shown
    at = toolPath.kind === 'in_store' ? toolPath : null
    return await change(files, call.mounts, command, toolPath)
  } catch (error) {
    if (error instanceof ToolRefusal) {
      return { content: error.message, isError: true, versionIds: [] }
    }
    if (error instanceof StoreError) {
      const from = at
      const inTool = (path: string) => (from ? toolPathOf(from, path) : path)
      return {
        content: toolWords(error.problem, shown, inTool),
        isError: true,
        versionIds: [],
        ...stoppedBy(error.problem),
      }
    }
    throw error
  }
}

/** The obstacle that stopped a write, as far as more than words follow from it. */
export function stoppedBy(
  problem: StoreProblem,
): Pick<MemoryToolAnswer, 'held' | 'isRefusedByPolicy' | 'isOutdated'> {
  switch (problem.kind) {
    case 'refused_by_policy':
      return { isRefusedByPolicy: true }
    case 'held_by_policy':
      return { held: problem }
    case 'precondition_failed':
    case 'changed_since_seen':
      return { isOutdated: true }
    default:
      return {}
  }
}

type InStore = Extract<ToolPath, { kind: 'in_store' }>

function answer(content: string, versionIds: string[] = []): MemoryToolAnswer {
  return { content, isError: false, versionIds }
}

async function change(
  files: MemoryFiles,
  mounts: readonly Mount[],
  command: Exclude<MemoryCommand, { command: 'view' }>,
  toolPath: ToolPath,
): Promise<MemoryToolAnswer> {
  switch (command.command) {
    case 'create':
      return create(files, mounts, command, toolPath)
    case 'str_replace':
      return strReplace(files, command, toolPath)
    case 'insert':
      return insert(files, command, toolPath)
    case 'delete':
      return remove(files, toolPath)
    case 'rename':
      return rename(files, mounts, command, toolPath)
  }
}

function addressOf({ mount, path }: InStore): FileAddress {
  return { storeId: mount.storeId, path }
}

function refuseReadOnly(toolPath: InStore): void {
  if (toolPath.mount.access === 'read_only') refuseCall(`Error: ${toolPath.shown} is read-only`)
}

/** The path of a file in a writable store; refuses with `missing` where no file can be. */
function requireFile(toolPath: ToolPath, missing: string): InStore {
  if (toolPath.kind !== 'in_store' || toolPath.path === '') return refuseCall(missing)
  refuseReadOnly(toolPath)
  return toolPath
}

async function create(
  files: MemoryFiles,
  mounts: readonly Mount[],
  command: CommandOf<'create'>,
  toolPath: ToolPath,
): Promise<MemoryToolAnswer> {
  const { shown } = toolPath
  if (toolPath.kind === 'unmounted') {
    const stores = mounts.map(({ name }) => `/memories/${name}`).join(', ')
    return refuseCall(`Error: ${shown} is in no memory store; the stores are ${stores}`)
  }
  const file = requireFile(toolPath, `Error: File ${shown} already exists`)
  const versionIds = await files.create(addressOf(file), command.file_text)
  return answer(`File created successfully at: ${shown}`, versionIds)
}

async function strReplace(
  files: MemoryFiles,
  command: CommandOf<'str_replace'>,
  toolPath: ToolPath,
): Promise<MemoryToolAnswer> {
  const { shown } = toolPath
  const missing = `Error: The path ${shown} does not exist. Please provide a valid path.`
  const file = requireFile(toolPath, missing)
  let snippet = ''
  const edit = (content: string) => {
    const replacement = replaceOnce(shown, content, command.old_str, command.new_str)
    snippet = replacement.snippet
    return replacement.content
  }
  const versionIds = await ifNotFound(files.edit(addressOf(file), edit), missing)
  return answer(`The memory file has been edited.\n${snippet}`, versionIds)
}

async function insert(
  files: MemoryFiles,
  command: CommandOf<'insert'>,
  toolPath: ToolPath,
): Promise<MemoryToolAnswer> {
  const { shown } = toolPath
  const missing = `Error: The path ${shown} does not exist`
  const file = requireFile(toolPath, missing)
  const edit = (content: string) => insertLines(content, command.insert_line, command.insert_text)
  const versionIds = await ifNotFound(files.edit(addressOf(file), edit), missing)
  return answer(`The file ${shown} has been edited.`, versionIds)
}

async function remove(files: MemoryFiles, toolPath: ToolPath): Promise<MemoryToolAnswer> {
  const { shown } = toolPath
  const missing = `Error: The path ${shown} does not exist`
  if (isRoot(toolPath)) return refuseCall('Error: Cannot delete the /memories directory itself')
  const target = requireFile(toolPath, missing)
  const versionIds = await ifNotFound(files.remove(addressOf(target)), missing)
  return answer(`Successfully deleted ${shown}`, versionIds)
}

function isRoot(toolPath: ToolPath): boolean {
  return toolPath.kind === 'root' || (toolPath.kind === 'in_store' && toolPath.path === '')
}

async function rename(
  files: MemoryFiles,
  mounts: readonly Mount[],
  command: CommandOf<'rename'>,
  from: ToolPath,
): Promise<MemoryToolAnswer> {
  const missing = `Error: The path ${from.shown} does not exist`
  if (isRoot(from)) return refuseCall('Error: Cannot rename the /memories directory itself')
  const source = requireFile(from, missing)
  const destination = await destinationOf(command.new_path, mounts).catch(
    async (error: unknown) => {
      // If both are wrong, the source is reported.
      if (!(await isThere(files, source))) refuseCall(missing)
      throw error
    },
  )
  const move = files
    .move(addressOf(source), addressOf(destination))
    .catch((error: unknown) => refuseMove(error, source, destination))
  const versionIds = await ifNotFound(move, missing)
  return answer(`Successfully renamed ${from.shown} to ${destination.shown}`, versionIds)
}

async function destinationOf(path: string, mounts: readonly Mount[]): Promise<InStore> {
  const to = parseToolPath(path, mounts)
  if (to.kind === 'unmounted') return refuseCall(`Error: ${to.shown} is in no memory store`)
  return requireFile(to, taken(to))
}

const taken = (to: ToolPath) => `Error: The destination ${to.shown} already exists`

async function isThere(files: MemoryFiles, source: InStore): Promise<boolean> {
  const at = addressOf(source)
  return (await files.hasDirectory(at)) || (await files.hasFile(at))
}

/** Reports why a move was refused, naming the path concerned. */
function refuseMove(error: unknown, from: InStore, to: InStore): never {
  if (!(error instanceof StoreError)) throw error
  const { problem } = error
  const inDestination = (path: string) => toolPathOf(to, path)
  switch (problem.kind) {
    case 'path_conflict': {
      const { path, conflictingPath } = problem
      const isAbove = path.startsWith(`${conflictingPath}/`)
      return refuseCall(
        isAbove
          ? `Error: Cannot write ${to.shown}: ${inDestination(conflictingPath)} is a file, not a directory`
          : taken(to),
      )
    }
    case 'invalid_input':
      return refuseCall(
        `Error: Cannot rename ${from.shown} to ${to.shown}: a path below it ${ruleInEnglish(problem)}`,
      )
    case 'content_too_large':
      return refuseCall(toolWords(problem, to.shown, inDestination))
    case 'memory_quarantined': {
      const { shown } = problem.path === to.path ? to : from
      return refuseCall(toolWords({ ...problem, path: null }, shown, inDestination))
    }
    case 'store_archived':
    case 'store_not_found': {
      const { shown } = problem.storeId === from.mount.storeId ? from : to
      return refuseCall(toolWords(problem, shown, inDestination))
    }
    default:
      throw error
  }
}
