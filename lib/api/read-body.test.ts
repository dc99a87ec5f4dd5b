import { describe, expect, test } from 'vitest'
import { ApiError } from './api-error'
import { WebRequest } from './web'
import { bodyLimitFor, readBytes, readJson } from './read-body'

const sent = (body: BodyInit | null, headers: Record<string, string> = {}) =>
  new WebRequest(
    new Request('http://127.0.0.1/', {
      method: 'POST',
      body,
      headers,
      duplex: 'half',
    } as RequestInit),
  )

const refusalOf = async (reading: Promise<unknown>) => {
  const error = await reading.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error('was not refused')
  return { status: error.status, type: error.type, message: error.message }
}

describe('a body', () => {
  test('that is empty is an empty object', async () => {
    expect(await readJson(sent(null))).toEqual({})
    expect(await readJson(sent(''))).toEqual({})
  })

  test('is JSON in UTF-8, in however many chunks it arrives', async () => {
    const bytes = Buffer.from('{"a":"é세\u{1F600}"}')
    const pieces = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
        controller.close()
      },
    })
    expect(await readJson(sent(pieces))).toEqual({ a: 'é세\u{1F600}' })
  })

  test('may begin with a byte order mark', async () => {
    expect(await readJson(sent('\ufeff{"a":1}'))).toEqual({ a: 1 })
  })

  test.each([
    ['not UTF-8', Uint8Array.of(0x22, 0xff, 0x22), 'The body must be UTF-8.'],
    [
      'a surrogate in UTF-8',
      Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22),
      'The body must be UTF-8.',
    ],
    ['cut off', Buffer.from('{"a":'), 'The body must be JSON: '],
    ['something else', Buffer.from('a=b'), 'The body must be JSON: '],
  ])('that is %s is refused', async (_, bytes, message) => {
    const refusal = await refusalOf(readJson(sent(bytes)))
    expect(refusal).toMatchObject({ status: 400, type: 'invalid_request_error' })
    expect(refusal.message).toContain(message)
  })

  test('as long as the limit is accepted, one byte more is not', async () => {
    expect(await readBytes(sent(new Uint8Array(100)), 100)).toHaveLength(100)
    expect(await refusalOf(readBytes(sent(new Uint8Array(101)), 100))).toEqual({
      status: 413,
      type: 'request_too_large',
      message: 'The body must be at most 100 bytes.',
    })
  })

  test('that declares itself too long is refused before any of it arrives', async () => {
    let isCancelled = false
    const body = new ReadableStream<Uint8Array>({
      cancel: () => {
        isCancelled = true
      },
    })
    const refusal = await refusalOf(readBytes(sent(body, { 'content-length': '101' }), 100))
    expect([refusal.status, isCancelled]).toEqual([413, false])
  })

  test('that never ends is refused as soon as it is too long', async () => {
    let pieces = 0
    let isCancelled = false
    const endless = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          pieces++
          await new Promise((resolve) => setImmediate(resolve))
          controller.enqueue(new Uint8Array(10))
        },
        cancel: () => {
          isCancelled = true
        },
      },
      { highWaterMark: 0 },
    )
    const refusal = await refusalOf(readBytes(sent(endless), 100))
    expect(refusal.status).toBe(413)
    expect(pieces).toBeLessThan(15)
    // Released a moment later, so that the refusal arrives.
    await expect.poll(() => isCancelled).toBe(true)
  })

  test('has room for a content whose every byte is escaped', () => {
    const content = '\u0001'.repeat(102_400)
    const body = JSON.stringify({ path: '/a', content })
    expect(body.length).toBeLessThan(bodyLimitFor(102_400))
    expect(bodyLimitFor(10 * 1024 * 1024)).toBe(60 * 1024 * 1024 + 64 * 1024)
  })
})
