import type { MemoryToolHandlers } from '@anthropic-ai/sdk/helpers/beta/memory'
import type { BetaRunnableTool } from '@anthropic-ai/sdk/lib/tools/BetaRunnableTool'
import { ToolError } from '@anthropic-ai/sdk/lib/tools/ToolError'
import type { BetaMemoryTool20250818Command } from '@anthropic-ai/sdk/resources/beta'

export interface PalimpsestMemory {
  /** the server's address: `http://127.0.0.1:3000` */
  baseURL: string
  /** the store that is `/memories` */
  storeId: string
  /** a key of the server; not needed on the same machine */
  apiKey?: string
  /** the session that changes are recorded for */
  sessionId?: string
  /** replaces the global `fetch` */
  fetch?: typeof fetch
}

/**
 * The backend of an agent's memory tool on a Palimpsest server, for `betaMemoryTool` of the official
 * SDK. Depends on nothing of the server but its address: this file can be copied into an agent as it
 * is. Throws a `ToolError` with the tool's own words for a model's mistake, an `Error` where the server
 * does not answer.
 */
export function palimpsestMemory(memory: PalimpsestMemory): MemoryToolHandlers {
  // Further arguments are dropped: they would be taken for a tool use.
  const each = (command: object) => send(memory, command)
  // A command that there is not is refused in the tool's own words; `then` would make it a thenable.
  return new Proxy({} as MemoryToolHandlers, {
    get: (_, name) => (typeof name === 'string' && name !== 'then' ? each : undefined),
  })
}

/**
 * The memory tool itself, for `toolRunner`: like `betaMemoryTool(palimpsestMemory(memory))`, but each
 * version also names the tool use that caused it, which `betaMemoryTool` does not pass on.
 */
export function palimpsestMemoryTool(
  memory: PalimpsestMemory,
): BetaRunnableTool<BetaMemoryTool20250818Command> {
  return {
    type: 'memory_20250818',
    name: 'memory',
    parse: (input) => input as BetaMemoryTool20250818Command,
    run: (command, context) => send(memory, command, context?.toolUse.id),
  }
}

/** Fields that the route takes beside the command; set by us, never by the model. */
const OURS = ['session_id', 'tool_use_id']

async function send(memory: PalimpsestMemory, input: object, toolUseId?: string): Promise<string> {
  const unknown = OURS.filter((field) => Object.hasOwn(input, field))
  if (unknown.length > 0) {
    throw new ToolError(`Error: Invalid input: unknown field ${unknown.join(', ')}`)
  }
  const { baseURL, storeId, apiKey, sessionId } = memory
  const store = `${baseURL.replace(/\/$/, '')}/v1/memory_stores/${encodeURIComponent(storeId)}`
  const body = { command: null, ...input, session_id: sessionId, tool_use_id: toolUseId }
  const response = await (memory.fetch ?? fetch)(`${store}/memory_tool`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
    },
    body: JSON.stringify(body),
  })
  const answer = (await response.json().catch(() => ({}))) as Answer
  if (!response.ok) {
    const problem = [response.status, answer.error?.message].filter(Boolean).join(': ')
    throw new Error(`the memory server answered ${problem}`)
  }
  if (answer.is_error) throw new ToolError(answer.content)
  return answer.content
}

interface Answer {
  content: string
  is_error: boolean
  error?: { message?: string }
}
