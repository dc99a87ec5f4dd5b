import { ApiError, invalidRequest } from './api-error'

/** Holds a content at the default limit with every byte escaped. */
const DEFAULT_BODY_LIMIT = 1024 * 1024

/** The body limit for contents of this many bytes: JSON may escape each as six characters. */
export function bodyLimitFor(maxContentBytes: number): number {
  return Math.max(DEFAULT_BODY_LIMIT, maxContentBytes * 6 + 64 * 1024)
}

/** A request's bytes; refuses them as soon as the limit is passed, without reading the rest. */
export async function readBytes(request: Request, limit: number): Promise<Buffer> {
  if (!request.body) return Buffer.of()
  const reader = request.body.getReader()
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (declared > limit) {
    void drain(reader)
    throw tooLarge(limit)
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return Buffer.concat(chunks)
    size += value.length
    if (size > limit) {
      void drain(reader)
      throw tooLarge(limit)
    }
    chunks.push(value)
  }
}

/** How long a refused sender may keep sending. */
const LINGER_MS = 1000

/**
 * Drains a body that is too large. Cancelling at once would close the connection before a client
 * that is still sending gets the refusal; leaving the body unread would block the connection's next
 * request. So bytes that arrive within a moment are read and dropped.
 */
async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const timer = setTimeout(() => void reader.cancel().catch(() => {}), LINGER_MS)
  try {
    while (!(await reader.read()).done);
  } catch {
    // The sender has disconnected.
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
