import type { Ground } from './ground'
import { percentile, type Row, withRatios } from './measure'
import { part } from './part'
import { textOf } from './tool-mix'

interface Sizes {
  /** for which each kind of request is sent */
  seconds: number
  /** requests of each kind before them */
  warmUp: number
  connections: number
  listeners: number
  events: number
}

/** The baseline: the framework's cost for a route that does nothing. */
const NOTHING = 'an empty answer (/healthz)'

/**
 * The built application over loopback: requests, events to many listeners, memory. Client and
 * server share the machine.
 */
export const httpPart = part<Sizes>(
  {
    full: { seconds: 4, warmUp: 50, connections: 16, listeners: 50, events: 200 },
    smoke: { seconds: 0.05, warmUp: 1, connections: 2, listeners: 2, events: 3 },
  },
  httpRows,
)

async function httpRows(sizes: Sizes, ground: Ground): Promise<Row[]> {
  const server = await ground.server()
  const rows: Row[] = []
  const group = 'memory of the server'
  rows.push({ group, name: 'at rest', note: `${server.memory()} MB` })
  const storeId = await post<{ id: string }>(`${server.url}/v1/memory_stores`, { name: 'http' })
  const base = `${server.url}/v1/memory_stores/${storeId.id}`
  const content = textOf(1024)
  let made = 0
  const first = await post<{ id: string }>(`${base}/memories`, { path: '/read.md', content })
  const loads = [
    await load(sizes, NOTHING, () => get(`${server.url}/healthz`)),
    await load(sizes, 'write a memory of 1 KB', () =>
      post(`${base}/memories`, { path: `/w/${made % 100}/${made++}.md`, content }),
    ),
    await load(sizes, 'read a memory of 1 KB', () => get(`${base}/memories/${first.id}`)),
    await load(sizes, 'list a folder of 100', () =>
      get(`${base}/memories?depth=1&path_prefix=/w/&limit=100`),
    ),
  ]
  rows.push(...withRatios(loads, NOTHING, 'perSecond'))
  rows.push(await events(base, sizes))
  rows.push({ group, name: 'after the load', note: `${server.memory()} MB` })
  return rows
}

async function load(
  { seconds, warmUp, connections }: Sizes,
  name: string,
  request: () => Promise<unknown>,
): Promise<Row> {
  for (let warm = 0; warm < warmUp; warm++) await request()
  const times: number[] = []
  const end = performance.now() + seconds * 1000
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        const start = performance.now()
        await request()
        times.push(performance.now() - start)
      }
    }),
  )
  return {
    group: `HTTP, ${connections} connections`,
    name,
    perSecond: times.length / seconds,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  }
}

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

async function post<Answer>(url: string, body: unknown): Promise<Answer> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return (await response.json()) as Answer
}

async function get(url: string): Promise<unknown> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return response.json()
}
