import type { ApiAnswer } from './api-answer'
import { type ApiRequest, LINGER_MS } from './api-request'

/** A request of the web platform, as the page framework hands it over. */
export class WebRequest implements ApiRequest {
  readonly method: string
  readonly origin: string
  readonly pathname: string
  readonly query: URLSearchParams
  readonly headers: Headers
  readonly body: ReadableStream<Uint8Array> | null
  readonly signal: AbortSignal
  readonly #request: Request
  readonly #ending = new AbortController()
  readonly #listeners: (() => void)[] = []

  constructor(request: Request) {
    const { origin, pathname, searchParams } = new URL(request.url)
    this.method = request.method
    this.origin = origin
    this.pathname = pathname
    this.query = searchParams
    this.headers = request.headers
    this.body = request.body
    this.signal = AbortSignal.any([request.signal, this.#ending.signal])
    this.#request = request
  }

  async read(limit: number): Promise<Buffer | null> {
    const bytes = await readWeb(this.#request, limit)
    this.signal.throwIfAborted()
    return bytes
  }

  onClose(listener: () => void): void {
    this.#listeners.push(listener)
  }

  cutOff(): void {
    this.#ending.abort()
  }

  /** The response that an answer is to this request. */
  respond({ status, headers, body }: ApiAnswer): Response {
    if (!(body instanceof ReadableStream)) {
      this.#close()
      return new Response(body, { status, headers })
    }
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    body
      .pipeTo(writable, { signal: this.#ending.signal })
      .catch(() => {})
      .finally(() => this.#close())
    return new Response(readable, { status, headers })
  }

  #close(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** Answers a request of the page framework. */
export async function answerWeb(
  request: Request,
  answer: (request: ApiRequest) => Promise<ApiAnswer>,
): Promise<Response> {
  const asked = new WebRequest(request)
  return asked.respond(await answer(asked))
}

/** An answer for the page framework. */
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
