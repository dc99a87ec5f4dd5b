import type { News, Topic } from '@/lib/live/topics'
import { followed } from './followed'

/** The page's connection to the server. */
export type LiveState =
  | { state: 'connected' }
  /** since when, milliseconds since 1970: what is shown is as old */
  | { state: 'lost'; since: number }
  /** again there: how many seconds it was lost, and how many changes were missed */
  | { state: 'back'; seconds: number; missed: number }
  /** the server runs another build than this page, until that is loaded anew */
  | { state: 'outdated' }

/** Somebody on the page who wants to hear of some topics. */
export interface Follower {
  topics: readonly Topic[]
  onNews: (news: News) => void
  /** of a session: the last event that it knows, and how often something was redacted */
  known?: () => readonly [number, number]
}

/** Delay before the stream is opened again; milliseconds. */
const RETRY_MS = 2_000

/** Losses shorter than this are not worth a word; milliseconds. */
const SHORT_LOSS_MS = 2_000

/**
 * A browser has six connections to a server for all its tabs: so many of them are for streams. Where
 * more windows are in view they take turns of this length; milliseconds.
 */
const PLACES = 4
const TURN_MS = 4_000

/** What tabs tell each other by. */
const CHANNEL = 'palimpsest live'
const WAITS = 'waits'

/** A page that nobody sees for this long lets its stream go; milliseconds. */
const HIDDEN_MS = 60_000

/** A stream that is silent for longer, though its server says something twice as often, is dead; milliseconds. */
const SILENT_MS = 60_000
/** And one that is opened anew is, without a greeting: a browser tries each connection that it kept. */
const MUTE_MS = 15_000

/** For how long it is said that the connection is back; milliseconds. */
const BACK_MS = 8_000

const CONNECTED: LiveState = { state: 'connected' }

const followers = new Set<Follower>()
/** the last number that was heard of a topic */
const numbers = new Map<Topic, number>()

const state = followed<LiveState>(CONNECTED)
let source: EventSource | null = null
let open: readonly Topic[] = []
/** the place that the stream takes */
let held: { leave: () => void; since: number } | null = null
/** grows with each stream that ends or was not opened in time */
let turn = 0
let timer: ReturnType<typeof setTimeout> | undefined
let hiding: ReturnType<typeof setTimeout> | undefined
let silence: ReturnType<typeof setTimeout> | undefined
let saidBack: ReturnType<typeof setTimeout> | undefined
let missed = 0
let others: BroadcastChannel | null = null
let line = new AbortController()

/** Hears of topics until the returned function is called. There is one stream for the whole tab. */
export function followTopics(follower: Follower): () => void {
  listenOnce()
  followers.add(follower)
  openSoon()
  return () => {
    followers.delete(follower)
    openSoon()
  }
}

export const { now: liveState, useValue: useLiveState } = state

/** Aborts once the connection is back: what still waits for an answer went over the one that was lost. */
export const lineNow = (): AbortSignal => line.signal

/** The last number that was heard of a topic; undefined: none yet. */
export const lastNumber = (topic: Topic): number | undefined => numbers.get(topic)

/** Tries again at once. */
export function reconnect(): void {
  clearTimeout(timer)
  connect()
}

/** Takes in which build the server runs; null: it did not say. */
export function noteBuild(build: string | null): void {
  if (build !== null && build !== document.documentElement.dataset.build) set({ state: 'outdated' })
}

function set(next: LiveState): void {
  if (liveState().state !== 'outdated') state.set(next)
}

const wanted = () => [...new Set([...followers].flatMap(({ topics }) => topics))].sort()

/** After what else the page renders now. */
function openSoon(): void {
  clearTimeout(timer)
  timer = setTimeout(() => {
    const topics = wanted()
    const isSame = topics.length === open.length && topics.every((topic, at) => topic === open[at])
    if (source === null || !isSame) connect()
  }, 30)
}

function connect(): void {
  rest()
  open = wanted()
  if (open.length === 0 || document.visibilityState === 'hidden') return
  void inTurn((leave) => {
    if (leave === null) {
      others?.postMessage(WAITS)
      timer = setTimeout(connect, RETRY_MS)
    } else stream(leave)
  })
}

