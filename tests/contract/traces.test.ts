import { createServer, type Server } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { createStore } from '@/lib/store/create-store'
import { startTracing } from '@/lib/tracing/traced'
import { onSqlite } from '@/tests/support/databases'
import { serveApi } from '@/tests/support/http-server'
import { callTool, mcpClient } from '@/tests/support/mcp-client'

interface Received {
  resourceSpans: { scopeSpans: { spans: Record<string, unknown>[] }[] }[]
}

/** A collector of traces. */
async function collector() {
  const spans: Record<string, unknown>[] = []
  const server: Server = createServer((incoming, outgoing) => {
    let body = ''
    incoming.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')))
    incoming.on('end', () => {
      const { resourceSpans } = JSON.parse(body) as Received
      spans.push(...resourceSpans.flatMap((each) => each.scopeSpans).flatMap((each) => each.spans))
      outgoing.end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { server, spans, url: `http://127.0.0.1:${port}` }
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'

onSqlite((current) => {
  const closing: (() => unknown)[] = []
  afterAll(async () => {
    for (const close of closing) await close()
  })

  test('calls are spans of their callers’ traces, sent to the collector, and hold no content', async () => {
    const { server: receiver, spans, url: endpoint } = await collector()
    startTracing(endpoint)
    const server = await serveApi(current())
    const { id } = await createStore(current(), { name: 'Traced' })
    await fetch(`${server.url}/v1/memory_stores/${id}/search?q=hidden-word`, {
      headers: { traceparent: `00-${TRACE}-${PARENT}-01` },
    })
    const client = await mcpClient({ url: server.url })
    await callTool(client, 'memory_search', { query: 'hidden-word' })
    closing.push(
      () => client.close(),
      () => server.close(),
      () => receiver.close(),
    )
    const names = () => spans.map(({ name }) => name)
    await expect.poll(names, { timeout: 20_000 }).toContain('mcp tools/call')
    const call = spans.find(({ name }) => name === 'GET /v1/memory_stores/{storeId}/search')
    expect(call).toMatchObject({ traceId: TRACE, parentSpanId: PARENT, kind: 2 })
    expect(JSON.stringify(spans)).not.toContain('hidden-word')
    expect(JSON.stringify(spans)).not.toContain(id)
  })
})
