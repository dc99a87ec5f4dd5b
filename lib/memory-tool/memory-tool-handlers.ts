import type { MemoryToolHandlers } from '@anthropic-ai/sdk/helpers/beta/memory'
import { ToolError } from '@anthropic-ai/sdk/lib/tools/ToolError'
import type { Database } from '@/lib/db/database'
import { handlersOf, type MemoryTool, memoryToolOf, type RunMemoryTool } from './client'
import { type MemoryToolCall, runMemoryCommand } from './run-memory-command'

/**
 * The six commands for `betaMemoryTool` of the official SDK, in this process. Errors are thrown as
 * `ToolError`s, so that the SDK's runner passes on exactly our string, with `is_error`.
 */
export function memoryToolHandlers(
  db: Database,
  call: Omit<MemoryToolCall, 'command'>,
): MemoryToolHandlers {
  return handlersOf(runIn(db, call))
}

/**
 * The memory tool itself, for `toolRunner`: like `betaMemoryTool` with the handlers, but each
 * version also names the tool use that caused it.
 */
export function memoryTool(db: Database, call: Omit<MemoryToolCall, 'command'>): MemoryTool {
  return memoryToolOf(runIn(db, call))
}

function runIn(db: Database, call: Omit<MemoryToolCall, 'command'>): RunMemoryTool {
  return async (command, toolUseId = call.cause.toolUseId) => {
    const cause = { ...call.cause, toolUseId }
    const { content, isError } = await runMemoryCommand(db, { ...call, cause, command })
    if (isError) throw new ToolError(content)
    return content
  }
}
