import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Ground } from './ground'
import { call, post } from './http-call'
import { percentile, type Row } from './measure'
import { part } from './part'
import { scratchFolder } from './scratch'
import { type RunningServer, startBareServer, startFramework } from './server'
import { textOf } from './tool-mix'

interface Sizes {
  /** for which each kind of request is sent to each server in a round */
  seconds: number
  rounds: number
  /** requests of each kind before them */
  warmUp: number
  connections: number
  listeners: number
  events: number
  /** after the load, until the memory at rest is read; milliseconds */
  restMs: number
}

/** The baseline: what HTTP itself costs. */
const BARE = 'a bare server of Node, 1 KB'

/**
 * The built application over loopback: the processor time that a request takes of its server,
 * against a bare server and against the same build in the framework's own server, in turns; events
 * to many listeners; memory. Client and servers share the machine.
 */
export const httpPart = part<Sizes>(
  {
    full: {
      seconds: 2,
      rounds: 5,
      warmUp: 200,
      connections: 16,
      listeners: 50,
      events: 200,
      restMs: 60_000,
    },
    smoke: {
      seconds: 0.2,
      rounds: 1,
      warmUp: 1,
      connections: 2,
      listeners: 2,
      events: 3,
      restMs: 0,
    },
  },
  httpRows,
)

async function httpRows(sizes: Sizes, ground: Ground): Promise<Row[]> {
  const server = await ground.server()
  const group = 'memory of the server'
  const memory = (name: string): Row => ({ group, name, note: `${server.memory()} MB` })
  const atStart = memory('at the start')
  const { folder, discard } = scratchFolder()
  const others = [await startBareServer(textOf(1024)), await startFramework(folder)] as const
  try {
    const rows = await requestRows(sizes, server, ...others)
    const { base } = await filledStore(server)
    rows.push(await events(base, sizes))
    const loaded = memory('after the load')
    await pause(sizes.restMs)
    return [atStart, ...rows, loaded, memory('at rest, a minute later')]
  } finally {
    for (const other of others) await other.stop()
    discard()
  }
}

/** One kind of request to one server. */
interface Load {
  name: string
  server: RunningServer
  send: () => Promise<unknown>
}

async function requestRows(
  sizes: Sizes,
  own: RunningServer,
  bare: RunningServer,
  framework: RunningServer,
): Promise<Row[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: sizes.connections })
  const inFramework = await loadsOf(framework, agent)
  const loads = [
    { name: BARE, server: bare, send: () => call(agent, 'GET', bare.url) },
    ...(await loadsOf(own, agent)),
    ...inFramework.map((load) => ({ ...load, name: `${load.name}, through the framework` })),
  ]
  const measured = await inTurns(loads, sizes)
  agent.destroy()
  const bareCost = median(measured[0]?.costs ?? [])
  return measured.map(({ name, costs, later, times, perSecond }) => {
    const above = `${(median(costs) - bareCost).toFixed(3)} ms above the bare server, ${median(later).toFixed(2)} ms later`
    const row = { group: `processor time of the server, ${sizes.connections} connections`, name }
    const figures = { perSecond, p50: median(costs), p99: Math.max(...costs) }
    const note = `${name === BARE ? '' : `${above}; `}answered in ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)}`
    return { ...row, ...figures, ratio: median(costs) / bareCost, baseline: BARE, note }
  })
}

async function loadsOf(server: RunningServer, agent: Agent): Promise<Load[]> {
  const { base, memoryId } = await filledStore(server)
  const content = textOf(1024)
  let made = 0
  const write = () =>
    call(agent, 'POST', `${base}/memories`, { path: `/w/${made % 100}/${made++}.md`, content })
  const get = (address: string) => () => call(agent, 'GET', address)
  return [
    { name: 'is it up (/healthz)', server, send: get(`${server.url}/healthz`) },
    { name: 'read a memory of 1 KB', server, send: get(`${base}/memories/${memoryId}`) },
    { name: 'write a memory of 1 KB', server, send: write },
    {
      name: 'list a folder of 100',
      server,
      send: get(`${base}/memories?depth=1&path_prefix=/l/&limit=100`),
    },
  ]
}

