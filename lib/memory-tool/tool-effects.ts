/**
 * Every tool by which an agent reaches its memory, and its effect: the only table that approvals,
 * read-only stores, delimiters around memory data, clearing and the words on screen go by. The
 * schemas (command.ts, document-tools.ts) are keyed by its names, so the compiler reports a missing
 * one. It imports nothing because the browser loads it too.
 */

/** The effect of a call. */
export interface ToolEffect {
  /** whether it changes memory, and so may have to wait for approval */
  writes: boolean
  /** whether its answer shows memory, paths or contents, beyond what the call itself sent */
  shows: boolean
}

const READS: ToolEffect = { writes: false, shows: true }
/** Answers only that it was done, without showing memory. */
const WRITES_SILENTLY: ToolEffect = { writes: true, shows: false }
const WRITES_AND_SHOWS: ToolEffect = { writes: true, shows: true }

/** The name of the native tool and of its custom equivalent. */
export const MEMORY_TOOL = 'memory'

/** The commands of the memory tool (memory tool page, Commands: the answers). */
export const MEMORY_COMMANDS = {
  view: READS,
  create: WRITES_SILENTLY,
  // The answer shows the lines around the edit.
  str_replace: WRITES_AND_SHOWS,
  insert: WRITES_SILENTLY,
  delete: WRITES_SILENTLY,
  rename: WRITES_SILENTLY,
} as const satisfies Record<string, ToolEffect>

/** The six tools of the research preview. */
export const DOCUMENT_TOOLS = {
  memory_list: READS,
  memory_search: READS,
  memory_read: READS,
  memory_write: WRITES_SILENTLY,
  memory_edit: WRITES_SILENTLY,
  memory_delete: WRITES_SILENTLY,
} as const satisfies Record<string, ToolEffect>

export type CommandName = keyof typeof MEMORY_COMMANDS
export type DocumentToolName = keyof typeof DOCUMENT_TOOLS

export const COMMAND_NAMES = Object.keys(MEMORY_COMMANDS) as CommandName[]
export const DOCUMENT_TOOL_NAMES = Object.keys(DOCUMENT_TOOLS) as DocumentToolName[]

export const isCommandName = (name: unknown): name is CommandName =>
  typeof name === 'string' && Object.hasOwn(MEMORY_COMMANDS, name)

export const isDocumentTool = (name: string): name is DocumentToolName =>
  Object.hasOwn(DOCUMENT_TOOLS, name)

/** A call as the model made it. */
export interface ToolCall {
  name: string
  input: unknown
}

/** The command or document tool of a call; null: no such tool or command exists. */
export function actionOf({ name, input }: ToolCall): CommandName | DocumentToolName | null {
  if (isDocumentTool(name)) return name
  if (name !== MEMORY_TOOL || typeof input !== 'object' || input === null) return null
  const command = 'command' in input ? input.command : null
  return isCommandName(command) ? command : null
}

/** An unknown tool does nothing, but its answer could show anything. */
const UNKNOWN_TOOL: ToolEffect = { writes: false, shows: true }

/** The effect of a call; an unknown command counts as having every effect. */
export function effectOf(call: ToolCall): ToolEffect {
  const action = actionOf(call)
  if (action !== null) return { ...MEMORY_COMMANDS, ...DOCUMENT_TOOLS }[action]
  return call.name === MEMORY_TOOL ? WRITES_AND_SHOWS : UNKNOWN_TOOL
}
