import { Agent, createServer, get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { watchRequests } from './open-requests'

const TIMEOUT_MS = 60_000
const requests = watchRequests()
let server: Server
let agent: Agent
/** Lets the response to `/slow` finish. */
let release: () => void
/** Resolves once `/slow` was requested. */
let asked: Promise<void>

beforeEach(async () => {
  const released = new Promise<void>((resolve) => (release = resolve))
  let notify: () => void
  asked = new Promise((resolve) => (notify = resolve))
  server = createServer((request, response) => {
    if (request.url === '/quick') return response.end('quick')
    if (request.url === '/begun') response.write('begun, ')
    notify()
    void released.then(() => response.end('done'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  agent = new Agent({ keepAlive: true })
})
afterEach(() => {
  agent.destroy()
  server.closeAllConnections()
})

async function ask(path: string): Promise<string> {
  const { port } = server.address() as AddressInfo
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, agent }, resolve).on('error', reject)
  })
  return text(answer)
}

test('a keep-alive connection does not hold up shutdown', async () => {
  expect(await ask('/quick')).toBe('quick')
  expect(Object.keys(agent.freeSockets)).toHaveLength(1)
  expect(await requests.drain(TIMEOUT_MS)).toBe(0)
})

test.each(['/slow', '/begun'])(
  'what was asked before the end is answered whole, and its connection closed: %s',
  async (path) => {
    const answer = ask(path)
    await asked
    const drained = requests.drain(TIMEOUT_MS)
    release()
    expect(await answer).toMatch(/done$/)
    expect(await drained).toBe(0)
  },
)

test('requests not answered in time are cut off and counted', async () => {
  const answer = ask('/slow').catch(() => 'cut off')
  await asked
  expect(await requests.drain(1)).toBe(1)
  expect(await answer).toBe('cut off')
})
