import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { db } from '@/lib/db'
import { perProcess } from '@/lib/per-process'

/**
 * The figures of this process and of what its database holds, for whoever watches the server. Labels are
 * words of closed sets: routes, methods, tools, states; never content, paths of memories, ids or keys.
 */

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

function made() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const called = (name: string, help: string, ...labelNames: string[]) => {
    return { name: `palimpsest_${name}`, help, labelNames, registers }
  }
  const gauge = (...told: Parameters<typeof called>) => new Gauge(called(...told))
  const counter = (...told: Parameters<typeof called>) => new Counter(called(...told))
  const histogram = (...told: Parameters<typeof called>) =>
    new Histogram({ ...called(...told), buckets: SECONDS })
  const took = 'How long calls of the API and of MCP took until their answer began'
  const uses = 'Calls of memory tools by agents, over HTTP, MCP and in sessions'
  return {
    registry,
    calls: histogram('http_request_duration_seconds', took, 'method', 'route', 'status'),
    toolCalls: counter('tool_calls_total', uses, 'tool', 'outcome'),
    refusedKeys: counter('refused_keys_total', 'Calls with a key that is not valid'),
    streams: gauge('streams', 'Streams that are open'),
    eventLag: histogram(
      'event_lag_seconds',
      'From a change to its being told to those who follow its store',
    ),
    stores: gauge('stores', 'Memory stores'),
    changes: gauge('store_changes', 'Changes ever made to the stores that there are'),
    jobs: gauge('jobs', 'Jobs by state', 'state'),
    heldWrites: gauge('held_writes', 'Writes that wait for a person'),
    folders: gauge('folders', 'Folders kept in step, by state', 'state'),
  }
}

/** All bundles of the process count in the same place. */
const metrics = () => perProcess('metrics', made)

export interface AnsweredCall {
  method: string
  /** as the table of routes has it, with names for what varies */
  route: string
  status: number
  /** milliseconds */
  took: number
}

/** Counts a call that was answered. */
export function countCall({ method, route, status, took }: AnsweredCall): void {
  metrics().calls.observe({ method, route, status: String(status) }, took / 1000)
}

const TOOL = /^memory(?:_(?:list|search|read|write|edit|delete|move))?$/

/** Counts a call of a tool by its name; a name that a model made up is not kept. */
export function countToolCall(name: string, isError: boolean): void {
  const tool = TOOL.test(name) ? name : 'unknown'
  metrics().toolCalls.inc({ tool, outcome: isError ? 'refused' : 'done' })
}

/** Counts a call whose key is not valid. */
export function countRefusedKey(): void {
  metrics().refusedKeys.inc()
}

/** Notes that a change made then is told now. */
export function noteEventLag(madeAt: Date): void {
  metrics().eventLag.observe(Math.max(0, Date.now() - madeAt.getTime()) / 1000)
}

/** All figures in the format of Prometheus, with its content type. `streams`: how many are open. */
export async function writtenMetrics({
  streams: open,
}: {
  streams: number
}): Promise<{ text: string; contentType: string }> {
  const { registry, streams, stores, changes, heldWrites, jobs, folders } = metrics()
  const [counted, held, byState, connected] = await Promise.all([
    db.store.aggregate({ where: { deletedAt: null }, _count: true, _sum: { lastSequence: true } }),
    db.heldWrite.count({ where: { state: 'waiting' } }),
    db.job.groupBy({ by: 'state', _count: true }),
    db.connection.groupBy({ by: 'state', _count: true }),
  ])
  streams.set(open)
  stores.set(counted._count)
  changes.set(counted._sum.lastSequence ?? 0)
  heldWrites.set(held)
  for (const [gauge, rows] of [
    [jobs, byState],
    [folders, connected],
  ] as const) {
    gauge.reset()
    for (const { state, _count: count } of rows) gauge.set({ state }, count)
  }
  return { text: await registry.metrics(), contentType: registry.contentType }
}
