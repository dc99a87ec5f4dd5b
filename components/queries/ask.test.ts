import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { ask, RefusedError, InvalidResponseError } from './ask'

const note = async () => v.object({ path: v.string(), size: v.number() })

interface RawAnswer {
  status: number
  body: string
}

const json = (body: unknown, status = 200): RawAnswer => ({ status, body: JSON.stringify(body) })

const ANSWERS: Record<string, RawAnswer> = {
  '/fits': json({ path: '/a.md', size: 3, since: 'the next version' }),
  '/lacks': json({ path: '/a.md' }),
  '/other': json([{ path: '/a.md', size: '3' }]),
  '/page': { status: 200, body: '<!doctype html><p>Sign in first</p>' },
  '/refused': json({ error: { message: 'Not while it runs.', code: 'still_running' } }, 409),
  '/why': json({ error: { message: 'No.', why: { code: 'damaged', line: 7 } } }, 400),
  '/words': json({ error: 'limit: too large' }, 400),
  '/gone': { status: 502, body: '<h1>Bad gateway</h1>' },
}

let server: Server
let url = ''

beforeAll(async () => {
  server = createServer((request, response) => {
    const { status, body } = ANSWERS[request.url ?? ''] ?? json(null, 404)
    response.writeHead(status).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address === 'object' && address) url = `http://127.0.0.1:${address.port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const thrown = (path: string) =>
  ask(note, url + path).then(
    () => null,
    (error: unknown) => error,
  )

test('a valid answer is returned, reduced to its schema', async () => {
  expect(await ask(note, `${url}/fits`)).toEqual({ path: '/a.md', size: 3 })
})

describe('an invalid answer is refused with its address,', () => {
  test.each(['/lacks', '/other', '/page'])('where it does not fit: %s', async (path) => {
    const error = await thrown(path)
    expect(error).toBeInstanceOf(InvalidResponseError)
    expect((error as Error).message).toContain(path)
  })
})

test('an answer whose schema can no longer be loaded is refused', async () => {
  const asked = ask(() => Promise.reject(new Error('no such chunk')), `${url}/fits`)
  await expect(asked).rejects.toBeInstanceOf(InvalidResponseError)
})

describe('a refusal', () => {
  test("has the server's words and code", async () => {
    expect(await thrown('/refused')).toMatchObject({
      name: 'RefusedError',
      status: 409,
      reason: 'Not while it runs.',
      code: 'still_running',
    })
  })

  test('has the problem’s code and facts', async () => {
    expect(await thrown('/why')).toMatchObject({ why: { code: 'damaged', line: 7 } })
    expect(await thrown('/refused')).toMatchObject({ why: null })
  })

  test.each(['/words', '/gone', '/missing'])('says its status without them: %s', async (path) => {
    const error = await thrown(path)
    expect(error).toBeInstanceOf(RefusedError)
    expect(error).toMatchObject({ reason: null, code: null })
    expect((error as Error).message).toMatch(/400|502|404/)
  })
})
