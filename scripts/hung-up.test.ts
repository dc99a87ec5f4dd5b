import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { ResponseAborted } from 'next/dist/server/web/spec-extension/adapters/next-request'
import { expect, onTestFinished, test } from 'vitest'
import { sayNothingOfHungUp } from './hung-up.mjs'

/** Returns the reports that reach the log, as they come. */
function loggedErrors(): unknown[] {
  const { error } = console
  onTestFinished(() => {
    console.error = error
  })
  const logged: unknown[] = []
  console.error = (...words: unknown[]) => void logged.push(...words)
  sayNothingOfHungUp()
  return logged
}

/** The error of a request whose caller leaves in the middle of its body. */
async function bodyThatBreaksOff(): Promise<unknown> {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const call = request({ port, host: '127.0.0.1', method: 'POST' })
  call.on('error', () => undefined)
  call.setHeader('content-length', 100)
  call.write('{')
  const [incoming] = (await once(server, 'request')) as [NodeJS.EventEmitter]
  const failed = once(incoming, 'error')
  call.destroy()
  const [error] = (await failed) as [unknown]
  return error
}

test('nothing is logged of a caller that leaves before its answer, or in the middle of its body', async () => {
  const logged = loggedErrors()
  console.error(await bodyThatBreaksOff())
  console.error('⨯', new ResponseAborted())
  expect(logged).toEqual([])
})

test('every other error is logged', () => {
  const logged = loggedErrors()
  const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  console.error('⨯', reset)
  expect(logged).toEqual(['⨯', reset])
})
