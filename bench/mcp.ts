import { Agent, request as httpRequest } from 'node:http'
import type { Ground } from './ground'
import { post } from './http-call'
import { percentile, type Row, timesOf } from './measure'
import { part } from './part'
import { textOf } from './tool-mix'

interface Sizes {
  calls: number
}

/** The baseline: the same memory read over the API. */
const API = 'read a memory of 1 KB over the API'

/** A call over MCP, one after the other on one connection, against the same read over the API. */
export const mcpPart = part<Sizes>({ full: { calls: 500 }, smoke: { calls: 3 } }, mcpRows)

async function mcpRows({ calls }: Sizes, ground: Ground): Promise<Row[]> {
  const { url } = await ground.server()
  const store = await post<{ id: string }>(`${url}/v1/memory_stores`, { name: 'mcp' })
  const base = `${url}/v1/memory_stores/${store.id}/memories`
  const content = textOf(1024)
  const { id } = await post<{ id: string }>(base, { path: '/a.md', content })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const mcp = (body: object, headers: Record<string, string>) =>
    sent(agent, `${url}/mcp?store=${store.id}`, body, headers)
  const modern = (name: string, input: object) =>
    mcp(callOf(name, input, META), {
      'mcp-protocol-version': REVISION,
      'mcp-method': 'tools/call',
      'mcp-name': name,
    })
  const kinds: [string, () => Promise<unknown>][] = [
    [API, () => sent(agent, `${base}/${id}`, null, {})],
    ['memory_read, revision 2026-07-28', () => modern('memory_read', { path: '/a.md' })],
    [
      'memory_read, the revision before',
      () => mcp(callOf('memory_read', { path: '/a.md' }), { 'mcp-protocol-version': '2025-11-25' }),
    ],
    [
      'memory_write of 1 KB',
      () => modern('memory_write', { path: '/b.md', content: textOf(1024) }),
    ],
  ]
  const rows: Row[] = []
  for (const [name, run] of kinds) {
    const times = await timesOf(calls, run)
    rows.push({
      group: 'a call over MCP',
      name,
      p50: percentile(times, 0.5),
      p99: percentile(times, 0.99),
    })
  }
  agent.destroy()
  const own = rows[0]?.p50 ?? 0
  return rows.map((row) => ({ ...row, ratio: (row.p50 ?? 0) / own, baseline: API }))
}

const REVISION = '2026-07-28'

const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

function callOf(name: string, input: object, meta?: object): object {
  const params = { name, arguments: input, ...(meta ? { _meta: meta } : {}) }
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
}

/** Resolves with the whole answer; rejects one that is an error, of HTTP or of the protocol. */
function sent(
  agent: Agent,
  url: string,
  body: object | null,
  headers: Record<string, string>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const sending = httpRequest(
      url,
      {
        agent,
        method: body === null ? 'GET' : 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => (text += chunk))
        response.once('end', () => {
          const isFault = (response.statusCode ?? 0) >= 300 || /"error":|"isError":true/.test(text)
          if (isFault) reject(new Error(`${url} answered ${response.statusCode}: ${text}`))
          else resolve(text)
        })
      },
    )
    sending.once('error', reject)
    sending.end(body === null ? undefined : JSON.stringify(body))
  })
}
