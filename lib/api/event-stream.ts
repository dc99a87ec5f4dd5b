import { log } from '@/lib/log'
import { onShutdown } from '@/lib/shutdown'
import { answerHeaders } from './respond'

/** An event of a stream, before it is written down. */
export interface ServerSentEvent {
  /** where a listener goes on after it; left out: where it was before */
  id?: number | undefined
  event: string
  data: unknown
}

/** How often a comment says that the stream is alive, for proxies that end silent ones. */
const HEARTBEAT_MS = 15_000

/** A listener that takes nothing for this long, while there is something, is cut off; it resumes by replay. */
const STALL_MS = 30_000

/** Chunks that wait for a listener; the next event is only read when there is room. */
const MAX_WAITING = 16

/**
 * Answers with server-sent events (WHATWG HTML, section 9.2). Events are read as the listener takes
 * them, so nothing is buffered without bound for a slow one. Ends when the listener goes, the events
 * end, or the server shuts down, which it says; whichever way, `signal` is aborted and the events'
 * own clean-up runs.
 */
export function eventStream(
  requestSignal: AbortSignal,
  requestId: string,
  events: (signal: AbortSignal) => AsyncGenerator<ServerSentEvent>,
): Response {
  const ending = new AbortController()
  const iterator = events(ending.signal)
  const encoder = new TextEncoder()
  const cleanUps: (() => unknown)[] = []
  let takenAt = Date.now()

  /** Answers false where it had ended before. */
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
          // Closing would wait until what is buffered was taken; an error ends the connection.
          else if (Date.now() - takenAt > STALL_MS && end()) controller.error(new TooSlowError())
        }
        write(': listening\n\n')
        if (requestSignal.aborted) return close()
        requestSignal.addEventListener('abort', close)
        cleanUps.push(() => requestSignal.removeEventListener('abort', close))
        const heartbeat = setInterval(beat, HEARTBEAT_MS)
        cleanUps.push(() => clearInterval(heartbeat))
        // Last, for it calls at once where the shutdown has begun.
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
          if (!next.done) controller.enqueue(encoder.encode(written(next.value)))
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
    new CountQueuingStrategy({ highWaterMark: MAX_WAITING }),
  )
  return new Response(body, {
    headers: {
      ...answerHeaders(requestId),
      'content-type': 'text/event-stream',
      // no-transform keeps compression, and with it buffering, away
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    },
  })
}

/** Why a listener was cut off. */
export class TooSlowError extends Error {
  override readonly name = 'TooSlowError'

  constructor() {
    super(`an event stream's listener took nothing for ${STALL_MS / 1000} seconds`)
  }
}

function written({ id, event, data }: ServerSentEvent): string {
  const place = id === undefined ? '' : `id: ${id}\n`
  return `${place}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
