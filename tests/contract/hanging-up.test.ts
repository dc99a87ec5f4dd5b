import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { answerOwn } from '@/lib/api/own-addresses'
import type { ApiAnswer } from '@/lib/api/api-answer'
import { NodeRequest, send } from '@/lib/api/node-http'
import { serveDatabase } from '@/lib/db/open-database'
import { createStore } from '@/lib/store/stores/change-stores'
import { onSqlite } from '@/tests/support/databases'

/** The beginning of a request; the rest never comes. */
const unfinished = (method: string, path: string, type: string, beginning: string) =>
  [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    `content-type: ${type}`,
    'accept: application/json, text/event-stream',
    'content-length: 1000',
    '',
    beginning,
  ].join('\r\n')

const json = 'application/json'

/** Requests, as far as the callers of a store have sent them when they hang up. */
const CALLS: Record<string, (storeId: string) => string> = {
  'half a memory': (storeId) =>
    unfinished(
      'POST',
      `/v1/memory_stores/${storeId}/memories`,
      json,
      '{"path":"/a.md","content":"half',
    ),
  'half a call of a tool': () =>
    unfinished('POST', '/mcp', json, '{"jsonrpc":"2.0","id":1,"method":'),
  'half a file to import': (storeId) =>
    unfinished('POST', `/v1/memory_stores/${storeId}/import`, 'application/jsonl', '{"type":'),
  'a body that nobody reads': () => unfinished('GET', '/v1/nowhere', json, '{'),
}

onSqlite((current) => {
  const answers: Promise<ApiAnswer | null>[] = []
  // Node's own limits are minutes.
  const limits = { requestTimeout: 1_000, headersTimeout: 1_000, connectionsCheckingInterval: 100 }
  const server = createServer(limits, (incoming, outgoing) => {
    const answer = Promise.resolve(answerOwn(new NodeRequest(incoming, outgoing)))
    answers.push(answer)
    void answer.then((each) => each && send(each, outgoing))
  })
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterEach(() => vi.restoreAllMocks())
  afterAll(() => server.close())

  const setUp = async () => {
    serveDatabase(current())
    const { id } = await createStore(current(), { name: 'Called' })
    const logged: string[] = []
    vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
      // Of a database of an earlier test, deleted before its keys' last uses were written.
      if (!String(line).includes('"fault":"file_gone"')) logged.push(String(line))
      return true
    })
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => {})
    return { id, logged, socket, asked: once(server, 'request') }
  }

  test.each(Object.entries(CALLS))(
    'a caller who hangs up after %s is no fault of the server',
    async (_, sent) => {
      const { id, logged, socket, asked } = await setUp()
      socket.write(sent(id))
      await asked
      socket.destroy()
      expect((await answers.at(-1))?.status).toBeLessThan(500)
      expect(logged).toEqual([])
    },
  )

  test.each(Object.entries(CALLS))(
    'a caller who goes on slowly after %s is cut off, and the call ends',
    async (_, sent) => {
      const { id, logged, socket, asked } = await setUp()
      const isClosed = once(socket.resume(), 'close')
      socket.write(sent(id))
      await asked
      const trickling = setInterval(() => socket.write(' '), 20)
      expect((await answers.at(-1))?.status).toBeLessThan(500)
      await isClosed
      clearInterval(trickling)
      expect(logged).toEqual([])
    },
  )
})
