import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { causeOf, log } from '@/lib/log'
import type { Changed, ChangeSignal } from './change-signal'

/** Changes within this many milliseconds share a notification. */
const TOGETHER_MS = 10

/** PostgreSQL takes payloads shorter than 8000 bytes (its documentation, NOTIFY). */
const MAX_PAYLOAD_BYTES = 7900

/** Beyond this many, the rest is left to the poll (change-poll.ts). */
const MAX_WAITING = 50_000

const RECONNECT_MS = 1000

/** The channels on which other servers hear of changes, by kind. */
const CHANNELS = { stores: 'palimpsest_changes', sessions: 'palimpsest_sessions' } as const

export type Kind = keyof typeof CHANNELS
const KINDS = Object.keys(CHANNELS) as Kind[]

export type Signals = Record<Kind, ChangeSignal>

/**
 * Notifies the other servers of a PostgreSQL database of changes and listens for theirs, on a
 * dedicated connection. Notifies after the commit, not within it: commits that notify queue behind
 * one lock. The poll finds what a crash loses in between.
 */
export class Announcements {
  /** names this process in its payloads: it has notified its own listeners already */
  private readonly origin = randomUUID()
  private readonly waiting: Record<Kind, Set<number>> = { stores: new Set(), sessions: new Set() }
  private client: pg.Client | null = null
  private isListening = false
  private isClosing = false
  private timer: NodeJS.Timeout | null = null
  private telling: Promise<void> = Promise.resolve()

  constructor(
    private readonly url: string,
    private readonly signals: Signals,
  ) {
    void this.listen()
  }

  /** Returns at once. */
  tell(kind: Kind, keys: Iterable<number>): void {
    const waiting = this.waiting[kind]
    for (const key of keys) if (waiting.size < MAX_WAITING) waiting.add(key)
    if (waiting.size === 0 || this.isClosing) return
    this.timer ??= setTimeout(() => this.tellWaiting(), TOGETHER_MS)
  }

  async close(): Promise<void> {
    this.tellWaiting()
    this.isClosing = true
    await this.telling
    await this.client?.end()
  }

  private tellWaiting(): void {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
    const { client } = this
    // Keys that queue up without a connection are sent once there is one.
    if (!client || !this.isListening) return
    for (const kind of KINDS) {
      const payloads = payloadsOf(this.origin, this.waiting[kind])
      this.waiting[kind].clear()
      for (const payload of payloads) {
        this.telling = this.telling
          .then(() => client.query('SELECT pg_notify($1, $2)', [CHANNELS[kind], payload]))
          .then(
            () => {},
            () => log.warn('other servers could not be told of a change; they find it by looking'),
          )
      }
    }
  }

  /**
   * Listens for announcements. Those missed while disconnected are unknown, so every listener is
   * told to look.
   */
  private async listen(): Promise<void> {
    if (this.isClosing) return
    const client = new pg.Client({ connectionString: this.url, keepAlive: true })
    const retry = (error?: Error) => {
      if (this.client !== client) return
      this.client = null
      this.isListening = false
      if (this.isClosing) return
      log.warn('the connection that hears of changes was lost', error ? causeOf(error) : {})
      client.end().catch(() => {})
      setTimeout(() => void this.listen(), RECONNECT_MS).unref()
    }
    this.client = client
    client.on('error', retry)
    client.on('end', () => retry())
    client.on('notification', ({ channel, payload }) => this.receive(channel, payload ?? ''))
    try {
      await client.connect()
      await client.query(KINDS.map((kind) => `LISTEN ${CHANNELS[kind]}`).join('; '))
      this.isListening = true
      for (const kind of KINDS) this.signals[kind].emit(null)
      this.tellWaiting()
    } catch (error) {
      retry(error instanceof Error ? error : undefined)
    }
  }

  private receive(channel: string, payload: string): void {
    const kind = KINDS.find((each) => CHANNELS[each] === channel)
    const [origin, ...keys] = payload.split(' ')
    if (kind && origin !== this.origin) this.signals[kind].emit(changedOf(keys))
  }
}

function changedOf(keys: readonly string[]): Changed {
  return keys.filter(Boolean).map(Number)
}

/** Splits keys into payloads; each begins with its sender. */
export function payloadsOf(origin: string, keys: Iterable<number>): string[] {
  const payloads: string[] = []
  let payload = origin
  for (const key of keys) {
    const word = ` ${key}`
    if (payload.length + word.length > MAX_PAYLOAD_BYTES) {
      payloads.push(payload)
      payload = origin
    }
    payload += word
  }
  return payload === origin ? payloads : [...payloads, payload]
}
