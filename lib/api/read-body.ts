import { ApiError, invalidRequest } from './api-error'

/** Large enough for a content at the usual limit, every byte of it escaped. */
const DEFAULT_BODY_LIMIT = 1024 * 1024

/** A body for contents of up to this many bytes: JSON may write each as six characters. */
export function bodyLimitFor(maxContentBytes: number): number {
  return Math.max(DEFAULT_BODY_LIMIT, maxContentBytes * 6 + 64 * 1024)
}

/** A request's bytes; refuses them as soon as they are too many, not after reading them all. */
export async function readBytes(request: Request, limit: number): Promise<Buffer> {
  if (!request.body) return Buffer.of()
  const reader = request.body.getReader()
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (declared > limit) {
    void leave(reader)
    throw tooLarge(limit)
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return Buffer.concat(chunks)
    size += value.length
    if (size > limit) {
      void leave(reader)
      throw tooLarge(limit)
    }
    chunks.push(value)
  }
}

/** How long a sender may go on after the refusal. */
const LINGER_MS = 1000

/**
 * Lets go of a body that is too large. Cancelling it at once would close the connection, and the
 * refusal would not arrive where it is still sent; leaving it unread would stand in the way of the
 * connection's next request. So what comes within a moment is read and dropped.
 */
async function leave(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const timer = setTimeout(() => void reader.cancel().catch(() => {}), LINGER_MS)
  try {
    while (!(await reader.read()).done);
  } catch {
    // The sender has gone.
  } finally {
    clearTimeout(timer)
  }
}

function tooLarge(limit: number): ApiError {
  return new ApiError(413, 'request_too_large', `The body must be at most ${limit} bytes.`)
}

/** A request's JSON; an empty body is an empty object. */
export async function readJson(
  request: Request,
  limit: number = DEFAULT_BODY_LIMIT,
): Promise<unknown> {
  const bytes = await readBytes(request, limit)
  if (bytes.length === 0) return {}
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalidRequest('The body must be UTF-8.')
  }
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw invalidRequest(`The body must be JSON: ${error instanceof Error ? error.message : ''}`)
  }
}
