import { Server } from '@modelcontextprotocol/server'
import { programVersion } from '@/lib/program-version'
import { instructionsFor } from './instructions'
import type { McpCall } from './mcp-call'
import { runTool } from './run-tool'
import { mayWrite, seenStores } from './seen-stores'
import { documentTools, memoryTool } from './tool-definitions'

/** So long clients may keep lists and contents; milliseconds. */
const KEPT = { ttlMs: 5_000, cacheScope: 'private' as const }

/** By which Claude Code names the tool use of a call. */
const TOOL_USE_ID = 'claudecode/toolUseId'

/**
 * A server of the protocol for one caller; both of its revisions are served from it. `asks`: whether
 * the caller asks what there is, and so needs the list of stores.
 */
export async function serveMcp(call: McpCall, asks: boolean): Promise<Server> {
  const stores = asks ? await seenStores(call) : []
  const server = new Server(
    { name: 'palimpsest', title: 'Palimpsest', version: programVersion() },
    {
      capabilities: { tools: {} },
      instructions: instructionsFor(stores),
      cacheHints: { 'tools/list': KEPT, 'server/discover': KEPT },
    },
  )
  server.setRequestHandler('tools/list', () => {
    const writes = mayWrite(call)
    if (call.options.tools === 'memory') return { tools: [memoryTool(writes)] }
    const namesStore = call.options.store === null
    return { tools: documentTools({ mayWrite: writes, namesStore }) }
  })
  server.setRequestHandler('tools/call', ({ params }, { mcpReq }) =>
    runTool(call, {
      name: params.name,
      input: params.arguments ?? {},
      toolUseId: toolUseIdOf(mcpReq._meta),
    }),
  )
  return server
}

/** As long as an id gets; a longer text is none. */
const MAX_ID_CHARS = 200

function toolUseIdOf(meta: object | undefined): string | undefined {
  const id = (meta as Record<string, unknown> | undefined)?.[TOOL_USE_ID]
  return typeof id === 'string' && id !== '' && id.length <= MAX_ID_CHARS ? id : undefined
}
