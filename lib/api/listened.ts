import type { Context } from 'hono'
import { isStillAdmitted } from '@/lib/auth/caller'
import { ending } from '@/lib/ending'
import { causeOf, log } from '@/lib/log'
import { perProcess } from '@/lib/per-process'
import { Refusal } from '@/lib/refusal'
import type { Env } from './kit'

/** Server-sent events (WHATWG HTML, section 9.2) that stay for as long as their caller listens. */

export interface ServerSentEvent {
  /** what to resume after; left out: it is no such place */
  id?: number
  event: string
  data: unknown
}

/** How often a stream's key is asked for again, and a stalled reader looked for; milliseconds. */
const CHECK_MS = 5_000

/** Every so many checks a comment shows proxies, which close idle streams, that this one is alive. */
const CHECKS_A_BEAT = 3

/** What may wait for a reader, in bytes; one that leaves it full from one check to the next is cut off. */
const MAX_UNSENT = 1024 * 1024

const STREAMS_A_KEY = 64
const STREAMS = 512

const open = perProcess('streams of the API', () => ({ all: 0, byKey: new Map<string, number>() }))

/** Streams that are open. */
export const openStreams = (): number => open.all

/** Counts a stream in; returns what counts it out. Refuses `too_many_streams`. */
function countIn(key: string): () => void {
  const own = open.byKey.get(key) ?? 0
  if (own >= STREAMS_A_KEY || open.all >= STREAMS) {
    throw new Refusal(
      'too_many_streams',
      `There are at most ${STREAMS_A_KEY} streams a key and ${STREAMS} in all.`,
    )
  }
  open.all++
  open.byKey.set(key, own + 1)
  return () => {
    open.all--
    const left = (open.byKey.get(key) ?? 1) - 1
    if (left === 0) open.byKey.delete(key)
    else open.byKey.set(key, left)
  }
}

const HEADERS = {
  'content-type': 'text/event-stream',
  // no-transform keeps the framework from compressing it, which would hold events back.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

/** Answers with events as they come, as `listened` has it. */
export function eventStream(
  c: Context<Env>,
  events: (signal: AbortSignal) => AsyncIterable<ServerSentEvent>,
): Response {
  if (c.req.method === 'HEAD') return c.body(null, 200, HEADERS)
  const chunks = async function* (signal: AbortSignal) {
    for await (const event of events(signal)) yield written(event)
  }
  return c.body(listened(c, chunks), 200, HEADERS)
}

/**
 * What a listener is sent, read at their pace. Ends when the listener leaves, their key ends or loses a
 * right, the chunks end, or the server does; `signal` aborts in each case. Refuses `too_many_streams`.
 */
export function listened(
  c: Context<Env>,
  chunks: (signal: AbortSignal) => AsyncIterable<Uint8Array>,
): ReadableStream<Uint8Array> {
  const countOut = countIn(c.var.caller.keyId ?? 'without a key')
  const left = new AbortController()
  const iterator = chunks(left.signal)[Symbol.asyncIterator]()
  const strategy = new ByteLengthQueuingStrategy({ highWaterMark: MAX_UNSENT })
  let checks = 0
  let takenAt = performance.now()
  let timer: NodeJS.Timeout | undefined
  let close = (): void => {}

  /** False: it had ended before. */
  const end = (): boolean => {
    if (left.signal.aborted) return false
    left.abort(new Error('the stream has ended'))
    clearInterval(timer)
    countOut()
    for (const signal of [c.req.raw.signal, ending()]) signal.removeEventListener('abort', close)
    void iterator.return?.(undefined).catch(() => {})
    return true
  }

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        close = () => end() && controller.close()
        const check = async () => {
          const isFull = (controller.desiredSize ?? 0) <= 0
          if (isFull && performance.now() - takenAt >= CHECK_MS) {
            // Closing would wait until all of it was taken.
            if (end()) controller.error(new Error('the listener takes nothing'))
          } else if (!(await isStillAdmitted(c.req.raw.headers, c.var.caller).catch(() => false))) {
            close()
          } else if (++checks % CHECKS_A_BEAT === 0 && !left.signal.aborted && !isFull) {
            controller.enqueue(COMMENT)
          }
        }
        controller.enqueue(COMMENT)
        timer = setInterval(() => void check(), CHECK_MS).unref()
        for (const signal of [c.req.raw.signal, ending()]) {
          if (signal.aborted) close()
          else signal.addEventListener('abort', close)
        }
      },
      async pull(controller) {
        takenAt = performance.now()
        try {
          const next = await iterator.next()
          if (left.signal.aborted) return
          if (next.done) close()
          else controller.enqueue(next.value)
        } catch (error) {
          if (!end()) return
          log.error('a stream failed', { request: c.var.requestId, ...causeOf(error) })
          controller.error(error)
        }
      },
      cancel: () => void end(),
    },
    strategy,
  )
}

const encoder = new TextEncoder()

const COMMENT = encoder.encode(': listening\n\n')

function written({ id, event, data }: ServerSentEvent): Uint8Array {
  const place = id === undefined ? '' : `id: ${id}\n`
  return encoder.encode(`${place}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
}
