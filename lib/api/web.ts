import type { ApiAnswer } from './api-answer'
import { type ApiRequest, LINGER_MS } from './api-request'

/** A request of the web platform, as the page framework hands it over. */
export function requestOfWeb(request: Request): ApiRequest {
  const { origin, pathname, searchParams } = new URL(request.url)
  const { method, headers, body, signal } = request
  const read = (limit: number) => readWeb(request, limit)
  return { method, origin, pathname, query: searchParams, headers, body, signal, read }
}

/** The same answer for the page framework. */
export function responseOf({ status, headers, body }: ApiAnswer): Response {
  return new Response(body, { status, headers })
}

async function readWeb({ headers, body }: Request, limit: number): Promise<Buffer | null> {
  if (!body) return Buffer.of()
  const reader = body.getReader()
  const declared = Number(headers.get('content-length') ?? 0)
  const chunks: Uint8Array[] = []
  for (let size = declared > limit ? declared : 0; size <= limit;) {
    const { done, value } = await reader.read()
    if (done) return Buffer.concat(chunks)
    size += value.length
    chunks.push(value)
  }
  void drain(reader)
  return null
}

/**
 * Cancelling at once would close the connection before a client that is still sending gets the
 * refusal; leaving the body unread would block the connection's next request.
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
