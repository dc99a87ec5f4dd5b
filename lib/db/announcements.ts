import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { causeOf, log } from '@/lib/log'
import type { Changed, ChangeSignal } from './change-signal'

/** Changes within this many milliseconds share a notification. */
const TOGETHER_MS = 10

/** PostgreSQL takes payloads shorter than 8000 bytes (its documentation, NOTIFY). */
const MAX_PAYLOAD_BYTES = 7900

/** Beyond this many, the rest is left to the poll (change-poll.ts). */
const MAX_WAITING = 2_000

/** A server that wants more than so many is told of all, as one for which any matters. */
const MAX_CHANNELS = 500

const RECONNECT_MS = 1000

/**
 * The channels on which other servers hear of all changes, by kind; each store and session has one of
 * its own besides, `<channel>_<key>`, for servers on which somebody follows it.
 */
const CHANNELS = { stores: 'palimpsest_changes', sessions: 'palimpsest_sessions' } as const

export type Kind = keyof typeof CHANNELS
const KINDS = Object.keys(CHANNELS) as Kind[]

export type Signals = Record<Kind, ChangeSignal>

/** Matches the channel of one store or session. */
const OF_ONE = /^(\w+)_(\d+)$/

/**
 * Notifies the other servers of a PostgreSQL database of changes and listens for theirs, on a
 * dedicated connection: for those that somebody here wants (`ChangeSignal.wantedKeys`). Who begins to
 * want something is told to look once it is listened for, so that nothing falls between. Notifies
 * after the commit, not within it: commits that notify queue behind
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
  /** the channels that the connection listens to */
  private heard: ReadonlySet<string> = new Set()
  private adjusting: Promise<void> | null = null
  private mustAdjust = false

  constructor(
    private readonly url: string,
    private readonly signals: Signals,
  ) {
    for (const kind of KINDS) signals[kind].whenWanted(() => this.adjust())
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
    await this.adjusting
    await this.client?.end()
  }

  private tellWaiting(): void {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
    const { client } = this
    // Keys that queue up without a connection are sent once there is one.
    if (!client || !this.isListening) return
    for (const kind of KINDS) {
      const keys = [...this.waiting[kind]]
      this.waiting[kind].clear()
      if (keys.length === 0) continue
      const toAll = payloadsOf(this.origin, keys)
      const channels = [
        ...toAll.map(() => CHANNELS[kind]),
        ...keys.map((key) => channelOf(kind, key)),
      ]
      const payloads = [...toAll, ...keys.map(() => this.origin)]
      this.telling = this.telling
        .then(() => client.query(NOTIFY, [channels, payloads]))
        .then(
          () => {},
          () => log.warn('other servers could not be told of a change; they find it by looking'),
        )
    }
  }

  /** Listens to what is wanted now, soon, and one after another. */
  private adjust(): void {
    this.mustAdjust = true
    this.adjusting ??= this.adjustUntilDone().finally(() => {
      this.adjusting = null
      // Somebody may have come in just then.
      if (this.mustAdjust) this.adjust()
    })
  }

  private async adjustUntilDone(): Promise<void> {
    while (this.mustAdjust) {
      // Who comes and goes at the same time is one change.
      await new Promise(setImmediate)
      this.mustAdjust = false
      const { client } = this
      // A connection that is made listens to what is wanted then.
      if (!client || !this.isListening || this.isClosing) return
      try {
        const fresh = await this.listenTo(client, channelsFor(this.signals))
        this.haveLooked(fresh)
      } catch (error) {
        log.warn('changes of other servers are looked for every second', causeOf(error))
      }
    }
  }

  /** Changes from before these channels were listened to are found by looking. */
  private haveLooked(fresh: readonly string[]): void {
    for (const kind of KINDS) {
      const keys = fresh.flatMap((channel) => keyOf(kind, channel) ?? [])
      if (fresh.includes(CHANNELS[kind])) this.signals[kind].emit(null)
      else if (keys.length > 0) this.signals[kind].emit(keys)
    }
  }

  /** Has the connection listen to these channels alone; returns those that are new. */
  private async listenTo(client: pg.Client, wanted: ReadonlySet<string>): Promise<string[]> {
    const fresh = [...wanted].filter((channel) => !this.heard.has(channel))
    const old = [...this.heard].filter((channel) => !wanted.has(channel))
    if (fresh.length + old.length === 0) return []
    const statements = [
      ...fresh.map((channel) => `LISTEN ${channel}`),
      ...old.map((channel) => `UNLISTEN ${channel}`),
    ]
    await client.query(statements.join('; '))
    if (this.client === client) this.heard = wanted
    return fresh
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
      this.heard = new Set()
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
      await this.listenTo(client, channelsFor(this.signals))
      this.isListening = true
      // What came to be wanted meanwhile.
      this.adjust()
      for (const kind of KINDS) this.signals[kind].emit(null)
      this.tellWaiting()
    } catch (error) {
      retry(error instanceof Error ? error : undefined)
    }
  }

  private receive(channel: string, payload: string): void {
    const [origin, ...keys] = payload.split(' ')
    if (origin === this.origin) return
    for (const kind of KINDS) {
      const key = keyOf(kind, channel)
      if (key !== null) this.signals[kind].emit([key])
      else if (CHANNELS[kind] === channel) this.signals[kind].emit(changedOf(keys))
    }
  }
}

const NOTIFY = `SELECT pg_notify(n.channel, n.payload)
  FROM unnest(CAST($1 AS TEXT[]), CAST($2 AS TEXT[])) n(channel, payload)`

const channelOf = (kind: Kind, key: number) => `${CHANNELS[kind]}_${key}`

/** The store or session that a channel is of; null: none of this kind. */
function keyOf(kind: Kind, channel: string): number | null {
  const [, of, key] = OF_ONE.exec(channel) ?? []
  return of === CHANNELS[kind] ? Number(key) : null
}

function channelsFor(signals: Signals): Set<string> {
  return new Set(
    KINDS.flatMap((kind) => {
      const keys = signals[kind].wantedKeys
      const isMany = keys === 'any' || keys.length > MAX_CHANNELS
      return isMany ? [CHANNELS[kind]] : keys.map((key) => channelOf(kind, key))
    }),
  )
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
