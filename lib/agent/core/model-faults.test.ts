import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import Anthropic from '@anthropic-ai/sdk'
import { describe, expect, test } from 'vitest'
import { faultOf } from './model-faults'

type Way = 'create' | 'stream'

/**
 * The error from a request to a server that behaves like this, read to the end; `way`: the SDK
 * path. `onRead` is called once the first event has been read.
 */
async function thrownBy(
  listener: RequestListener,
  way: Way,
  onRead?: () => void,
): Promise<unknown> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  try {
    return await thrownAt(`http://127.0.0.1:${port}`, way, onRead)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

async function thrownAt(baseURL: string, way: Way, onRead = () => {}): Promise<unknown> {
  const client = new Anthropic({ apiKey: 'none', baseURL, maxRetries: 0, logLevel: 'off' })
  const params = { model: 'm', max_tokens: 1, messages: [{ role: 'user' as const, content: 'Hi' }] }
  try {
    const events =
      way === 'create'
        ? await client.beta.messages.create({ ...params, stream: true })
        : client.beta.messages.stream(params)
    for await (const event of events) if (event.type === 'message_start') onRead()
  } catch (error) {
    return error
  }
  return null
}

const START = `event: message_start\ndata: ${JSON.stringify({
  type: 'message_start',
  message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [], usage: {} },
})}\n\n`

describe.each(['create', 'stream'] as const)('a network fault, by %s,', (way) => {
  test('is a connection that could not be made', async () => {
    const error = await thrownAt('http://127.0.0.1:1', way)
    expect(faultOf(error)).toMatchObject({ kind: 'connection' })
  })

  test('is a connection dropped before an answer', async () => {
    const error = await thrownBy((request) => request.socket.destroy(), way)
    expect(faultOf(error).kind).toBe('connection')
  })

  test('is a stream that ends midway', async () => {
    let cut = () => {}
    const listener: RequestListener = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(START)
      cut = () => response.destroy()
    }
    // Cut before it was read, the connection may be reset, and what was sent be lost with it.
    const error = await thrownBy(listener, way, () => cut())
    expect(faultOf(error).kind, String(error)).toBe('broken_stream')
  })
})

test('an answer that is not JSON is a broken stream', async () => {
  const error = await thrownBy((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end('event: message_start\ndata: {oh dear\n\n')
  }, 'stream')
  expect(faultOf(error).kind).toBe('broken_stream')
})

describe('what is not a network fault', () => {
  test.each<[string, Error]>([
    ['our own mistake', new TypeError("Cannot read properties of undefined (reading 'id')")],
    ['a full database', Object.assign(new Error('full'), { code: 'SQLITE_FULL' })],
    ['a missing file', Object.assign(new Error('none'), { code: 'ENOENT' })],
    [
      'our own mistake inside fetch, which the SDK blames on the network',
      new Anthropic.APIConnectionError({ cause: new TypeError('x is not a function') }),
    ],
    [
      'a mistake in the stream’s parser',
      Object.assign(new Anthropic.AnthropicError('x'), { cause: new RangeError('x') }),
    ],
  ])('is %s', (_name, error) => {
    expect(faultOf(error)).toEqual({ kind: 'internal', message: '' })
  })
})

test('a request that timed out is a connection fault', () => {
  expect(faultOf(new Anthropic.APIConnectionTimeoutError()).kind).toBe('connection')
})
