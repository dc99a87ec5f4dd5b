import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { Database } from '@/lib/db/database'
import { causeOf, log } from '@/lib/log'
import { noteEventLag } from '@/lib/metrics/metrics'
import { perProcess } from '@/lib/per-process'
import { type EventPage, followEventPages } from '@/lib/store/events/follow-events'
import { followReviewEvents } from '@/lib/store/events/review-events'
import type { Audience } from '@/lib/store/model/audience'
import type { ReviewEvent } from '@/lib/store/model/review-event'
import { StoreError } from '@/lib/store/model/problems'
import { written } from './event-stream'
import { wireEvent, wireReviewEvent } from './resources/store-event'

/**
 * A store's events, read and serialised once for all listeners. The more listen, the larger the
 * bundles: otherwise sending them would leave no time for the writes.
 */

export interface FeedInput {
  storeId: string
  /** agents are told of no version in quarantine */
  audience: Audience
  /** the store's last sequence, or an earlier one, as it was before joining */
  from: number
}

/** Some events as they are sent. */
export interface Bundle {
  /** null: without an id, and never replayed */
  events: readonly { sequence: number | null; text: string }[]
  bytes: Uint8Array
}

/** Milliseconds for each listener between two bundles: a fifth of the time it takes to tell them. */
const PAUSE_MS = 0.1

/** Listeners that are told in one turn of the event loop. */
const LISTENERS_PER_TURN = 100

/** Bytes that wait for a listener; with more, it has fallen behind. */
const MAX_WAITING_BYTES = 256 * 1024

const feedsOf = perProcess('feeds of stores', () => new WeakMap<Database, Map<string, StoreFeed>>())

/**
 * Listens to a store until the signal is aborted or `leave` is called. Bundles hold everything that
 * happens after joining, and may begin with what happened shortly before.
 */
export function joinFeed(db: Database, input: FeedInput, signal: AbortSignal): Listener {
  const feeds = feedsOf.get(db) ?? new Map<string, StoreFeed>()
  feedsOf.set(db, feeds)
  const name = `${input.storeId} ${input.audience}`
  const known = feeds.get(name)
  const feed = known ?? new StoreFeed(db, input, () => feeds.delete(name))
  if (!known) feeds.set(name, feed)
  return feed.join(signal)
}

/** A page of events as they are sent. */
export function bundleOfPage({ events }: EventPage): Bundle {
  return bundleOf(
    events.map((event) => ({
      sequence: event.sequence,
      text: written({ id: event.sequence, event: event.type, data: wireEvent(event) }),
    })),
  )
}

/** Events of the review, without ids: a listener resumes after the last change. */
export function bundleOfReview(events: readonly ReviewEvent[]): Bundle {
  return bundleOf(
    events.map((event) => ({
      sequence: null,
      text: written({ event: event.type, data: wireReviewEvent(event) }),
    })),
  )
}

function bundleOf(events: Bundle['events']): Bundle {
  return { events, bytes: Buffer.from(events.map(({ text }) => text).join(''), 'utf8') }
}

class StoreFeed {
  private readonly listeners = new Set<Listener>()
  private readonly ending = new AbortController()

  constructor(
    db: Database,
    { storeId, audience, from: after }: FeedInput,
    private readonly onEnd: () => void,
  ) {
    const { signal } = this.ending
    const changes = followEventPages(db, { storeId, after, audience, signal })
    const reviewing = followReviewEvents(db, { storeId, signal })
    void this.sendAll(changes, (page) => {
      const newest = page.events.at(-1)
      if (newest) noteEventLag(Date.now() - newest.createdAt)
      return bundleOfPage(page)
    })
    void this.sendAll(reviewing, bundleOfReview)
  }

  join(signal: AbortSignal): Listener {
    const listener = new Listener(signal, () => {
      this.listeners.delete(listener)
      if (this.listeners.size === 0) this.end()
    })
    this.listeners.add(listener)
    return listener
  }

  /** Sends until the store is gone, or nobody listens. */
  private async sendAll<News>(source: AsyncGenerator<News>, made: (news: News) => Bundle) {
    try {
      for await (const news of source) {
        await this.deliver(made(news))
        const wait = Math.floor(this.listeners.size * PAUSE_MS)
        if (wait > 0) await pause(wait)
      }
    } catch (error) {
      const isGone = error instanceof StoreError && error.problem.kind === 'store_not_found'
      if (!isGone) log.error('a store could not be followed', causeOf(error))
    }
    this.end()
  }

  private async deliver(bundle: Bundle): Promise<void> {
    let sent = 0
    for (const listener of [...this.listeners]) {
      listener.give(bundle)
      if (++sent % LISTENERS_PER_TURN === 0) await nextTurn()
    }
  }

  private end(): void {
    if (this.ending.signal.aborted) return
    this.ending.abort()
    this.onEnd()
    for (const listener of [...this.listeners]) listener.leave()
  }
}

/** A listener to a feed, at its own pace. */
export class Listener {
  private waiting: Bundle[] = []
  private waitingBytes = 0
  private isBehind = false
  private hasLeft = false
  private wake = () => {}

  constructor(
    private readonly signal: AbortSignal,
    private readonly onLeave: () => void,
  ) {
    signal.addEventListener('abort', this.leave)
    if (signal.aborted) this.leave()
  }

  give(bundle: Bundle): void {
    if (this.isBehind) return
    this.waiting.push(bundle)
    this.waitingBytes += bundle.bytes.length
    if (this.waitingBytes > MAX_WAITING_BYTES) {
      this.forget()
      this.isBehind = true
    }
    this.wake()
  }

  /** Lets go what waits: its events are about to be read from the store. */
  restart(): void {
    this.forget()
    this.isBehind = false
  }

  /** The next bundle; 'behind': some were dropped; null: the store is gone, or the listener left. */
  async next(): Promise<Bundle | 'behind' | null> {
    for (;;) {
      if (this.hasLeft) return null
      if (this.isBehind) return 'behind'
      const bundle = this.waiting.shift()
      if (bundle) {
        this.waitingBytes -= bundle.bytes.length
        return bundle
      }
      await new Promise<void>((resolve) => (this.wake = resolve))
    }
  }

  leave = (): void => {
    if (this.hasLeft) return
    this.hasLeft = true
    this.signal.removeEventListener('abort', this.leave)
    this.onLeave()
    this.wake()
  }

  private forget(): void {
    this.waiting = []
    this.waitingBytes = 0
  }
}
