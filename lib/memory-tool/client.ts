import type { MemoryToolHandlers } from '@anthropic-ai/sdk/helpers/beta/memory'
import { ToolError } from '@anthropic-ai/sdk/lib/tools/ToolError'

export interface PalimpsestMemory {
  /** where the server is: `http://127.0.0.1:3000` */
  baseURL: string
  /** the store that is `/memories` */
  storeId: string
  /** a key of the server; none is needed on the same machine */
  apiKey?: string
  /** the session that the changes are recorded for */
  sessionId?: string
  /** instead of the global `fetch` */
  fetch?: typeof fetch
}

interface Answer {
  content: string
  is_error: boolean
}

/**
 * The backend of an agent's memory tool on a Palimpsest server, for `betaMemoryTool` of the official
 * SDK. Needs nothing of the server but its address: this file can be copied into an agent as it is.
 * Throws a `ToolError` with the tool's own words for what the model did wrong, an `Error` when the
 * server does not answer.
 */
export function palimpsestMemory(memory: PalimpsestMemory): MemoryToolHandlers {
  const url = `${memory.baseURL.replace(/\/$/, '')}/v1/memory_stores/${encodeURIComponent(memory.storeId)}/memory_tool`
  const run = async (command: object): Promise<string> => {
    const response = await (memory.fetch ?? fetch)(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(memory.apiKey ? { authorization: `Bearer ${memory.apiKey}` } : {}),
      },
      body: JSON.stringify({
        ...command,
        ...(memory.sessionId ? { session_id: memory.sessionId } : {}),
      }),
    })
    if (!response.ok) throw new Error(`the memory server answered ${response.status}`)
    const answer = (await response.json()) as Answer
    if (answer.is_error) throw new ToolError(answer.content)
    return answer.content
  }
  return { view: run, create: run, str_replace: run, insert: run, delete: run, rename: run }
}
