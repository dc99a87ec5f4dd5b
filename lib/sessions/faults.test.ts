import Anthropic from '@anthropic-ai/sdk'
import { describe, expect, test } from 'vitest'
import { CutAnswer, faultOf, isTransient, refusesTemperature, sessionFault } from './faults'

const KEY = 'sk-never-shown'

/** What a request throws. */
async function thrownBy(server: { baseURL?: string; fetch?: typeof fetch }): Promise<unknown> {
  const client = new Anthropic({ apiKey: KEY, ...server, maxRetries: 0, logLevel: 'off' })
  const messages = [{ role: 'user' as const, content: 'Hi' }]
  try {
    const events = await client.beta.messages.create({
      model: 'm',
      max_tokens: 1,
      messages,
      stream: true,
    })
    for await (const _ of events);
  } catch (error) {
    return error
  }
  return null
}

const refusing = (status: number, type: string, message = 'Because.') => ({
  fetch: () =>
    Promise.resolve(Response.json({ type: 'error', error: { type, message } }, { status })),
})

describe('what a server refuses', () => {
  test.each([
    [400, 'invalid_request_error', 'request_refused'],
    [401, 'authentication_error', 'authentication'],
    [403, 'permission_error', 'permission'],
    [404, 'not_found_error', 'model_not_found'],
    [413, 'request_too_large', 'request_too_large'],
    [429, 'rate_limit_error', 'rate_limited'],
    [500, 'api_error', 'server_error'],
    [503, 'api_error', 'server_error'],
    [529, 'overloaded_error', 'overloaded'],
  ])('%s is a fault with the server’s words', async (status, type, kind) => {
    const fault = faultOf(await thrownBy(refusing(status, type)))
    expect(fault).toEqual({ kind, message: 'Because.' })
  })

  test.each([
    'prompt is too long: 210000 tokens > 200000 maximum',
    'This model’s maximum context length is 8192 tokens',
    'input exceeds the available context size',
  ])('with “%s” means that the conversation does not fit', async (words) => {
    const error = await thrownBy(refusing(400, 'invalid_request_error', words))
    expect(faultOf(error).kind).toBe('context_full')
  })

  test('because its model takes no temperature is known', async () => {
    const words = '`temperature` is not supported by this model'
    const error = await thrownBy(refusing(400, 'invalid_request_error', words))
    expect(refusesTemperature(faultOf(error))).toBe(true)
    expect(refusesTemperature({ kind: 'request_refused', message: 'Because.' })).toBe(false)
  })

  test('is cut where its words have no end', async () => {
    const error = await thrownBy(refusing(400, 'invalid_request_error', 'a'.repeat(10_000)))
    expect(faultOf(error).message).toHaveLength(2_000)
  })
})

describe('a fault of the network', () => {
  test('is a connection that cannot be made', async () => {
    expect(faultOf(await thrownBy({ baseURL: 'http://127.0.0.1:1' }))).toMatchObject({
      kind: 'connection',
    })
  })

  test('is a request that timed out', () => {
    expect(faultOf(new Anthropic.APIConnectionTimeoutError()).kind).toBe('connection')
  })

  test('is an answer that ended before it was whole', () => {
    expect(faultOf(new CutAnswer()).kind).toBe('broken_stream')
  })
})

test.each<[string, unknown]>([
  ['a mistake', new TypeError("Cannot read properties of undefined (reading 'id')")],
  ['a full disk', Object.assign(new Error('full'), { code: 'SQLITE_FULL' })],
  ['a missing file', Object.assign(new Error('none'), { code: 'ENOENT' })],
  [
    'a mistake inside of fetch, for which the SDK blames the network',
    new Anthropic.APIConnectionError({ cause: new TypeError('x is not a function') }),
  ],
  ['what is no error', 'oh'],
])('%s is a fault of ours', (_what, error) => {
  expect(faultOf(error)).toEqual({ kind: 'internal', message: '' })
})

test('trying again may help against a bad moment, and against nothing else', () => {
  const moments = ['overloaded', 'rate_limited', 'connection', 'broken_stream'] as const
  const lasting = ['authentication', 'context_full', 'internal', 'redacted'] as const
  expect([...moments, ...lasting].filter(isTransient)).toEqual(moments)
})

describe('in a session’s log', () => {
  test('a fault has the SDK’s word for it, and ours beside it', () => {
    const fault = { kind: 'overloaded', message: 'Overloaded' } as const
    expect(sessionFault(fault, 'retrying')).toEqual({
      type: 'model_overloaded_error',
      kind: 'overloaded',
      message: 'Overloaded',
      retry_status: { type: 'retrying' },
    })
    expect(sessionFault({ kind: 'context_full', message: '' }, 'exhausted').type).toBe(
      'model_request_failed_error',
    )
  })

  test('a fault without words has ours', () => {
    expect(sessionFault({ kind: 'restarted', message: '' }, 'exhausted')).toEqual({
      type: 'unknown_error',
      kind: 'restarted',
      message: 'The server was restarted in the middle of the run, or could not save it.',
      retry_status: { type: 'exhausted' },
    })
  })
})
