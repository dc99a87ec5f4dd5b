import { db, padded } from '@/lib/db'
import { perProcess } from '@/lib/per-process'
import type { News, Topic } from './topics'

/**
 * What is new, to whoever follows it. What this process changes is told by it at once; what others
 * change is seen by one look at the database twice a second, while anybody follows.
 */

const LOOKS_EACH_MS = 500

/** Entries of a session that wait for a slow follower; of more it is told the number alone. */
const MAX_WAITING = 1_000

interface Follower {
  topics: ReadonlySet<Topic>
  waiting: News[]
  /** Goes on with what waits. */
  wake(): void
}

class Live {
  private readonly followers = new Set<Follower>()
  /** the number of each followed topic that was told last */
  private readonly told = new Map<Topic, number>()
  private timer: NodeJS.Timeout | null = null
  private looking: Promise<void> | null = null
  private isDue = false

  add(follower: Follower): void {
    this.followers.add(follower)
    this.timer ??= setInterval(() => void this.look(), LOOKS_EACH_MS).unref()
  }

  remove(follower: Follower): void {
    this.followers.delete(follower)
    if (this.followers.size > 0) return
    if (this.timer) clearInterval(this.timer)
    this.timer = null
    this.told.clear()
  }

  tell(all: readonly News[]): void {
    if (this.followers.size === 0) return
    for (const news of all) this.hand(news)
    // Sums over stores and sessions have another number now.
    void this.look()
  }

  /** Reads the numbers that are followed; one look at a time, and one more if asked meanwhile. */
  look(): Promise<void> {
    this.isDue = true
    this.looking ??= this.lookWhileDue().finally(() => (this.looking = null))
    return this.looking
  }

  private async lookWhileDue(): Promise<void> {
    while (this.isDue) {
      this.isDue = false
      const topics = new Set([...this.followers].flatMap(({ topics }) => [...topics]))
      const before = new Map(this.told)
      // While the database is away there is no news; the next look finds what was missed.
      const numbers = await numbersOf([...topics]).catch(() => new Map<Topic, number>())
      for (const [topic, sequence] of numbers) {
        // What was told meanwhile is newer than this look.
        if (this.told.get(topic) !== before.get(topic)) continue
        if (this.told.get(topic) !== sequence) this.hand({ topic, sequence })
      }
    }
  }

  private hand(news: News): void {
    this.told.set(news.topic, news.sequence)
    for (const follower of this.followers) {
      if (!follower.topics.has(news.topic)) continue
      put(follower.waiting, news)
      follower.wake()
    }
  }
}

/** Of a topic without bodies only the newest number waits. */
function put(waiting: News[], news: News): void {
  const isKept = (each: News) => each.topic !== news.topic || each.body !== undefined
  const isTooMuch = waiting.length >= MAX_WAITING
  const kept = isTooMuch
    ? waiting.filter(({ topic }) => topic !== news.topic)
    : waiting.filter(isKept)
  const { topic, sequence } = news
  waiting.splice(0, waiting.length, ...kept, isTooMuch ? { topic, sequence } : news)
}

const live = () => perProcess('live', () => new Live())

/** Tells this process's followers; called after COMMIT. */
export function tell(news: readonly News[]): void {
  live().tell(news)
}

/**
 * The present number of each topic, then each news of them, until the signal is aborted. Who is slow
 * gets only the last number of what happened meanwhile.
 */
export async function* follow(topics: readonly Topic[], signal: AbortSignal): AsyncGenerator<News> {
  let wake = (): void => {}
  const follower: Follower = { topics: new Set(topics), waiting: [], wake: () => wake() }
  const leave = () => wake()
  signal.addEventListener('abort', leave)
  // Before the first look, so that nothing is missed after it.
  live().add(follower)
  try {
    for (const [topic, sequence] of await numbersOf(topics)) yield { topic, sequence }
    while (!signal.aborted) {
      const news = follower.waiting.shift()
      if (news) yield news
      else await new Promise<void>((resolve) => (wake = resolve))
    }
  } finally {
    signal.removeEventListener('abort', leave)
    live().remove(follower)
  }
}

/** The number of each topic as it is; 0 of what is not there. */
async function numbersOf(topics: readonly Topic[]): Promise<Map<Topic, number>> {
  const idsOf = (kind: string) =>
    topics.flatMap((topic) => (topic.startsWith(`${kind}:`) ? [topic.slice(kind.length + 1)] : []))
  const isAsked = (...of: Topic[]) => topics.some((topic) => of.includes(topic))
  const [stores, sessions, jobs, ofStores, ofSessions, ofConnections] = await Promise.all([
    storeNumbers(idsOf('store')),
    sessionNumbers(idsOf('session')),
    jobNumbers(idsOf('job')),
    isAsked('stores', 'review', 'log', 'frame') ? sumOfStores() : 0,
    isAsked('sessions') ? sumOfSessions() : 0,
    isAsked('connections') ? lastPass() : 0,
  ])
  const numbers = new Map([...stores, ...sessions, ...jobs])
  return new Map(
    topics.map((topic) => {
      if (topic.includes(':')) return [topic, numbers.get(topic) ?? 0]
      if (topic === 'sessions') return [topic, ofSessions]
      return [topic, topic === 'connections' ? ofConnections : ofStores]
    }),
  )
}

type Numbers = [Topic, number][]

async function storeNumbers(ids: readonly string[]): Promise<Numbers> {
  if (ids.length === 0) return []
  const where = { id: { in: padded(ids) }, deletedAt: null }
  const rows = await db.store.findMany({ where, select: { id: true, lastSequence: true } })
  return rows.map(({ id, lastSequence }) => [`store:${id}`, lastSequence])
}

async function sessionNumbers(ids: readonly string[]): Promise<Numbers> {
  if (ids.length === 0) return []
  const where = { id: { in: padded(ids) } }
  const rows = await db.session.findMany({ where, select: { id: true, lastSequence: true } })
  return rows.map(({ id, lastSequence }) => [`session:${id}`, lastSequence])
}

async function jobNumbers(ids: readonly string[]): Promise<Numbers> {
  if (ids.length === 0) return []
  const where = { id: { in: padded(ids) } }
  const rows = await db.job.findMany({ where, select: { id: true, updatedAt: true } })
  return rows.map(({ id, updatedAt }) => [`job:${id}`, updatedAt.getTime()])
}

async function sumOfStores(): Promise<number> {
  const where = { deletedAt: null }
  return (await db.store.aggregate({ where, _sum: { lastSequence: true } }))._sum.lastSequence ?? 0
}

async function sumOfSessions(): Promise<number> {
  return (await db.session.aggregate({ _sum: { lastSequence: true } }))._sum.lastSequence ?? 0
}

async function lastPass(): Promise<number> {
  const { _max } = await db.connection.aggregate({ _max: { passedAt: true } })
  return _max.passedAt?.getTime() ?? 0
}
