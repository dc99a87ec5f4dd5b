import type { Context } from 'hono'
import { isStillAdmitted } from '@/lib/auth/caller'
import { ending } from '@/lib/ending'
import { causeOf, log } from '@/lib/log'
import { perProcess } from '@/lib/per-process'
import { Refusal } from '@/lib/refusal'
import { type Env, inStore, number, part, rawAnswer, STORE, wireActor } from './kit'
import { z } from '@hono/zod-openapi'
import { followEvents, refuseAhead, type StoreEvent } from '@/lib/store/events'
import { wireVersion } from './versions'

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
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

/**
 * Answers with events as they come, read at the listener's pace. Ends when the listener leaves, their
 * key ends or loses a right, the events end, or the server does; `signal` aborts in each case.
 */
export function eventStream(
  c: Context<Env>,
  events: (signal: AbortSignal) => AsyncIterable<ServerSentEvent>,
): Response {
  if (c.req.method === 'HEAD') return c.body(null, 200, HEADERS)
  const countOut = countIn(c.var.caller.keyId ?? 'without a key')
  const left = new AbortController()
  const iterator = events(left.signal)[Symbol.asyncIterator]()
  const strategy = new ByteLengthQueuingStrategy({ highWaterMark: MAX_UNSENT })
  let checks = 0
  let takenAt = Date.now()
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

  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        close = () => end() && controller.close()
        const check = async () => {
          const isFull = (controller.desiredSize ?? 0) <= 0
          if (isFull && Date.now() - takenAt >= CHECK_MS) {
            // Closing would wait until all of it was taken.
            if (end()) controller.error(new Error('the listener takes nothing'))
          } else if (!(await isStillAdmitted(c.req.raw.headers, c.var.caller))) {
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
        takenAt = Date.now()
        try {
          const next = await iterator.next()
          if (left.signal.aborted) return
          if (next.done) close()
          else controller.enqueue(written(next.value))
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
  return c.body(body, 200, HEADERS)
}

const encoder = new TextEncoder()

const COMMENT = encoder.encode(': listening\n\n')

function written({ id, event, data }: ServerSentEvent): Uint8Array {
  const place = id === undefined ? '' : `id: ${id}\n`
  return encoder.encode(`${place}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
}

/** What happens in a store, as server-sent events: each change once, in order, without content. */

/** Exact as a number, and in range for both databases. */
const MAX_SEQUENCE = 2_147_483_647

const follow = inStore('get', `${STORE}/events`, 'streamStoreEvents', 'read', {
  summary: 'Follow the changes of a store',
  description:
    'Begins after Last-Event-ID, or after, without gap or double; with neither it begins now.',
  query: z.object({ after: number(0, MAX_SEQUENCE).optional() }),
  headers: z.object({ 'last-event-id': number(0, MAX_SEQUENCE).optional() }),
  responses: rawAnswer('Server-sent events', 'text/event-stream'),
})

function wireEvent(event: StoreEvent): ServerSentEvent {
  const { type, sequence, storeId, createdAt, actor, sessionId, batchId, version } = event
  const data = {
    type,
    sequence,
    memory_store_id: storeId,
    created_at: createdAt.toISOString(),
    actor: wireActor(actor),
    session_id: sessionId,
    batch_id: batchId,
    memory_version: version && wireVersion(version),
  }
  return { id: sequence, event: type, data }
}

export const events = part().openapi(follow, (c) => {
  const { id, lastSequence } = c.var.store
  const resumed = c.req.valid('header')['last-event-id']
  const after = resumed ?? c.req.valid('query').after ?? lastSequence
  // While the status can still say so.
  refuseAhead(after, lastSequence)
  return eventStream(c, async function* (signal) {
    for await (const event of followEvents(id, after, signal)) yield wireEvent(event)
  })
})
