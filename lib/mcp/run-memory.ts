import { commandTarget } from '@/lib/memory-tool/command-target'
import { runMemoryCommand } from '@/lib/memory-tool/run-memory-command'
import { isCommandName, MEMORY_COMMANDS } from '@/lib/memory-tool/tool-effects'
import { heldWrite } from './held-write'
import { causeOfCall, type McpCall, type SeenStore } from './mcp-call'
import { requestsBelow } from './requests-below'
import { refused, type ToolAnswer, type ToolUse } from './tool-answer'
import { seenStores, storeCalled } from './seen-stores'

/** The tool `memory`: six commands, answered to the letter of the memory tool. */
export async function runMemory(call: McpCall, use: ToolUse): Promise<ToolAnswer> {
  const mounts = await mountsOf(call, use.input)
  const target = commandTarget(use.input, mounts)
  const reached = target ? [target.storeId] : mounts.map(({ storeId }) => storeId)
  const { command: name } = use.input
  const isWrite = !isCommandName(name) || MEMORY_COMMANDS[name].writes
  const inSession = new Map<string, 'read_only' | 'read_write' | null>()
  if (call.sessionId !== null) {
    for (const storeId of reached) {
      inSession.set(storeId, await call.accessInSession(storeId, isWrite))
    }
  }
  const allowed = mounts.map((mount) =>
    inSession.get(mount.storeId) === 'read_only'
      ? { ...mount, access: 'read_only' as const }
      : mount,
  )
  const cause = causeOfCall(call, use.toolUseId)
  const answer = await runMemoryCommand(call.db, { mounts: allowed, command: use.input, cause })
  const mount = mounts.find(({ storeId }) => storeId === answer.held?.storeId)
  if (!answer.held || !mount) {
    const { isError } = answer
    const below = { command: use.input, mounts: allowed, isError }
    return { text: answer.content, isError, requests: await requestsBelow(call.db, below) }
  }
  const path = shownPath(use.input)
  const input = mounts.length === 1 ? use.input : withinMount(use.input, mount.name)
  if (input === null) return refused(answer.content)
  const command = { kind: 'memory_tool' as const, mountName: mount.name, input }
  return heldWrite(call, { mount, cause, command, held: answer.held, path })
}

/** With more stores than this a call is given only those that its paths name. */
const MAX_GIVEN = 20

/** The stores for a command: all, or of many those that its paths name and one more beside them. */
async function mountsOf(call: McpCall, input: ToolUse['input']): Promise<SeenStore[]> {
  const few = await seenStores(call, { limit: MAX_GIVEN + 1 })
  if (few.length <= MAX_GIVEN) return few
  const names = namedMounts(input)
  const named = await Promise.all(names.map((name) => storeCalled(call, name)))
  const found = named.filter((store, at) => store?.name === names[at])
  // Where all stores are shown, and where one is not found, the answer lists them.
  if (names.length === 0 || found.length < names.length) return seenStores(call)
  const others = few.filter(({ storeId }) => found.every((store) => store?.storeId !== storeId))
  return [...found.filter((store) => store !== null), ...others.slice(0, 1)]
}

const PATHS = ['path', 'old_path', 'new_path'] as const

/** The directories in `/memories` that the paths of a command lie in, each once. */
function namedMounts(input: ToolUse['input']): string[] {
  const names = PATHS.map((field) => {
    const path = input[field]
    return typeof path === 'string' ? /^\/memories\/([^/]+)/.exec(path)?.[1] : undefined
  })
  return [...new Set(names.filter((name) => name !== undefined))]
}

/** The path as the model wrote it; of a rename the one before. */
function shownPath({ path, old_path: before }: ToolUse['input']): string {
  const [shown = '/memories'] = [path, before].filter((each) => typeof each === 'string')
  return shown
}

/**
 * The command as it reads where this store alone is attached, since a proposal is about one; null:
 * it moves between stores.
 */
function withinMount(input: ToolUse['input'], mountName: string): ToolUse['input'] | null {
  const root = `/memories/${mountName}`
  const inMount = { ...input }
  for (const field of ['path', 'old_path', 'new_path']) {
    const value = input[field]
    if (typeof value !== 'string') continue
    if (!value.startsWith(`${root}/`)) return null
    inMount[field] = `/memories${value.slice(root.length)}`
  }
  return inMount
}
