import { createServer } from 'node:http'
import { trace } from '@opentelemetry/api'
import { expect, test } from 'vitest'
import { startTracing, traced } from './traced'

interface Received {
  resourceSpans: { scopeSpans: { spans: Record<string, unknown>[] }[] }[]
}

/** A collector of traces. */
async function collector() {
  const spans: Record<string, unknown>[] = []
  const requests: [string | undefined, string | undefined][] = []
  const server = createServer((incoming, outgoing) => {
    let body = ''
    incoming.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')))
    incoming.on('end', () => {
      const { resourceSpans } = JSON.parse(body) as Received
      spans.push(...resourceSpans.flatMap((each) => each.scopeSpans).flatMap((each) => each.spans))
      requests.push([incoming.url, incoming.headers.authorization])
      outgoing.end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { spans, requests, url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'

const call = (parent: string | null, work: () => Promise<number>) =>
  traced('GET /v1/sessions', parent, work, (status) => ({
    'http.response.status_code': status,
    isError: status >= 500 ? 1 : 0,
  }))

test('calls are spans of their callers’ traces, sent to the collector when the process ends', async () => {
  const { spans, requests, url, close } = await collector()
  const stop = startTracing({
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
      attributes: [{ key: 'http.response.status_code', value: { intValue: '200' } }],
      status: {},
    },
    { status: { code: 2 } },
    { status: { code: 2 } },
  ])
  for (const { startTimeUnixNano: start, endTimeUnixNano: end } of spans) {
    expect(Number(end)).toBeGreaterThanOrEqual(Number(start))
  }
})

test('nothing is traced where no collector is named', async () => {
  const stop = startTracing(null)
  expect(await call(null, async () => 200)).toBe(200)
  await stop()
})
