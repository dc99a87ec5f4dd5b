import { once } from 'node:events'
import { Agent, createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import type { ApiAnswer } from './api-answer'
import { NodeRequest, send } from './node-http'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** Serves this on a free port; returns how to ask it. */
async function served(answer: (request: NodeRequest) => Promise<ApiAnswer>, stallMs?: number) {
  const server = createServer((incoming, outgoing) => {
    void answer(new NodeRequest(incoming, outgoing)).then((each) => send(each, outgoing, stallMs))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('the server has no address')
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  closing.push(() => {
    agent.destroy()
    server.closeAllConnections()
    server.close()
  })
  const ask = (path: string, body?: string | Buffer) => {
    const method = body === undefined ? 'GET' : 'POST'
    const asking = httpRequest({ port: address.port, path, method, agent })
    const answered = once(asking, 'response') as Promise<[IncomingMessage]>
    asking.end(body)
    return { asking, answered }
  }
  return { ask }
}

const text = async (response: IncomingMessage) => {
  let all = ''
  for await (const chunk of response) all += String(chunk)
  return all
}

const answer = (body: ApiAnswer['body']): ApiAnswer => ({ status: 200, headers: {}, body })

test('a request has its path as it was sent, its query and its headers', async () => {
  const { ask } = await served(async ({ pathname, query, headers }) =>
    answer(JSON.stringify([pathname, query.get('q'), headers.get('host')?.split(':')[0]])),
  )
  const [response] = await ask('/v1/a%20b?q=c+d').answered
  expect(JSON.parse(await text(response))).toEqual(['/v1/a%20b', 'c d', 'localhost'])
})

test('a text is sent with its length', async () => {
  const { ask } = await served(async () => answer('세 words'))
  const [response] = await ask('/').answered
  expect([response.headers['content-length'], await text(response)]).toEqual(['9', '세 words'])
})

test('a body within the limit is read, and one beyond it leaves the connection usable', async () => {
  const { ask } = await served(async (request) => answer(String((await request.read(10))?.length)))
  const sizes: string[] = []
  for (const size of [0, 10, 11, 5_000_000, 3]) {
    const [response] = await ask('/', Buffer.alloc(size)).answered
    sizes.push(await text(response))
  }
  expect(sizes).toEqual(['0', '10', 'undefined', 'undefined', '3'])
})

test('a caller who leaves is noticed, and what would be sent is let go', async () => {
  let isLetGo = () => {}
  const letGo = new Promise<void>((resolve) => (isLetGo = resolve))
  let left: Promise<unknown> | undefined
  const { ask } = await served(async ({ signal }) => {
    left = once(signal, 'abort')
    return answer(
      new ReadableStream({
        pull: (controller) => controller.enqueue(Buffer.from('on and on')),
        cancel: isLetGo,
      }),
    )
  })
  const { asking, answered } = ask('/')
  await answered
  asking.destroy()
  await Promise.all([letGo, left])
})

test('a stream that breaks off while its caller takes nothing ends the connection', async () => {
  let breakOff = () => {}
  const { ask } = await served(async () =>
    answer(
      new ReadableStream({
        start: (controller) => (breakOff = () => controller.error(new Error('too slow'))),
        pull: (controller) => controller.enqueue(Buffer.alloc(1_000_000)),
      }),
    ),
  )
  const { answered } = ask('/')
  const [response] = await answered
  response.pause()
  breakOff()
  const failed = once(response, 'error')
  response.resume()
  expect(await failed).toMatchObject([{ code: 'ECONNRESET' }])
})

test('a caller who takes nothing of a stream is cut off after a while, and what would come is let go', async () => {
  let isLetGo = () => {}
  const letGo = new Promise<void>((resolve) => (isLetGo = resolve))
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(Buffer.alloc(1_000_000)),
    cancel: isLetGo,
  })
  const { ask } = await served(async () => answer(endless), 50)
  const [response] = await ask('/').answered
  response.pause()
  await letGo
})
