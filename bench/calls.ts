import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createMemory } from '@/lib/store/change-memories'
import { createStore } from '@/lib/store/change-stores'
import { getMemory } from '@/lib/store/memories'
import { BY_PERSON } from '@/lib/store/model/actor'
import { ask, askJson } from './client'
import { textOf } from './fill'
import { type Kind, inside, newPlace, processorOf, type Server, serve } from './ground'
import { inTurns, ownProcessor, type Row, type Side } from './harness'

/** What a call costs: over HTTP beside a bare Node server, and the verb alone. */

const BYTES = 1_024
const OFTEN = { rounds: 10, runs: 40, warmUp: 400 }
const CALLERS = 16

/** Most milliseconds of processor of a call over HTTP, and of p50 of the verb alone. */
const READ = 2
const CREATE = 6
const VERB: Record<Kind, number> = { sqlite: 4, postgresql: 5 }
/** Most times what a read over MCP takes with one store. */
const MCP = 1.5

export async function calls(): Promise<Row[]> {
  const bare = await bareServer()
  const rows: Row[] = []
  try {
    for (const kind of ['sqlite', 'postgresql'] as const) {
      const server = await serve(await newPlace(kind))
      const sides = await sidesOf(kind, server)
      rows.push(...(await inTurns([bare.side, ...sides], OFTEN)))
      await server.stop()
      rows.push(...(await verbs(kind)))
    }
  } finally {
    bare.child.kill()
  }
  return [...rows, ...(await readsOverMcp())]
}

/** A read over MCP by a key of all stores, where there is one, and where there are a thousand. */
async function readsOverMcp(): Promise<Row[]> {
  const sides: Side[] = []
  const servers: Server[] = []
  for (const count of [1, 1_000]) {
    const place = await newPlace('sqlite')
    await inside(place, async () => {
      const { id: storeId } = await createStore({ name: 'Read' })
      await createMemory({ storeId, path: '/a.md', content: textOf(1, BYTES) }, BY_PERSON)
      for (let at = 1; at < count; at++) await createStore({ name: `Store ${at}` })
    })
    const server = await serve(place)
    servers.push(server)
    const client = new Client({ name: 'bench', version: '1' }, { capabilities: {} })
    const requestInit = { headers: { authorization: `Bearer ${server.secret}` } }
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit }),
    )
    const read = { name: 'memory_read', arguments: { store: 'Read', path: '/a.md' } }
    sides.push({
      name: `read over MCP, ${count} ${count === 1 ? 'store' : 'stores'}`,
      act: () => client.callTool(read),
      processor: server.processor,
      ...(count > 1 && { aims: { ratio: MCP } }),
    })
  }
  const rows = await inTurns(sides, { ...OFTEN, warmUp: 40 })
  for (const { stop } of servers) await stop()
  return rows
}

const BARE = `require('node:http').createServer((request, response) => {
  request.resume().once('end', () => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(process.argv[1])
  })
}).listen(0, '127.0.0.1', function () { console.log(this.address().port) })`

/** What HTTP itself costs: takes any request, answers a memory's text. */
async function bareServer(): Promise<{ child: ChildProcess; side: Side }> {
  const child = spawn(process.execPath, ['-e', BARE, textOf(0, BYTES)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  const url = `http://127.0.0.1:${String(port).trim()}`
  const act = () => ask(url, 'none')
  return {
    child,
    side: { name: 'bare Node server', act, processor: () => processorOf(child.pid ?? 0) },
  }
}

async function sidesOf(kind: Kind, { url, secret, processor }: Server): Promise<Side[]> {
  const stores = `${url}/v1/memory_stores`
  const { id } = await askJson<{ id: string }>(stores, secret, { body: { name: 'bench' } })
  const memories = `${stores}/${id}/memories`
  const first = { path: '/read/1.md', content: textOf(1, BYTES) }
  const read = await askJson<{ id: string }>(memories, secret, { body: first })
  const changed = await askJson<{ id: string }>(memories, secret, {
    body: { path: '/changed/1.md', content: textOf(2, BYTES) },
  })
  let number = 0
  const create = () => {
    const body = { path: `/made/${number % 100}/${number}.md`, content: textOf(++number, BYTES) }
    return ask(memories, secret, { body })
  }
  const tool = (body: object) => ask(`${stores}/${id}/memory_tool`, secret, { body })
  const all = (act: () => Promise<unknown>) => () =>
    Promise.all(Array.from({ length: CALLERS }, act))
  const side = (name: string, act: Side['act'], most?: number): Side => ({
    name: `${kind}: ${name}`,
    act,
    processor,
    ...(most !== undefined && { aims: { processor: most } }),
  })
  return [
    side('read', () => ask(`${memories}/${read.id}`, secret), READ),
    side(
      `${CALLERS} reads at once`,
      all(() => ask(`${memories}/${read.id}`, secret)),
      READ * CALLERS,
    ),
    side('create', create, CREATE),
    side(`${CALLERS} creates at once`, all(create), CREATE * CALLERS),
    side('update', (turn) =>
      ask(`${memories}/${changed.id}`, secret, { body: { content: textOf(turn + 1e6, BYTES) } }),
    ),
    side('list of 20', () => ask(`${memories}?limit=20`, secret)),
    side('tool: view', () => tool({ command: 'view', path: '/memories/read/1.md' })),
    side('tool: create', (turn) =>
      tool({
        command: 'create',
        path: `/memories/tool/${turn}.md`,
        file_text: textOf(turn, BYTES),
      }),
    ),
  ]
}

/** The verbs alone, at rest, in this process. */
async function verbs(kind: Kind): Promise<Row[]> {
  return inside(await newPlace(kind), async () => {
    const { id: storeId } = await createStore({ name: 'bench' })
    let number = 0
    const create = () => {
      const path = `/made/${number % 100}/${number}.md`
      return createMemory({ storeId, path, content: textOf(++number, BYTES) }, BY_PERSON)
    }
    await create()
    const sides: Side[] = [
      {
        name: `${kind}: verb read`,
        act: () => getMemory({ storeId, path: '/made/0/0.md' }, 'full'),
        processor: ownProcessor,
      },
      {
        name: `${kind}: verb create`,
        act: create,
        processor: ownProcessor,
        aims: { p50: VERB[kind] },
      },
    ]
    return inTurns(sides, OFTEN)
  })
}
