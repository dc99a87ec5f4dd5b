import { ending } from '@/lib/ending'
import { follow } from '@/lib/live/live'
import type { Topic } from '@/lib/live/topics'

const TOPIC = /^(?:(?:store|job|session):[\w-]{1,128}|stores|sessions|frame)$/

/** Topics of one page. */
const MOST = 50

/** Keeps what stands between from closing a quiet stream; milliseconds. */
const HEARTBEAT_MS = 25_000

/**
 * News of the topics that the address names, as server-sent events. First come the present numbers,
 * then the event `ready`.
 */
export function GET(request: Request): Response {
  const asked = new URL(request.url).searchParams.getAll('topic')
  const topics = [...new Set(asked)].filter((topic): topic is Topic => TOPIC.test(topic))
  if (topics.length === 0 || topics.length > MOST) {
    return Response.json(
      { code: 'invalid_input', message: `Name 1 to ${MOST} topics.`, facts: {} },
      { status: 400 },
    )
  }
  const left = new AbortController()
  const signal = AbortSignal.any([request.signal, left.signal, ending()])
  const encoder = new TextEncoder()
  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (text: string) => {
        if (!signal.aborted) controller.enqueue(encoder.encode(text))
      }
      const heartbeat = setInterval(() => send(':\n\n'), HEARTBEAT_MS)
      const greeted = new Set<Topic>()
      try {
        for await (const news of follow(topics, signal)) {
          send(`data: ${JSON.stringify(news)}\n\n`)
          const before = greeted.size
          greeted.add(news.topic)
          if (greeted.size === topics.length && before < greeted.size)
            send('event: ready\ndata:\n\n')
        }
      } catch {
        // The page opens the stream again, and shows what is wrong with the database by itself.
      }
      clearInterval(heartbeat)
      // Who left has closed it already.
      if (!left.signal.aborted && !request.signal.aborted) controller.close()
    },
    cancel: () => left.abort(),
  })
  return new Response(stream, {
    headers: {
      'content-type': 'text/event-stream',
      // Keeps compression off, which would hold news back.
      'cache-control': 'no-cache, no-transform',
    },
  })
}
