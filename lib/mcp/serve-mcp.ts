import { CLIENT_INFO_META_KEY, Server, type ServerContext } from '@modelcontextprotocol/server'
import { refuseLongArguments, refuseLongParams } from './bounded-params'
import { clientNamed } from './client-of'
import { complete } from './complete'
import { instructionsFor } from './instructions'
import type { McpCall } from './mcp-call'
import { getPrompt, listPrompts } from './prompts'
import { listResources, readResource, TEMPLATE } from './resources'
import { runTool } from './run-tool'
import { mayWrite } from './seen-stores'
import { serverInfo } from './server-info'
import { toolUseIdIn } from './tool-answer'
import { documentTools, memoryTool } from './tool-definitions'

/** Time for which clients may cache lists and contents; milliseconds. */
const KEPT = { ttlMs: 5_000, cacheScope: 'private' as const }

export interface ServeOptions {
  /** whether the caller asks what there is, and so is told the stores */
  asks: boolean
  /** whether changes can be subscribed to: in the revision of 2026-07-28, where a server runs */
  canListen: boolean
}

/** A server of the protocol for one caller; both of its revisions are served from it. */
export async function serveMcp(call: McpCall, { asks, canListen }: ServeOptions): Promise<Server> {
  const server = new Server(serverInfo(), {
    capabilities: {
      tools: {},
      resources: canListen ? { subscribe: true, listChanged: true } : {},
      prompts: {},
      completions: {},
    },
    ...(asks && { instructions: await instructionsFor(call) }),
    cacheHints: {
      'server/discover': KEPT,
      'tools/list': KEPT,
      'prompts/list': KEPT,
      'resources/list': KEPT,
      'resources/templates/list': KEPT,
      'resources/read': KEPT,
    },
  })
  serveTools(server, call)
  serveResources(server, call)
  const writes = mayWrite(call)
  server.setRequestHandler('prompts/list', () => ({ prompts: listPrompts(writes) }))
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: args = {} } }) => {
    refuseLongParams({ name })
    refuseLongArguments(args)
    return getPrompt(name, args, writes)
  })
  server.setRequestHandler('completion/complete', ({ params }) => {
    const { argument, context } = params
    refuseLongParams({ name: argument.name, value: argument.value, ...context?.arguments })
    return complete(call, params)
  })
  return server
}

function serveTools(server: Server, call: McpCall): void {
  server.setRequestHandler('tools/list', () => {
    const writes = mayWrite(call)
    if (call.options.tools === 'memory') return { tools: [memoryTool(writes)] }
    const namesStore = call.options.store === null
    return { tools: documentTools({ mayWrite: writes, namesStore }) }
  })
  server.setRequestHandler('tools/call', ({ params }, { mcpReq }) =>
    runTool(named(server, call, mcpReq), {
      name: params.name,
      input: params.arguments ?? {},
      toolUseId: toolUseIdIn(mcpReq._meta),
    }),
  )
}

/** Over standard input and output, programs name themselves in each message, or in the first. */
function named(server: Server, call: McpCall, { envelope }: ServerContext['mcpReq']): McpCall {
  if (call.client !== null) return call
  const inMessage = (envelope as Record<string, unknown> | undefined)?.[CLIENT_INFO_META_KEY]
  return { ...call, client: clientNamed(inMessage ?? server.getClientVersion()) }
}

function serveResources(server: Server, call: McpCall): void {
  server.setRequestHandler('resources/list', ({ params }) => {
    refuseLongParams({ cursor: params?.cursor })
    return listResources(call, params?.cursor)
  })
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [TEMPLATE] }))
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    refuseLongParams({ uri })
    return readResource(call, uri)
  })
}
