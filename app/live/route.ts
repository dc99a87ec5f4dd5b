import { refusedAnswer } from '@/app/(dashboard)/answered'
import { buildName } from '@/lib/build'
import { ending } from '@/lib/ending'
import { follow } from '@/lib/live/live'
import type { News, Topic } from '@/lib/live/topics'
import { perProcess } from '@/lib/per-process'
import { Refusal } from '@/lib/refusal'
import { invalidInput } from '@/lib/store/model/problems'
import { sessionNews } from './session-news'

const TOPIC = /^(?:(?:store|job|tests):[\w-]{1,128}|stores|sessions|connections|clients|frame)$/

/** A session, and what the page knows of it. */
const SESSION = /^session:([\w-]{1,128})(?:@(\d{1,9})\.(\d{1,9}))?$/

/** Topics of one page. */
const MOST = 50

/** Streams at once, of all pages: a browser opens four at most. */
const STREAMS = 256

const MAX_UNSENT = 1024 * 1024

const open = perProcess('streams of pages', () => ({ count: 0 }))

/** Keeps a quiet stream open, tells its page that it lives, and finds who takes nothing; milliseconds. */
const HEARTBEAT_MS = 25_000

const HEADERS = {
  'content-type': 'text/event-stream',
  // Keeps compression off, which would hold news back.
  'cache-control': 'no-store, no-transform',
}

/** Of its own, or the framework would take the body of GET, which nobody reads or leaves. */
export const HEAD = () => new Response(null, { headers: HEADERS })

/**
 * News of the topics that the address names, as server-sent events. First come the present numbers,
 * then the event `ready`. Only sessions' news have a body.
 */
export function GET(request: Request): Response {
  const topics = [...new Set(new URL(request.url).searchParams.getAll('topic'))]
  const plain = topics.filter((topic): topic is Topic => TOPIC.test(topic))
  const sessions = topics.flatMap((topic) => {
    const [, id, sequence, redactions] = SESSION.exec(topic) ?? []
    const known = sequence && { sequence: Number(sequence), redactions: Number(redactions) }
    return id === undefined ? [] : [{ id, known: known || null }]
  })
  const count = plain.length + sessions.length
  if (count === 0 || count > MOST) return refusedAnswer(invalidInput('topic', `names 1 to ${MOST}`))
  const full = `There are at most ${STREAMS} streams of pages.`
  if (open.count >= STREAMS) return refusedAnswer(new Refusal('too_many_streams', full))
  open.count++
  const left = new AbortController()
  let hasLeft = false
  const leave = () => {
    hasLeft = true
    left.abort()
  }
  const signal = AbortSignal.any([request.signal, left.signal, ending()])
  const encoder = new TextEncoder()
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async start(controller) {
      const send = (text: string) => {
        if (!signal.aborted) controller.enqueue(encoder.encode(text))
      }
      const beat = () => {
        if ((controller.desiredSize ?? 0) > 0) return send('event: beat\ndata:\n\n')
        // Closing would wait until all of it was taken.
        leave()
        controller.error(new Error('the page takes nothing'))
      }
      const heartbeat = setInterval(beat, HEARTBEAT_MS)
      const greeted = new Set<Topic>()
      const tell = async (all: AsyncIterable<News>) => {
        for await (const news of all) {
          send(`data: ${JSON.stringify(news)}\n\n`)
          const before = greeted.size
          greeted.add(news.topic)
          if (greeted.size === count && before < count)
            send(`event: ready\ndata: ${buildName()}\n\n`)
        }
      }
      try {
        await Promise.all([
          ...(plain.length > 0 ? [tell(follow(plain, signal))] : []),
          ...sessions.map(({ id, known }) => tell(sessionNews(id, known, signal))),
        ])
      } catch {
        // The page opens the stream again, and shows what is wrong with the database by itself.
      }
      clearInterval(heartbeat)
      open.count--
      // If one of them failed, the others end.
      left.abort()
      // Who left has closed it already.
      if (!hasLeft && !request.signal.aborted) controller.close()
    },
    cancel: leave,
  }
  const strategy = new ByteLengthQueuingStrategy({ highWaterMark: MAX_UNSENT })
  return new Response(new ReadableStream(source, strategy), { headers: HEADERS })
}
