import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { VersionNegotiationMode } from '@modelcontextprotocol/client'

export interface McpPeer {
  url: string
  /** after `/mcp`: `?tools=memory` */
  query?: string
  key?: string
  headers?: Record<string, string>
  mode?: VersionNegotiationMode
  /** as it names itself */
  program?: string
}

export const MODERN: VersionNegotiationMode = { pin: '2026-07-28' }

/** A client of the official SDK, connected over HTTP. */
export async function mcpClient(peer: McpPeer): Promise<Client> {
  const { url, query = '', key, headers = {}, mode = MODERN, program = 'peer' } = peer
  const client = new Client(
    { name: program, version: '1.2' },
    { versionNegotiation: { mode }, capabilities: {} },
  )
  const bearer: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` }
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp${query}`), {
    requestInit: { headers: { ...headers, ...bearer } },
  })
  await client.connect(transport)
  return client
}

/** Calls a tool; returns its text, and whether it refused. */
export async function callTool(
  client: Client,
  name: string,
  input: Record<string, unknown>,
  toolUseId?: string,
): Promise<{ text: string; isError: boolean; facts: Record<string, unknown> }> {
  const meta = toolUseId === undefined ? {} : { _meta: { 'claudecode/toolUseId': toolUseId } }
  const result = await client.callTool({ name, arguments: input, ...meta })
  const [first] = result.content
  const text = first?.type === 'text' ? first.text : ''
  const facts = (result.structuredContent ?? {}) as Record<string, unknown>
  return { text, isError: result.isError === true, facts }
}
