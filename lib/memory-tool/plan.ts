import type { Step } from '@/lib/store/plan/plan'
import { contentProblem, contentRuleWords } from '@/lib/text/content'
import { memoryPathProblem, pathRuleWords } from '@/lib/text/memory-path'
import { type CommandOf, type MemoryCommand, parseCommand, refuseInput } from './commands'
import { insertLines, replaceOnce } from './edits'
import type { FileEntry, FileText, PlannedOn } from './files'
import {
  type InStore,
  inStore,
  type Mount,
  namesOf,
  parseToolPath,
  ROOT,
  type ToolPath,
  toolPathOf,
} from './paths'
import { type Entry, viewDirectory, viewFile } from './view'
import { refuseCall, ToolRefusal } from './words'

/** One command as a model gave it. */
export interface CommandCall {
  /** the attached stores; a single one is `/memories` itself, several are directories in it */
  mounts: readonly Mount[]
  /** any value, checked here */
  command: unknown
}

/** What a command answers once its steps are applied to that store; of one that reads, there are none. */
export interface PlannedCall {
  answer: string
  steps: Step[]
  /** what the answer shows: it counts as read */
  seen: FileText[]
}

/**
 * Reads what a command needs and decides what it does, to the letter of the contract. Writes nothing;
 * all of a command's steps are in the store of `writtenBy`.
 */
export async function planCommand(
  files: PlannedOn,
  { mounts, command }: CommandCall,
): Promise<PlannedCall | { error: string }> {
  try {
    const parsed = parseCommand(command)
    const at = parseToolPath(pathOf(parsed), mounts)
    if (parsed.command === 'view') return await view(files, mounts, parsed, at)
    return await planWrite(files, mounts, parsed, at)
  } catch (error) {
    if (error instanceof ToolRefusal) return { error: error.message }
    throw error
  }
}

const pathOf = (command: MemoryCommand) =>
  command.command === 'rename' ? command.old_path : command.path

/** Where a command would write; null: it reads, or can only be refused without looking at a store. */
export function writtenBy({ mounts, command }: CommandCall): InStore | null {
  try {
    const parsed = parseCommand(command)
    const at = parseToolPath(pathOf(parsed), mounts)
    if (parsed.command === 'view' || at.kind !== 'in_store' || at.path === '') return null
    return at.mount.isReadOnly ? null : at
  } catch (error) {
    if (error instanceof ToolRefusal) return null
    throw error
  }
}

const noSuchPath = (shown: string) =>
  `The path ${shown} does not exist. Please provide a valid path.`

async function view(
  files: PlannedOn,
  mounts: readonly Mount[],
  command: CommandOf<'view'>,
  at: ToolPath,
): Promise<PlannedCall> {
  if (at.kind === 'unmounted') return refuseCall(noSuchPath(at.shown))
  const file = at.kind === 'in_store' && at.path !== '' ? await files.read(at) : null
  if (at.kind === 'in_store' && file) {
    const answer = viewFile(at.shown, file.content, command.view_range, at.mount.most)
    return { answer, steps: [], seen: [file] }
  }
  const inside =
    at.kind === 'root'
      ? mounts.map((mount) => inStore(`${at.shown}/${mount.name}`, mount, ''))
      : [at]
  const entries: Entry[] = []
  for (const each of inside) {
    for (const { path, size } of await files.entries(each)) {
      entries.push({ path: toolPathOf(each, path), size })
    }
  }
  if (entries.length === 0 && at.kind === 'in_store' && at.path !== '') {
    return refuseCall(noSuchPath(at.shown))
  }
  if (command.view_range) refuseInput('view_range is for files, and this is a directory')
  const standing = at.kind === 'root' ? inside.map(({ shown }) => `${shown}/`) : []
  const most = Math.min(...inside.map(({ mount }) => mount.most))
  return { answer: viewDirectory(at.shown, entries, most, standing), steps: [], seen: [] }
}

async function planWrite(
  files: PlannedOn,
  mounts: readonly Mount[],
  command: Exclude<MemoryCommand, { command: 'view' }>,
  at: ToolPath,
): Promise<PlannedCall> {
  switch (command.command) {
    case 'create':
      return create(files, mounts, command, at)
    case 'str_replace':
      return edit(files, at, `Error: ${noSuchPath(at.shown)}`, (text) => {
        const { old_str, new_str } = command
        const most = at.kind === 'in_store' ? at.mount.most - EDITED.length : 0
        const { content, snippet } = replaceOnce(at.shown, text, old_str, new_str, most)
        return { content, answer: `${EDITED}${snippet}` }
      })
    case 'insert':
      return edit(files, at, missing(at.shown), (text) => ({
        content: insertLines(text, command.insert_line, command.insert_text),
        answer: `The file ${at.shown} has been edited.`,
      }))
    case 'delete':
      return remove(files, at)
    case 'rename':
      return rename(files, mounts, command, at)
  }
}

const EDITED = 'The memory file has been edited.\n'

const missing = (shown: string) => `Error: The path ${shown} does not exist`

const done = (answer: string, steps: Step[]): PlannedCall => ({ answer, steps, seen: [] })

