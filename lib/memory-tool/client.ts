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

/** Runs one command as a model wrote it; `toolUseId`: of the tool use that asks for it. */
export type RunMemoryTool = (command: object, toolUseId?: string) => Promise<string>

/**
 * The backend of an agent's memory tool on a Palimpsest server, for `betaMemoryTool` of the
 * official SDK. Depends on nothing of the server but its address: this file can be copied into an
 * agent as it is. Throws a `ToolError` with the tool's own words for a model's mistake, an `Error`
 * if the server does not answer.
 */
export function palimpsestMemory(memory: PalimpsestMemory): MemoryToolHandlers {
  return handlersOf((command) => send(memory, command))
}

/**
 * The memory tool itself, for `toolRunner`: like `betaMemoryTool(palimpsestMemory(memory))`, but
 * each version also names the tool use that caused it, which `betaMemoryTool` does not pass on.
 */
export function palimpsestMemoryTool(memory: PalimpsestMemory): MemoryTool {
  return memoryToolOf((command, toolUseId) => send(memory, command, toolUseId))
}

export type MemoryTool = BetaRunnableTool<BetaMemoryTool20250818Command>

export function memoryToolOf(run: RunMemoryTool): MemoryTool {
  return {
    type: 'memory_20250818',
    name: 'memory',
    parse: (input) => input as BetaMemoryTool20250818Command,
    run: (command, context) => run(command, context?.toolUse.id),
  }
}

/**
 * `run` for each command, and for any other that `betaMemoryTool` may look up, which the tool then
 * refuses in its own words.
 */
export function handlersOf(run: RunMemoryTool): MemoryToolHandlers {
  // Further arguments are dropped: they would be taken for a tool use.
  const each = (command: object) => run(command)
  const handlers: MemoryToolHandlers = {
    view: each,
    create: each,
    str_replace: each,
    insert: each,
    delete: each,
    rename: each,
  }
  return new Proxy(handlers, {
    // `then` would make it a thenable.
    get: (_, name) => (typeof name === 'string' && name !== 'then' ? each : undefined),
  })
}

/** Fields that the route takes beside the command; set by us, never by the model. */
const OURS = ['session_id', 'tool_use_id']

async function send(memory: PalimpsestMemory, input: object, toolUseId?: string): Promise<string> {
  const unknown = OURS.filter((field) => Object.hasOwn(input, field))
  if (unknown.length > 0) {
    throw new ToolError(`Error: Invalid input: unknown field ${unknown.join(', ')}`)
  }
  const { baseURL, storeId, apiKey, sessionId } = memory
  const url = `${baseURL.replace(/\/$/, '')}/v1/memory_stores/${encodeURIComponent(storeId)}/memory_tool`
  const response = await (memory.fetch ?? fetch)(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
    },
    body: JSON.stringify({
      command: null,
      ...input,
      session_id: sessionId,
      tool_use_id: toolUseId,
    }),
  })
  if (!response.ok) throw new Error(`the memory server answered ${await problemOf(response)}`)
  const { content, is_error } = (await response.json()) as { content: string; is_error: boolean }
  if (is_error) throw new ToolError(content)
  return content
}

/** The status, and the reason if the server gives one. */
async function problemOf(response: Response): Promise<string> {
  const body = (await response.json().catch(() => null)) as { error?: { message?: string } } | null
  return [response.status, body?.error?.message].filter(Boolean).join(': ')
}
