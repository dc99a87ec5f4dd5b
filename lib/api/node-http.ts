import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { ApiAnswer } from './api-answer'
import { type ApiRequest, type HeaderReader, LINGER_MS } from './api-request'

/** A request as Node's server has it; what a call does not use is not made. */
export class NodeRequest implements ApiRequest {
  readonly method: string
  readonly pathname: string
  readonly headers: HeaderReader
  readonly #incoming: IncomingMessage
  readonly #outgoing: ServerResponse
  readonly #search: string
  #query: URLSearchParams | undefined
  #signal: AbortSignal | undefined
  #body: ReadableStream<Uint8Array> | null | undefined

  constructor(incoming: IncomingMessage, outgoing: ServerResponse) {
    const { method = 'GET', url = '/', headers } = incoming
    const mark = url.indexOf('?')
    this.method = method
    this.pathname = mark === -1 ? url : url.slice(0, mark)
    this.headers = { get: (name) => valueOf(headers[name]) }
    this.#search = mark === -1 ? '' : url.slice(mark)
    this.#incoming = incoming
    this.#outgoing = outgoing
  }

  get origin(): string {
    const isSecure = this.headers.get('x-forwarded-proto')?.split(',')[0] === 'https'
    return `${isSecure ? 'https' : 'http'}://${this.headers.get('host') ?? 'localhost'}`
  }

  get query(): URLSearchParams {
    return (this.#query ??= new URLSearchParams(this.#search))
  }

  get signal(): AbortSignal {
    return (this.#signal ??= signalOf(this.#outgoing))
  }

  get body(): ReadableStream<Uint8Array> | null {
    if (this.#body === undefined) {
      const stream = hasBody(this.#incoming) ? Readable.toWeb(this.#incoming) : null
      this.#body = stream as ReadableStream<Uint8Array> | null
    }
    return this.#body
  }

  async read(limit: number): Promise<Buffer | null> {
    return hasBody(this.#incoming) ? readNode(this.#incoming, limit) : Buffer.of()
  }

  onClose(listener: () => void): void {
    if (this.#outgoing.destroyed) listener()
    else this.#outgoing.once('close', listener)
  }

  cutOff(): void {
    this.#outgoing.destroy()
  }
}

const valueOf = (value: string | string[] | undefined) =>
  (Array.isArray(value) ? value.join(', ') : value) ?? null

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

function signalOf(outgoing: ServerResponse): AbortSignal {
  const leaving = new AbortController()
  if (outgoing.destroyed) leaving.abort()
  outgoing.once('close', () => outgoing.writableFinished || leaving.abort())
  return leaving.signal
}

function readNode(incoming: IncomingMessage, limit: number): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const take = (chunk: Buffer) => {
      size += chunk.length
      if (size > limit) refuse()
      else chunks.push(chunk)
    }
    const refuse = () => {
      incoming.off('data', take)
      drop(incoming)
      resolve(null)
    }
    const breakOff = () => reject(new DOMException('the body broke off', 'AbortError'))
    if (incoming.destroyed) return breakOff()
    incoming.once('error', breakOff)
    incoming.once('close', breakOff)
    if (Number(incoming.headers['content-length'] ?? 0) > limit) return refuse()
    incoming.once('end', () => {
      // Closing comes after every request: it would make a fault that nobody hears of.
      incoming.off('close', breakOff)
      resolve(Buffer.concat(chunks))
    })
    incoming.on('data', take)
  })
}

/**
 * Closing at once would cut off a client that is still sending before it gets the refusal; leaving
 * the body unread would block the connection's next request.
 */
function drop(incoming: IncomingMessage): void {
  const timer = setTimeout(() => incoming.destroy(), LINGER_MS)
  incoming.once('close', () => clearTimeout(timer))
  incoming.resume()
}

/**
 * A caller who takes nothing of a stream for this long, with more to come, is cut off;
 * milliseconds.
 */
const STALL_MS = 60_000

/** Sends an answer; resolves when all of it is handed to the connection, or the caller left. */
export async function send(
  answer: ApiAnswer,
  outgoing: ServerResponse,
  stallMs = STALL_MS,
): Promise<void> {
  const { status, headers, body } = answer
  if (body instanceof ReadableStream) {
    outgoing.writeHead(status, headers)
    flushUnlessSent(outgoing)
    return sendStream(body, outgoing, stallMs)
  }
  if (body !== null) headers['content-length'] = String(Buffer.byteLength(body))
  outgoing.writeHead(status, headers)
  outgoing.end(body ?? undefined)
}

/** Time in which the first bytes of a stream may still come with its headers; milliseconds. */
const FIRST_BYTES_MS = 20

/** Headers by themselves are a packet more: they wait a moment for what they introduce. */
function flushUnlessSent(outgoing: ServerResponse): void {
  const timer = setTimeout(() => outgoing.flushHeaders(), FIRST_BYTES_MS)
  outgoing.once('close', () => clearTimeout(timer))
}

/** Sends a stream as fast as the caller takes it. */
async function sendStream(
  body: ReadableStream<Uint8Array>,
  outgoing: ServerResponse,
  stallMs: number,
): Promise<void> {
  const reader = body.getReader()
  const isClosed = once(outgoing, 'close')
  void isClosed.then(() => reader.cancel()).catch(() => {})
  // It may break off while the connection takes nothing.
  reader.closed.catch(() => outgoing.destroy())
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      if (!outgoing.write(value)) await roomIn(outgoing, stallMs)
    }
    outgoing.end()
  } catch {
    outgoing.destroy()
  }
}

/** Resolves when the connection takes more, or never will. */
function roomIn(outgoing: ServerResponse, stallMs: number): Promise<void> {
  return new Promise((resolve) => {
    const stalled = setTimeout(() => outgoing.destroy(), stallMs).unref()
    const go = () => {
      clearTimeout(stalled)
      outgoing.off('drain', go)
      outgoing.off('close', go)
      resolve()
    }
    if (outgoing.destroyed) return go()
    outgoing.on('drain', go)
    outgoing.on('close', go)
  })
}
