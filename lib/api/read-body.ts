import { isUtf8 } from 'node:buffer'
import { ApiError, invalidRequest } from './api-error'
import type { ApiRequest } from './api-request'

/** Holds a content at the default limit with every byte escaped. */
const DEFAULT_BODY_LIMIT = 1024 * 1024

/** The body limit for contents of this many bytes: JSON may escape each as six characters. */
export function bodyLimitFor(maxContentBytes: number): number {
  return Math.max(DEFAULT_BODY_LIMIT, maxContentBytes * 6 + 64 * 1024)
}

const BYTE_ORDER_MARK = Buffer.of(0xef, 0xbb, 0xbf)

function withoutMark(bytes: Buffer): Buffer {
  const mark = bytes.subarray(0, BYTE_ORDER_MARK.length)
  return mark.equals(BYTE_ORDER_MARK) ? bytes.subarray(mark.length) : bytes
}

/** The part of a request that is read here. */
type Sent = Pick<ApiRequest, 'read'>

/** A request's bytes; refuses them as soon as the limit is passed, without reading the rest. */
export async function readBytes(request: Sent, limit: number): Promise<Buffer> {
  const bytes = await request.read(limit)
  if (bytes === null) throw tooLarge(limit)
  return bytes
}

function tooLarge(limit: number): ApiError {
  return new ApiError(413, 'request_too_large', `The body must be at most ${limit} bytes.`)
}

/** A request's JSON; an empty body is an empty object. */
export async function readJson(
  request: Sent,
  limit: number = DEFAULT_BODY_LIMIT,
): Promise<unknown> {
  const bytes = await readBytes(request, limit)
  if (bytes.length === 0) return {}
  if (!isUtf8(bytes)) throw invalidRequest('The body must be UTF-8.')
  try {
    return JSON.parse(withoutMark(bytes).toString('utf8')) as unknown
  } catch (error) {
    throw invalidRequest(`The body must be JSON: ${error instanceof Error ? error.message : ''}`)
  }
}