/** A store with one folder of 100. */
async function filledStore({ url }: RunningServer): Promise<{ base: string; memoryId: string }> {
  const store = await post<{ id: string }>(`${url}/v1/memory_stores`, { name: 'http' })
  const base = `${url}/v1/memory_stores/${store.id}`
  const content = textOf(1024)
  let memoryId = ''
  for (let memory = 0; memory < 100; memory++) {
    const path = `/l/${memory}.md`
    memoryId = (await post<{ id: string }>(`${base}/memories`, { path, content })).id
  }
  return { base, memoryId }
}

interface Measured {
  name: string
  /** milliseconds of the processor a request until the last was answered, one figure a round */
  costs: number[]
  /** the same from then until the server was at rest: what a request leaves to be done */
  later: number[]
  /** from a request to its answer, milliseconds */
  times: number[]
  perSecond: number
}

/** Every load once in each round, so that what else the machine does meets all of them. */
async function inTurns(loads: readonly Load[], sizes: Sizes): Promise<Measured[]> {
  const measured = loads.map(({ name }): Measured => ({
    ...{ name, perSecond: 0 },
    ...{ costs: [], later: [], times: [] },
  }))
  for (const { send } of loads) for (let warm = 0; warm < sizes.warmUp; warm++) await send()
  for (let round = 0; round < sizes.rounds; round++) {
    for (const [at, load] of loads.entries()) {
      const { cost, later, times } = await underLoad(load, sizes)
      measured[at]?.costs.push(cost)
      measured[at]?.later.push(later)
      measured[at]?.times.push(...times)
    }
  }
  return measured.map((each) => ({
    ...each,
    perSecond: each.times.length / (sizes.seconds * sizes.rounds),
  }))
}

async function underLoad({ server, send }: Load, { seconds, connections }: Sizes) {
  const times: number[] = []
  const before = server.processorTime()
  const end = performance.now() + seconds * 1000
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        const start = performance.now()
        await send()
        times.push(performance.now() - start)
      }
    }),
  )
  const answered = server.processorTime()
  // What a request leaves to be done is no part of the next load.
  await atRest(server)
  const later = (server.processorTime() - answered) / times.length
  return { cost: (answered - before) / times.length, later, times }
}

const POLL_INTERVAL_MS = 100

/** A server that uses less of the processor has done what is urgent; milliseconds a second. */
const AT_REST = 100

/** What is not done by then is charged to the next load; milliseconds. */
const MAX_MS = 60_000

/** Waits until a server has done what was left to be done. */
async function atRest(server: RunningServer): Promise<void> {
  const end = performance.now() + MAX_MS
  while (performance.now() < end) {
    const before = server.processorTime()
    await pause(POLL_INTERVAL_MS)
    if (server.processorTime() - before <= (AT_REST * POLL_INTERVAL_MS) / 1000) return
  }
}

const median = (values: readonly number[]) => percentile(values, 0.5)

async function events(base: string, { listeners: count, events: sends }: Sizes): Promise<Row> {
  const leaving = new AbortController()
  const heard: number[] = []
  const sent = new Map<string, number>()
  let connected = 0
  const listeners = Array.from({ length: count }, async () => {
    const response = await fetch(`${base}/events`, { signal: leaving.signal })
    connected++
    let mine = 0
    for await (const chunk of response.body ?? []) {
      for (const [, path] of Buffer.from(chunk)
        .toString('utf8')
        .matchAll(/"path":"(\/e\/\d+)"/g)) {
        heard.push(performance.now() - (sent.get(path ?? '') ?? 0))
        mine++
      }
      if (mine >= sends) return
    }
  })
  while (connected < count) await new Promise((resolve) => setTimeout(resolve, 10))
  for (let event = 0; event < sends; event++) {
    sent.set(`/e/${event}`, performance.now())
    await post(`${base}/memories`, { path: `/e/${event}`, content: 'x' })
  }
  await Promise.all(listeners)
  leaving.abort()
  return {
    group: 'from the request that writes to a listener',
    name: `${count} listeners, ${heard.length} of ${count * sends} heard`,
    p50: percentile(heard, 0.5),
    p99: percentile(heard, 0.99),
  }
}
