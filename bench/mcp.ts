import { Agent } from 'node:http'
import { storeOf, textOf } from './fill'
import { call, post } from './http-call'
import { clocked, inTurns } from './measure'
import { part } from './part'

const REVISION = '2026-07-28'
const REVISION_BEFORE = '2025-11-25'

const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** Calls over MCP, one after the other on one connection, against the same read over the API. */
export const mcpPart = part(
  { rounds: [5, 1], runs: [100, 3], warmUp: [20, 1] },
  async (sizes, ground) => {
    const { url } = await ground.server()
    const store = await storeOf(url, 'mcp')
    const base = `${url}/v1/memory_stores/${store}/memories`
    const content = textOf(1024)
    const { id } = await post<{ id: string }>(base, { path: '/a.md', content })
    const agent = ground.keep(new Agent({ keepAlive: true, maxSockets: 1 }), (each) =>
      each.destroy(),
    )
    const mcp = async (name: string, input: object, headers: Record<string, string>, meta = {}) => {
      const params = { name, arguments: input, ...meta }
      const text = await call(agent, `${url}/mcp?store=${store}`, {
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
        body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      })
      if (/"error":|"isError":true/.test(text)) throw new Error(`${name} answered ${text}`)
    }
    const modern = (name: string, input: object) => {
      const headers = { 'mcp-method': 'tools/call', 'mcp-name': name }
      return mcp(name, input, { 'mcp-protocol-version': REVISION, ...headers }, { _meta: META })
    }
    const before = { 'mcp-protocol-version': REVISION_BEFORE }
    const kinds = {
      'read a memory of 1 KB over the API': () => call(agent, `${base}/${id}`),
      [`memory_read, revision ${REVISION}`]: () => modern('memory_read', { path: '/a.md' }),
      'memory_read, the revision before': () => mcp('memory_read', { path: '/a.md' }, before),
      'memory_write of 1 KB': () => modern('memory_write', { path: '/b.md', content }),
    }
    const sides = Object.entries(kinds).map(([name, act]) => ({ name, act: clocked(act) }))
    return inTurns('a call over MCP', sides, sizes)
  },
)
