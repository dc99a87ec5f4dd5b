import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { perProcess } from '@/lib/per-process'
import type { Standing } from './standing'

/**
 * The figures of this process, for whoever watches the server. Labels are words of closed sets:
 * routes, methods, tools, states; never content, paths of memories, ids or keys.
 */

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

function made() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    requests: new Histogram({
      name: 'palimpsest_http_request_duration_seconds',
      help: 'How long calls of the API and of MCP took until their answer began',
      labelNames: ['method', 'route', 'status'],
      buckets: SECONDS,
      registers,
    }),
    toolCalls: new Counter({
      name: 'palimpsest_mcp_tool_calls_total',
      help: 'Calls of tools over MCP',
      labelNames: ['tool', 'outcome'],
      registers,
    }),
    refusedKeys: new Counter({
      name: 'palimpsest_refused_keys_total',
      help: 'Calls with a key that is not valid',
      registers,
    }),
    droppedSpans: new Counter({
      name: 'palimpsest_dropped_spans_total',
      help: 'Spans of traces that their collector did not get',
      registers,
    }),
    eventLag: new Histogram({
      name: 'palimpsest_event_lag_seconds',
      help: 'From a change to its being told to those who listen to its store',
      buckets: SECONDS,
      registers,
    }),
    changes: new Gauge({
      name: 'palimpsest_store_changes',
      help: 'Changes ever made to the stores that there are',
      registers,
    }),
    stores: new Gauge({ name: 'palimpsest_stores', help: 'Memory stores', registers }),
    jobs: new Gauge({
      name: 'palimpsest_jobs',
      help: 'Jobs by state',
      labelNames: ['state'],
      registers,
    }),
    connections: new Gauge({
      name: 'palimpsest_connections',
      help: 'Watched folders by state',
      labelNames: ['state'],
      registers,
    }),
    connectionLag: new Gauge({
      name: 'palimpsest_connection_lag_seconds',
      help: 'Since the watched folder that waited longest was looked at as a whole',
      registers,
    }),
    outbox: new Gauge({
      name: 'palimpsest_outbox',
      help: 'Changes to be carried out in folders, by state',
      labelNames: ['state'],
      registers,
    }),
    outboxAge: new Gauge({
      name: 'palimpsest_outbox_age_seconds',
      help: 'How long the oldest such change has waited',
      registers,
    }),
    tests: new Gauge({
      name: 'palimpsest_memory_tests',
      help: 'Memory tests by how they go',
      labelNames: ['state'],
      registers,
    }),
    waitingProposals: new Gauge({
      name: 'palimpsest_waiting_proposals',
      help: 'Writes that wait for a person',
      registers,
    }),
  }
}

/** All bundles of the process count in the same place. */
const metrics = () => perProcess('metrics', made)

export interface AnsweredCall {
  method: string
  /** as the route's table writes it, with names in braces */
  route: string
  status: number
  seconds: number
}

/** Counts a call that was answered. */
export function countCall({ method, route, status, seconds }: AnsweredCall): void {
  metrics().requests.observe({ method, route, status: String(status) }, seconds)
}

/** Counts a call of a tool; `tool`: one that there is. */
export function countToolCall(tool: string, isError: boolean): void {
  metrics().toolCalls.inc({ tool, outcome: isError ? 'refused' : 'done' })
}

/** Counts a call whose key is not valid. */
export function countRefusedKey(): void {
  metrics().refusedKeys.inc()
}

/** Counts spans that are not sent. */
export function countDroppedSpans(count: number): void {
  metrics().droppedSpans.inc(count)
}

/** Notes how late a change was told; milliseconds. */
export function noteEventLag(lag: number): void {
  metrics().eventLag.observe(Math.max(0, lag) / 1000)
}

/** All figures in the format of Prometheus, and its content type. */
export async function writtenMetrics(
  standing: Standing,
): Promise<{ text: string; contentType: string }> {
  const { registry, stores, changes, waitingProposals, connectionLag, outboxAge } = metrics()
  stores.set(standing.stores)
  changes.set(standing.changes)
  waitingProposals.set(standing.waitingProposals)
  connectionLag.set(standing.connectionLag)
  outboxAge.set(standing.outboxAge)
  for (const table of ['jobs', 'connections', 'outbox', 'tests'] as const) {
    const gauge = metrics()[table]
    gauge.reset()
    for (const [state, count] of Object.entries(standing[table])) gauge.set({ state }, count)
  }
  return { text: await registry.metrics(), contentType: registry.contentType }
}
