/**
 * Every tool by which an agent reaches its memory, and what it does: the one table that approvals,
 * read-only stores, marks around memory data, clearing and the words on screen go by. The schemas
 * (command.ts, document-tools.ts) have its names for keys, so the compiler names what one lacks. It
 * imports nothing, for the browser reads it, too.
 */

/** What a call does. */
export interface ToolEffect {
  /** whether it changes memory, and so may have to wait for a person */
  writes: boolean
  /** whether its answer shows what stands in memory, paths or contents, beyond what was sent */
  shows: boolean
}

const READS: ToolEffect = { writes: false, shows: true }
/** Says that it was done, and nothing of what is there. */
const WRITES_SILENTLY: ToolEffect = { writes: true, shows: false }
const WRITES_AND_SHOWS: ToolEffect = { writes: true, shows: true }

/** The one name of the native tool, and of the same as a custom one. */
export const MEMORY_TOOL = 'memory'

/** The commands of the memory tool (memory tool page, Commands: the answers). */
export const MEMORY_COMMANDS = {
  view: READS,
  create: WRITES_SILENTLY,
  // Answers with the lines around the edited place.
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

/** A call as a model made it. */
export interface ToolCall {
  name: string
  input: unknown
}

/** The command or the document tool of a call; null: there is no such tool, or no such command. */
export function actionOf({ name, input }: ToolCall): CommandName | DocumentToolName | null {
  if (isDocumentTool(name)) return name
  if (name !== MEMORY_TOOL || typeof input !== 'object' || input === null) return null
  const command = 'command' in input ? input.command : null
  return isCommandName(command) ? command : null
}

/** A tool that there is not: nothing is done, and nobody knows what its answer would show. */
const UNKNOWN_TOOL: ToolEffect = { writes: false, shows: true }

/** What a call does; of a command that there is not, all is supposed. */
export function effectOf(call: ToolCall): ToolEffect {
  const action = actionOf(call)
  if (action !== null) return { ...MEMORY_COMMANDS, ...DOCUMENT_TOOLS }[action]
  return call.name === MEMORY_TOOL ? WRITES_AND_SHOWS : UNKNOWN_TOOL
}
