import { Agent } from 'node:http'
import { createMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { atRest } from './at-rest'
import { numbers, SCRIPT, storeOf, textOf } from './fill'
import type { Database } from '@/lib/db/database'
import { mountStem } from '@/lib/text/mount-name'
import type { Ground } from './ground'
import { call, post } from './http-call'
import { type Act, called, clocked, inTurns } from './measure'
import { part } from './part'
import type { RunningServer } from './server'

const REVISION = '2026-07-28'
const REVISION_BEFORE = '2025-11-25'

const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

const CONTENT = textOf(1024)

/** A connection to a server's MCP address, on which tools are called. */
export function connection(agent: Agent, address: string) {
  const mcp = async (name: string, input: object, headers: Record<string, string>, meta = {}) => {
    const params = { name, arguments: input, ...meta }
    const text = await call(agent, address, {
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    })
    if (/"error":|"isError":true/.test(text)) throw new Error(`${name} answered ${text}`)
  }
  return {
    modern: (name: string, input: object) => {
      const headers = { 'mcp-method': 'tools/call', 'mcp-name': name }
      return mcp(name, input, { 'mcp-protocol-version': REVISION, ...headers }, { _meta: META })
    },
    before: (name: string, input: object) =>
      mcp(name, input, { 'mcp-protocol-version': REVISION_BEFORE }),
  }
}

/**
 * Calls over MCP, one after the other on one connection, against the same read over the API; and many at
 * once.
 */
export const mcpPart = part(
  {
    rounds: [5, 1],
    runs: [100, 3],
    warmUp: [20, 1],
    stores: [10_000, 20],
    connections: [16, 2],
    /** for which many are made at once */
    seconds: [2, 0.1],
  },
  async (sizes, ground) => {
    const server = await ground.server()
    const { url } = server
    const store = await storeOf(url, 'mcp')
    const base = `${url}/v1/memory_stores/${store}/memories`
    const { id } = await post<{ id: string }>(base, { path: '/a.md', content: CONTENT })
    const agent = ground.keep(new Agent({ keepAlive: true, maxSockets: 1 }), (each) =>
      each.destroy(),
    )
    const { modern, before } = connection(agent, `${url}/mcp?store=${store}`)
    const kinds = {
      'read a memory of 1 KB over the API': () => call(agent, `${base}/${id}`),
      [`memory_read, revision ${REVISION}`]: () => modern('memory_read', { path: '/a.md' }),
      'memory_read, the revision before': () => before('memory_read', { path: '/a.md' }),
      'memory_write of 1 KB': () => modern('memory_write', { path: '/b.md', content: CONTENT }),
    }
    const sides = Object.entries(kinds).map(([name, act]) => ({ name, act: clocked(act) }))
    const rows = await inTurns('a call over MCP', sides, sizes)
    const several = ground.keep(
      new Agent({ keepAlive: true, maxSockets: sizes.connections }),
      (each) => each.destroy(),
    )
    const many = connection(several, `${url}/mcp?store=${store}`)
    let written = 0
    const write = () => {
      const path = `/many/${written % 100}.md`
      return many.modern('memory_write', { path, content: `${CONTENT}${written++}\n` })
    }
    const atOnce = {
      'memory_read of 1 KB': () => many.modern('memory_read', { path: '/a.md' }),
      'memory_write of 1 KB': write,
    }
    const busy = Object.entries(atOnce).map(([name, act]) => ({
      name,
      act: inFlight(server, act, sizes),
    }))
    return [
      ...rows,
      ...(await inTurns(`calls over MCP, ${sizes.connections} in flight`, busy, {
        rounds: sizes.rounds,
        warmUp: 1,
      })),
      ...(await amongMany(agent, sizes, ground)),
    ]
  },
)

/** Calls at once for some seconds; the processor's time of a call with all that it leaves to be done. */
function inFlight(
  server: RunningServer,
  act: () => Promise<void>,
  { connections, seconds }: { connections: number; seconds: number },
): Act {
  return async () => {
    const before = server.processorTime()
    const { times, perSecond } = await called(
      numbers(connections).map(() => act),
      seconds,
    )
    await atRest(server)
    const used = (server.processorTime() - before) / times.length
    return { perSecond, also: { 'ms of the server a call, all of it': used } }
  }
}

/** The same read of a store that is named, by the number of stores that there are. */
async function amongMany(
  agent: Agent,
  { stores, ...often }: { rounds: number; runs: number; warmUp: number; stores: number },
  ground: Ground,
) {
  const sides = []
  for (const count of [4, stores]) {
    const { server, about: name } = await ground.filled((db) => filledStores(db, count))
    const { modern } = connection(agent, `${server.url}/mcp`)
    const act = clocked(() => modern('memory_read', { store: name, path: '/a.md' }))
    sides.push({ name: `among ${count.toLocaleString('en')} stores`, act })
  }
  return inTurns('memory_read of a named store', sides, often)
}

/** Makes so many stores; returns the name of the one in their middle, with a memory. */
async function filledStores(db: Database, count: number): Promise<string> {
  const ids: string[] = []
  for (const number of numbers(count)) {
    ids.push((await createStore(db, { name: `Of ${count}, ${number}` })).id)
  }
  const middle = Math.floor(count / 2)
  const storeId = ids[middle] ?? ''
  await createMemory(db, { storeId, path: '/a.md', content: CONTENT, cause: SCRIPT })
  return mountStem(`Of ${count}, ${middle}`)
}
