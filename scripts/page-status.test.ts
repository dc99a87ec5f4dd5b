import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { noteFailedPage } from '@/lib/api/failed-pages'
import { sayUnavailable } from './page-status.mjs'

/** Serves pages that all fail, as the framework answers them: noted, then 500. */
async function failing(errors: Readonly<Record<string, Error>>): Promise<string> {
  const server = createServer((request, response) => {
    sayUnavailable(request, response)
    const error = errors[request.url ?? '']
    if (error) noteFailedPage(error, request.headers)
    response.statusCode = error ? 500 : 200
    response.end('a page')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

test('a page that fails because the database cannot be used is answered with 503, any other with 500', async () => {
  const url = await failing({
    '/away': Object.assign(new Error('x'), { code: 'ECONNREFUSED' }),
    '/broken': new TypeError('a bug'),
  })
  const answers = ['/away', '/broken', '/well'].map(async (path) => {
    const headers = { 'x-request-number': '1' }
    return (await fetch(`${url}${path}`, { headers })).status
  })
  expect(await Promise.all(answers)).toEqual([503, 500, 200])
})
