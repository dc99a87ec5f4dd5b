import type { News, Topic } from '@/lib/live/topics'

/** The page's connection to the server. */
export type LiveState =
  | { state: 'connected' }
  /** since when, milliseconds since 1970: what is shown is as old */
  | { state: 'lost'; since: number }
  /** again there: how many seconds it was lost, and how many changes were missed */
  | { state: 'back'; seconds: number; missed: number }

/** Somebody on the page who wants to hear of some topics. */
export interface Follower {
  topics: readonly Topic[]
  onNews: (news: News) => void
  /** of a session: the last event that it knows */
  after?: () => number
}

/** Delay before the stream is opened again; milliseconds. */
const RETRY_MS = 2_000

/** Losses shorter than this are not worth a word; milliseconds. */
const SHORT_LOSS_MS = 2_000

/** A page that nobody sees for this long lets its stream go; milliseconds. */
const HIDDEN_MS = 60_000

/** For how long it is said that the connection is back; milliseconds. */
const BACK_MS = 8_000

const CONNECTED: LiveState = { state: 'connected' }

const followers = new Set<Follower>()
const watchers = new Set<() => void>()
/** the last number that was heard of a topic */
const numbers = new Map<Topic, number>()

let state: LiveState = CONNECTED
let source: EventSource | null = null
let open: readonly Topic[] = []
let timer: ReturnType<typeof setTimeout> | undefined
let hiding: ReturnType<typeof setTimeout> | undefined
let saidBack: ReturnType<typeof setTimeout> | undefined
let missed = 0
let others: BroadcastChannel | null = null

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

export function watchState(onChange: () => void): () => void {
  watchers.add(onChange)
  return () => watchers.delete(onChange)
}

export const liveState = (): LiveState => state

export const stateOnServer = (): LiveState => CONNECTED

/** The last number that was heard of a topic; undefined: none yet. */
export const lastNumber = (topic: Topic): number | undefined => numbers.get(topic)

/** Tries again at once. */
export function reconnect(): void {
  clearTimeout(timer)
  connect()
}

function set(next: LiveState): void {
  state = next
  for (const watcher of watchers) watcher()
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
  source?.close()
  source = null
  open = wanted()
  if (open.length === 0 || document.visibilityState === 'hidden') return
  const query = new URLSearchParams(open.map((topic) => ['topic', topic + placeIn(topic)]))
  source = new EventSource(`/live?${query}`)
  others?.postMessage('opened')
  // The greeting of each topic comes first, so what was missed is known by then.
  source.addEventListener('ready', onReady)
  source.onmessage = (event: MessageEvent<string>) => hear(JSON.parse(event.data) as News)
  source.onerror = lose
}

/** Where in a session's log the page is. */
function placeIn(topic: Topic): string {
  const knowing = [...followers].find(({ topics, after }) => after && topics.includes(topic))
  return knowing?.after ? `@${knowing.after()}` : ''
}

function hear(news: News): void {
  const before = numbers.get(news.topic)
  numbers.set(news.topic, news.sequence)
  // A change counts in several topics; the frame hears of those that the page is not about.
  if (state.state === 'lost' && before !== undefined && news.topic !== 'frame') {
    // Sessions and jobs are numbered by their time, which counts nothing.
    const isCounted = news.topic.startsWith('store')
    const changes = isCounted ? news.sequence - before : Number(news.sequence !== before)
    missed = Math.max(missed, changes)
  }
  for (const { topics, onNews } of followers) if (topics.includes(news.topic)) onNews(news)
}

function onReady(): void {
  if (state.state !== 'lost') return
  const lost = Date.now() - state.since
  clearTimeout(saidBack)
  set(
    lost < SHORT_LOSS_MS ? CONNECTED : { state: 'back', seconds: Math.round(lost / 1000), missed },
  )
  missed = 0
  saidBack = setTimeout(() => state.state === 'back' && set(CONNECTED), BACK_MS)
}

function lose(): void {
  source?.close()
  source = null
  clearTimeout(saidBack)
  if (state.state !== 'lost') set({ state: 'lost', since: Date.now() })
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
  source?.close()
  source = null
}

function listenOnce(): void {
  if (others !== null) return
  // A browser has six connections to a server for all its tabs: one that nobody sees gives its own
  // away as soon as another opens one.
  others = new BroadcastChannel('palimpsest live')
  others.onmessage = () => document.visibilityState === 'hidden' && rest()
  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('online', reconnect)
  window.addEventListener('offline', lose)
  window.addEventListener('pagehide', rest)
  window.addEventListener('pageshow', ({ persisted }) => persisted && reconnect())
}