function stream(leave: () => void): void {
  held = { leave, since: Date.now() }
  const query = new URLSearchParams(open.map((topic) => ['topic', topic + placeIn(topic)]))
  source = new EventSource(`/live?${query}`)
  others?.postMessage('opened')
  // The greeting of each topic comes first, so what was missed is known by then.
  source.addEventListener('ready', onReady)
  source.onmessage = (event: MessageEvent<string>) => hear(JSON.parse(event.data) as News)
  source.onerror = lose
  // Where a tunnel or a proxy has lost the server, nobody closes the stream.
  lives()
  for (const sign of ['beat', 'ready', 'message']) source.addEventListener(sign, lives)
}

function lives(): void {
  clearTimeout(silence)
  silence = setTimeout(lose, liveState().state === 'lost' ? MUTE_MS : SILENT_MS)
}

/** What the page knows of a session. */
function placeIn(topic: Topic): string {
  const knowing = [...followers].find(({ topics, known }) => known && topics.includes(topic))
  return knowing?.known ? `@${knowing.known().join('.')}` : ''
}

function hear(news: News): void {
  const before = numbers.get(news.topic)
  numbers.set(news.topic, news.sequence)
  // A change counts in several topics; the frame hears of those that the page is not about.
  if (liveState().state === 'lost' && before !== undefined && news.topic !== 'frame') {
    // Sessions and jobs are numbered by their time, which counts nothing.
    const isCounted = news.topic.startsWith('store')
    const changes = isCounted ? news.sequence - before : Number(news.sequence !== before)
    missed = Math.max(missed, changes)
  }
  for (const { topics, onNews } of followers) if (topics.includes(news.topic)) onNews(news)
}

function onReady({ data: build }: MessageEvent<string>): void {
  noteBuild(build)
  const before = liveState()
  if (before.state !== 'lost') return
  line.abort()
  line = new AbortController()
  const lost = Date.now() - before.since
  clearTimeout(saidBack)
  set(
    lost < SHORT_LOSS_MS ? CONNECTED : { state: 'back', seconds: Math.round(lost / 1000), missed },
  )
  missed = 0
  saidBack = setTimeout(() => liveState().state === 'back' && set(CONNECTED), BACK_MS)
}

function lose(): void {
  rest()
  clearTimeout(saidBack)
  if (liveState().state !== 'lost') set({ state: 'lost', since: Date.now() })
  clearTimeout(timer)
  timer = setTimeout(connect, RETRY_MS)
}

function onVisibility(): void {
  clearTimeout(hiding)
  if (document.visibilityState === 'hidden') hiding = setTimeout(rest, HIDDEN_MS)
  else if (source === null) reconnect()
}

/** Lets the stream go, without a word. */
function rest(): void {
  clearTimeout(silence)
  source?.close()
  source = null
  held?.leave()
  held = null
  turn += 1
}

/**
 * Takes one of the places for streams, given back by what is told; null: all are taken. Without it, where
 * a browser has no locks, each tab takes what it wants. Nothing is told once another turn has begun.
 */
async function inTurn(told: (leave: (() => void) | null) => void): Promise<void> {
  const own = turn
  for (let place = 0; place < PLACES; place++) {
    const leave = await taken(`${CHANNEL} ${place}`)
    if (own !== turn) return leave?.()
    if (leave) return told(leave)
  }
  told(null)
}

function taken(name: string): Promise<(() => void) | null> {
  // Only where the page is from this machine or encrypted.
  if (!('locks' in navigator)) return Promise.resolve(() => {})
  return new Promise((resolve) => {
    void navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      if (!lock) return resolve(null)
      return new Promise<void>((leave) => resolve(leave))
    })
  })
}

/** What another tab tells: a hidden one lets its stream go, and one in view does after its turn. */
function hearOther({ data }: MessageEvent<unknown>): void {
  if (document.visibilityState === 'hidden') return rest()
  if (data !== WAITS || !held || Date.now() - held.since < TURN_MS) return
  rest()
  clearTimeout(timer)
  timer = setTimeout(connect, RETRY_MS)
}

function listenOnce(): void {
  if (others !== null) return
  others = new BroadcastChannel(CHANNEL)
  others.onmessage = hearOther
  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('online', reconnect)
  window.addEventListener('offline', lose)
  window.addEventListener('pagehide', rest)
  window.addEventListener('pageshow', ({ persisted }) => persisted && reconnect())
}