/** What a path names in a store that takes writes; refuses with `none` where no memory can be. */
function writable(at: ToolPath, none: string): InStore {
  if (at.kind !== 'in_store' || at.path === '') return refuseCall(none)
  if (at.mount.isReadOnly) return refuseCall(`Error: ${at.shown} is read-only`)
  return at
}

function refuseNoText(content: string): void {
  const problem = contentProblem(content)
  if (problem) refuseInput(`the text ${contentRuleWords(problem)}`)
}

async function edit(
  files: PlannedOn,
  toolPath: ToolPath,
  none: string,
  edited: (text: string) => { content: string; answer: string },
): Promise<PlannedCall> {
  const at = writable(toolPath, none)
  const file = (await files.read(at)) ?? refuseCall(none)
  const { content, answer } = edited(file.content)
  refuseNoText(content)
  if (content === file.content) return done(answer, [])
  return done(answer, [{ op: 'write', path: at.path, content, expected: file.sha256 }])
}

async function create(
  files: PlannedOn,
  mounts: readonly Mount[],
  { file_text: content }: CommandOf<'create'>,
  toolPath: ToolPath,
): Promise<PlannedCall> {
  const { shown } = toolPath
  if (toolPath.kind === 'unmounted') {
    const stores = namesOf(mounts, `${ROOT}/`)
    return refuseCall(`Error: ${shown} is in no memory store; the stores are ${stores}`)
  }
  const taken = `Error: File ${shown} already exists`
  const at = writable(toolPath, taken)
  refuseNoText(content)
  refuseTaken(at, await files.exists(at), taken)
  return done(`File created successfully at: ${shown}`, [
    { op: 'write', path: at.path, content, expected: null },
  ])
}

function refuseTaken(at: InStore, inTheWay: string | null, taken: string): void {
  if (inTheWay === null) return
  const isAbove = at.path.startsWith(`${inTheWay}/`)
  refuseCall(
    isAbove
      ? `Error: Cannot write ${at.shown}: ${toolPathOf(at, inTheWay)} is a file, not a directory`
      : taken,
  )
}

function refuseRoot(at: ToolPath, verb: string): void {
  const isRoot = at.kind === 'root' || (at.kind === 'in_store' && at.path === '')
  if (isRoot) refuseCall(`Error: Cannot ${verb} the ${ROOT} directory itself`)
}

/** The memory at a path, or all below that directory. */
async function targetsAt(files: PlannedOn, at: InStore): Promise<Omit<FileEntry, 'size'>[]> {
  const file = await files.read(at)
  if (file) return [{ path: at.path, sha256: file.sha256 }]
  const entries = await files.entries(at)
  return entries.length > 0 ? entries : refuseCall(missing(at.shown))
}

async function remove(files: PlannedOn, toolPath: ToolPath): Promise<PlannedCall> {
  refuseRoot(toolPath, 'delete')
  const at = writable(toolPath, missing(toolPath.shown))
  const targets = await targetsAt(files, at)
  const steps = targets.map(({ path, sha256 }): Step => ({ op: 'delete', path, expected: sha256 }))
  return done(`Successfully deleted ${at.shown}`, steps)
}

async function rename(
  files: PlannedOn,
  mounts: readonly Mount[],
  { new_path }: CommandOf<'rename'>,
  toolPath: ToolPath,
): Promise<PlannedCall> {
  refuseRoot(toolPath, 'rename')
  const from = writable(toolPath, missing(toolPath.shown))
  // Before the new path is looked at: where both are wrong, the source is reported.
  const targets = await targetsAt(files, from)
  const to = parseToolPath(new_path, mounts)
  if (to.kind === 'unmounted') return refuseCall(`Error: ${to.shown} is in no memory store`)
  if (to.kind === 'root' || to.path === '') return refuseCall(takenAt(to))
  if (to.mount !== from.mount) {
    return refuseCall(`Error: Cannot rename ${from.shown} to ${to.shown}: another memory store`)
  }
  return moved(files, { from, targets, to })
}

const takenAt = ({ shown }: ToolPath) => `Error: The destination ${shown} already exists`

/** Moves a memory, or all below a directory, within its store. */
export async function planMove(files: PlannedOn, from: InStore, to: InStore): Promise<PlannedCall> {
  return moved(files, { from, targets: await targetsAt(files, from), to })
}

interface MovedThere {
  from: InStore
  targets: Awaited<ReturnType<typeof targetsAt>>
  to: InStore
}

async function moved(files: PlannedOn, { from, targets, to }: MovedThere): Promise<PlannedCall> {
  if (to.path.startsWith(`${from.path}/`)) {
    return refuseCall(`Error: Cannot rename ${from.shown} into itself`)
  }
  refuseTaken(to, await files.exists(to), takenAt(to))
  const steps = targets.map(({ path, sha256 }): Step => {
    const there = to.path + path.slice(from.path.length)
    const problem = memoryPathProblem(there)
    if (problem !== null) {
      const cannot = `Error: Cannot rename ${from.shown} to ${to.shown}`
      refuseCall(`${cannot}: a path below it ${pathRuleWords(problem)}`)
    }
    return { op: 'rename', from: path, path: there, expected: sha256 }
  })
  return done(`Successfully renamed ${from.shown} to ${to.shown}`, steps)
}
