import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { atRest } from './at-rest'
import { numbers, storeOf, textOf } from './fill'
import { call, post } from './http-call'
import { listen, pathNow } from './listening'
import { called, inTurns } from './measure'
import { part } from './part'
import { type Measured, median, percentile, type Row, rowOf, toldRows } from './row'
import { type RunningServer, startFramework, startProgram } from './server'

/** The baseline: what HTTP itself costs. */
const BARE = 'a bare server of Node, 1 KB'

const KILOBYTE = textOf(1024)

/**
 * The built application over loopback: the processor time that a request takes of its server,
 * against a bare server and against the same build in the framework's own server, in turns; events
 * to many listeners; memory. Client and servers share the machine.
 */
export const httpPart = part(
  {
    rounds: [5, 1],
    /** for which each kind of request is sent to each server in a round */
    seconds: [2, 0.2],
    /** requests of each kind before them */
    warmUp: [200, 1],
    connections: [16, 2],
    listeners: [50, 2],
    events: [200, 3],
    /** after the load, until the memory at rest is read; milliseconds */
    restMs: [60_000, 0],
  },
  async ({ rounds, warmUp, listeners, events, restMs, ...load }, ground) => {
    const own = await ground.server()
    const memory = (name: string) =>
      toldRows('memory of the server', { [name]: `${own.memory().toFixed(0)} MB` })
    const rows: Row[] = memory('at the start')
    const stop = (server: RunningServer) => server.stop()
    const bare = ground.keep(await startProgram(['bench/bare-server.mjs', KILOBYTE]), stop)
    const framework = ground.keep(await startFramework(ground.folder()), stop)
    const agent = ground.keep(
      new Agent({ keepAlive: true, maxSockets: load.connections }),
      (each) => each.destroy(),
    )
    const loads: Load[] = [
      { name: BARE, server: bare, send: () => call(agent, bare.url) },
      ...(await loadsOf(own, agent, '')),
      ...(await loadsOf(framework, agent, ', through the framework')),
    ]
    for (const { send } of loads) for (let warm = 0; warm < warmUp; warm++) await send()
    const sides = loads.map((each) => ({ name: each.name, act: () => underLoad(each, load) }))
    const group = `processor time of the server, ${load.connections} connections`
    const costs = await inTurns(group, sides, { rounds })
    const least = costs[0]?.p50 ?? 0
    for (const { p50 = 0, note, ...row } of costs) {
      const above = `${(p50 - least).toFixed(3)} ms above the bare server`
      rows.push({ ...row, p50, note: `${above}; ${note}` })
    }
    rows.push(await eventsRow(own.url, listeners, events))
    rows.push(...memory('after the load'))
    await pause(restMs)
    return [...rows, ...memory('at rest, a minute later')]
  },
)

/** One kind of request to one server. */
interface Load {
  name: string
  server: RunningServer
  send: () => Promise<unknown>
}

async function loadsOf(server: RunningServer, agent: Agent, through: string): Promise<Load[]> {
  const { url } = server
  const lines = numbers(100).map((memory) => ({ path: `/l/${memory}.md`, content: KILOBYTE }))
  const base = `${url}/v1/memory_stores/${await storeOf(url, 'http', lines)}`
  const read = await post<{ id: string }>(`${base}/memories`, {
    path: '/read.md',
    content: KILOBYTE,
  })
  let made = 0
  const write = () => {
    const body = { path: `/w/${made % 100}/${made++}.md`, content: KILOBYTE }
    return call(agent, `${base}/memories`, { body })
  }
  const list = `${base}/memories?depth=1&path_prefix=/l/&limit=100`
  const sends: Record<string, Load['send']> = {
    'is it up (/healthz)': () => call(agent, `${url}/healthz`),
    'read a memory of 1 KB': () => call(agent, `${base}/memories/${read.id}`),
    'write a memory of 1 KB': write,
    'list a folder of 100': () => call(agent, list),
  }
  return Object.entries(sends).map(([name, send]) => ({ name: name + through, server, send }))
}

/** Milliseconds of the processor a request, until the last was answered. */
async function underLoad(
  { server, send }: Load,
  { seconds, connections }: { seconds: number; connections: number },
): Promise<Measured> {
  const before = server.processorTime()
  const callers = numbers(connections).map(() => send)
  const { times, perSecond } = await called(callers, seconds)
  const answered = server.processorTime()
  // What a request leaves to be done is no part of the next load.
  await atRest(server)
  const later = (server.processorTime() - answered) / times.length
  return {
    ...{ times: [(answered - before) / times.length], perSecond },
    also: {
      'ms of it later': later,
      'ms until the answer': median(times),
      'at p99': percentile(times, 0.99),
    },
  }
}

async function eventsRow(url: string, count: number, events: number): Promise<Row> {
  const base = `${url}/v1/memory_stores/${await storeOf(url, 'events')}`
  const listeners = await listen(`${base}/events`, count)
  for (let event = 0; event < events; event++) {
    await post(`${base}/memories`, { path: pathNow(), content: 'x' })
  }
  const { delays, events: heard } = await listeners.stop(count * events)
  const name = `${count} listeners, ${heard} of ${count * events} heard`
  return rowOf('from the request that writes to a listener', name, [[{ times: delays }]])
}
