import { log } from '@/lib/log'
import { onShutdown } from '@/lib/shutdown'
import { answerHeaders } from './respond'

/** An event before it is serialised. */
export interface ServerSentEvent {
  /** the id to resume from after this event; omitted: unchanged */
  id?: number | undefined
  event: string
  data: unknown
}

/** Interval of the comments that show proxies, which close idle streams, that this one is alive. */
const HEARTBEAT_MS = 15_000

/**
 * A listener that takes nothing for this long while events wait is cut off; it resumes by replay.
 */
const STALL_MS = 30_000

/** Chunks buffered for a listener; the next event is read only when there is room. */
const MAX_WAITING = 16

/** A longer chunk counts as several. */
const CHUNK_BYTES = 4096

/**
 * Responds with server-sent events (WHATWG HTML, section 9.2). Events are read at the listener's
 * pace, so the buffer is bounded for a slow one. Ends when the listener leaves, the events end, or
 * the server shuts down, which it announces. In each case `signal` is aborted and the events'
 * clean-up runs. Events may come as the bytes that are sent.
 */
export function eventStream(
  requestSignal: AbortSignal,
  requestId: string,
  events: (signal: AbortSignal) => AsyncGenerator<ServerSentEvent | Uint8Array>,
): Response {
  const ending = new AbortController()
  const iterator = events(ending.signal)
  const cleanUps: (() => unknown)[] = []
  let takenAt = Date.now()

  /** Returns false if it had already ended. */
  const end = (): boolean => {
    if (ending.signal.aborted) return false
    ending.abort()
    for (const cleanUp of cleanUps) cleanUp()
    iterator.return(undefined).catch(() => {})
    return true
  }

  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const write = (text: string) => controller.enqueue(encoder.encode(text))
        const close = () => end() && controller.close()
        const beat = () => {
          if ((controller.desiredSize ?? 0) > 0) write(': still here\n\n')
          // Closing would wait for the buffer to drain; an error ends the connection.
          else if (Date.now() - takenAt > STALL_MS && end()) controller.error(new TooSlowError())
        }
        write(': listening\n\n')
        if (requestSignal.aborted) return close()
        requestSignal.addEventListener('abort', close)
        cleanUps.push(() => requestSignal.removeEventListener('abort', close))
        const heartbeat = setInterval(beat, HEARTBEAT_MS)
        cleanUps.push(() => clearInterval(heartbeat))
        // Last, because it calls back at once if the shutdown has begun.
        const forget = onShutdown(() => {
          if (ending.signal.aborted) return
          write('event: close\ndata: {"reason":"shutdown"}\n\n')
          close()
        })
        cleanUps.push(forget)
      },
      async pull(controller) {
        takenAt = Date.now()
        try {
          const next = await iterator.next()
          if (ending.signal.aborted) return
          if (!next.done) controller.enqueue(bytesOf(next.value))
          else if (end()) controller.close()
        } catch (error) {
          if (!end()) return
          log.error('an event stream failed', { request: requestId })
          controller.error(error)
        }
      },
      cancel: () => {
        end()
      },
    },
    { highWaterMark: MAX_WAITING, size: (chunk) => Math.max(1, chunk.length / CHUNK_BYTES) },
  )
  return new Response(body, {
    headers: {
      ...answerHeaders(requestId),
      'content-type': 'text/event-stream',
      // no-transform prevents compression, which would buffer
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    },
  })
}

/** Thrown when a listener is cut off. */
export class TooSlowError extends Error {
  override readonly name = 'TooSlowError'

  constructor() {
    super(`an event stream's listener took nothing for ${STALL_MS / 1000} seconds`)
  }
}

const encoder = new TextEncoder()

const bytesOf = (event: ServerSentEvent | Uint8Array) =>
  event instanceof Uint8Array ? event : encoder.encode(written(event))

/** An event as it is sent. */
export function written({ id, event, data }: ServerSentEvent): string {
  const idLine = id === undefined ? '' : `id: ${id}\n`
  return `${idLine}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
