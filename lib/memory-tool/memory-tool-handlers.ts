import type { MemoryToolHandlers } from '@anthropic-ai/sdk/helpers/beta/memory'
import { ToolError } from '@anthropic-ai/sdk/lib/tools/ToolError'
import type { Database } from '@/lib/db/database'
import { type MemoryToolCall, runMemoryCommand } from './run-memory-command'

/**
 * The six commands for `betaMemoryTool` of the official SDK, in this process. What goes wrong is
 * thrown as a `ToolError`, so that the SDK's runner passes exactly our string on, with `is_error`.
 */
export function memoryToolHandlers(
  db: Database,
  call: Omit<MemoryToolCall, 'command'>,
): MemoryToolHandlers {
  const run = async (command: unknown): Promise<string> => {
    const { content, isError } = await runMemoryCommand(db, { ...call, command })
    if (isError) throw new ToolError(content)
    return content
  }
  return { view: run, create: run, str_replace: run, insert: run, delete: run, rename: run }
}
