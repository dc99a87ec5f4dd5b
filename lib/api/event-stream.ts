import { onShutdown } from '@/lib/shutdown'

/** An event of a stream, before it is written down. */
export interface ServerSentEvent {
  id: number
  event: string
  data: unknown
}

const HEARTBEAT_MS = 15_000

/** A listener that takes nothing for this long, while there is something, is cut off; it resumes by replay. */
const STALL_MS = 30_000

/**
 * Answers with server-sent events (WHATWG HTML, section 9.2). The next event is only read once the
 * last one was taken, so nothing is buffered for a slow listener. Ends when the listener goes, the
 * events end, or the server shuts down.
 */
export function eventStream(
  requestSignal: AbortSignal,
  requestId: string,
  events: (signal: AbortSignal) => AsyncGenerator<ServerSentEvent>,
): Response {
  const ending = new AbortController()
  const encoder = new TextEncoder()
  const iterator = events(ending.signal)
  let stop = () => {}
  let takenAt = Date.now()

  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const write = (text: string) => controller.enqueue(encoder.encode(text))
        const heartbeat = setInterval(() => {
          const isFull = (controller.desiredSize ?? 0) <= 0
          if (!isFull) write(': still here\n\n')
          else if (Date.now() - takenAt > STALL_MS) stop()
        }, HEARTBEAT_MS)
        const forgetShutdown = onShutdown(() => {
          if (!ending.signal.aborted) write('event: close\ndata: {"reason":"shutdown"}\n\n')
          stop()
        })
        stop = () => {
          if (ending.signal.aborted) return
          ending.abort()
          clearInterval(heartbeat)
          forgetShutdown()
          try {
            controller.close()
          } catch {
            // The listener had gone already.
          }
        }
        requestSignal.addEventListener('abort', () => stop())
        write(': listening\n\n')
      },
      async pull(controller) {
        takenAt = Date.now()
        const next = await iterator.next()
        if (ending.signal.aborted) return
        if (next.done) return stop()
        controller.enqueue(encoder.encode(written(next.value)))
      },
      cancel: () => stop(),
    },
    new CountQueuingStrategy({ highWaterMark: 16 }),
  )
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream',
      // no-transform keeps compression, and with it buffering, away
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'request-id': requestId,
    },
  })
}

function written({ id, event, data }: ServerSentEvent): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
