import { createServer } from 'node:http'
import { trace } from '@opentelemetry/api'
import { afterEach, expect, test, vi } from 'vitest'
import { log } from '@/lib/log'
import { writtenMetrics } from '@/lib/metrics/metrics'
import { startTracing, traced } from './traced'

afterEach(() => vi.restoreAllMocks())

interface Received {
  resourceSpans: { scopeSpans: { spans: Record<string, unknown>[] }[] }[]
}

/** A collector of traces, which answers with this status. */
async function collector(status = 200) {
  const spans: Record<string, unknown>[] = []
  const requests: [string | undefined, string | undefined][] = []
  const server = createServer((incoming, outgoing) => {
    let body = ''
    incoming.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')))
    incoming.on('end', () => {
      const { resourceSpans } = JSON.parse(body) as Received
      spans.push(...resourceSpans.flatMap((each) => each.scopeSpans).flatMap((each) => each.spans))
      requests.push([incoming.url, incoming.headers.authorization])
      outgoing.writeHead(status).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { spans, requests, url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

/** Spans that were dropped, as the figures have them. */
async function dropped(): Promise<number> {
  const { text } = await writtenMetrics(NOTHING)
  return Number(/^palimpsest_dropped_spans_total (\d+)$/m.exec(text)?.[1])
}

const NOTHING = {
  stores: 0,
  changes: 0,
  waitingProposals: 0,
  jobs: {},
  connections: {},
  connectionLag: 0,
  outbox: {},
  outboxAge: 0,
  tests: {},
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'

const call = (parent: string | null, work: () => Promise<number>) =>
  traced('GET /v1/sessions', parent, work, (status) => ({
    'http.response.status_code': status,
    share: 0.5,
    isError: status >= 500 ? 1 : 0,
  }))

test('calls are spans of their callers’ traces, sent to the collector when the process ends', async () => {
  const { spans, requests, url, close } = await collector()
  const stop = await startTracing({
    endpoint: `${url}/`,
    headers: { authorization: 'Bearer of-the-collector' },
  })
  expect(await call(`00-${TRACE}-${PARENT}-01`, async () => 200)).toBe(200)
  await call('not a parent', async () => 503)
  await expect(call(null, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  // The framework's own spans have addresses with ids in them.
  trace.getTracer('next.js').startSpan('GET /stores/memstore_1?q=words').end()
  await stop()
  close()
  expect(requests).toEqual([['/v1/traces', 'Bearer of-the-collector']])
  expect(spans).toMatchObject([
    {
      traceId: TRACE,
      parentSpanId: PARENT,
      name: 'GET /v1/sessions',
      attributes: [
        { key: 'http.response.status_code', value: { intValue: 200 } },
        { key: 'share', value: { doubleValue: 0.5 } },
      ],
      status: { code: 0 },
    },
    { status: { code: 2 } },
    { status: { code: 2 } },
  ])
  for (const { startTimeUnixNano: start, endTimeUnixNano: end } of spans) {
    expect(Number(end)).toBeGreaterThanOrEqual(Number(start))
  }
})

test('a caller who does not sample their trace is asked for no span', async () => {
  const { spans, url, close } = await collector()
  const stop = await startTracing({ endpoint: url, headers: {} })
  await call(`00-${TRACE}-${PARENT}-00`, async () => 200)
  await call(`00-${TRACE}-${PARENT}-03`, async () => 200)
  await stop()
  close()
  expect(spans).toHaveLength(1)
})

test('all spans of a burst arrive', async () => {
  const { spans, url, close } = await collector()
  const stop = await startTracing({ endpoint: url, headers: {} })
  await Promise.all(Array.from({ length: 3_000 }, () => call(null, async () => 200)))
  await stop()
  close()
  expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(3_000)
})

test('spans that a collector refuses, or that are too many for it, are counted and logged once', async () => {
  const logged = vi.spyOn(log, 'warn').mockImplementation(() => {})
  const { url, close } = await collector(400)
  const before = await dropped()
  const stop = await startTracing({ endpoint: url, headers: {} })
  await Promise.all(Array.from({ length: 5_100 }, () => call(null, async () => 200)))
  await stop()
  close()
  expect((await dropped()) - before).toBe(5_100)
  expect(logged.mock.calls).toEqual([['traces could not be sent to their collector']])
})

test('nothing is traced where no collector is named', async () => {
  const stop = await startTracing(null)
  expect(await call(null, async () => 200)).toBe(200)
  await stop()
})
