import {
  Client,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client'
import { test as base } from './fixtures'
import { makeKey } from './keys'
import type { NewKey } from '@/lib/auth/keys'

/** A client of the official SDK, and how it connects. */
export interface Peer {
  /** after `/mcp`: `?tools=memory` */
  query?: string
  /** the key that it has; left out: none */
  key?: Partial<NewKey>
  headers?: Record<string, string>
  mode?: VersionNegotiationMode
  /** as it names itself */
  program?: string
}

/** The newest revision of the protocol. */
export const MODERN: VersionNegotiationMode = { pin: '2026-07-28' }

export const newClient = (name = 'peer', mode: VersionNegotiationMode = MODERN) =>
  new Client({ name, version: '1.2' }, { versionNegotiation: { mode }, capabilities: {} })

/** Tests in which clients of the official SDK are connected over HTTP. */
export const test = base.extend('peer', async ({ server }, { onCleanup }) => {
  const clients: Client[] = []
  onCleanup(async () => void (await Promise.all(clients.map((client) => client.close()))))
  return async ({ query = '', key, headers = {}, mode, program }: Peer = {}) => {
    const secret = key ? (await makeKey(key)).secret : null
    const bearer: Record<string, string> = secret ? { authorization: `Bearer ${secret}` } : {}
    const client = newClient(program, mode)
    clients.push(client)
    const address = new URL(`${server.url}/mcp${query}`)
    const requestInit = { headers: { ...headers, ...bearer } }
    await client.connect(new StreamableHTTPClientTransport(address, { requestInit }))
    return client
  }
})

/** Calls a tool: its first text, what stands in the others, and whether it refused. */
export async function callTool(
  client: Client,
  name: string,
  input: Record<string, unknown>,
  toolUseId?: string,
): Promise<{ text: string; below: string; isError: boolean }> {
  const meta = toolUseId === undefined ? {} : { _meta: { 'claudecode/toolUseId': toolUseId } }
  const { content, isError } = await client.callTool({ name, arguments: input, ...meta })
  const [text = '', ...below] = content.map((each) => (each.type === 'text' ? each.text : ''))
  return { text, below: below.join('\n'), isError: isError === true }
}

export const toolsOf = async (client: Client) =>
  (await client.listTools()).tools.map(({ name }) => name)

/** What an answer has between the marks of data. */
export const dataIn = (text: string) => /^<(memory-data-\w+)>\n([^]*)\n<\/\1>$/m.exec(text)?.[2]

const REVISION = '2026-07-28'

/** A message of the newest revision by hand: the body and the headers of its request. */
export function messageOf(method: string, params: { name?: string; [field: string]: unknown }) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'hand', version: '1' },
  }
  const headers: Record<string, string> = {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': REVISION,
    'mcp-method': method,
    ...(params.name !== undefined && { 'mcp-name': params.name }),
  }
  return { body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }, headers }
}
