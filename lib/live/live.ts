import { db, padded } from '@/lib/db'
import { perProcess } from '@/lib/per-process'
import type { News, Topic } from './topics'

/**
 * What is new, to whoever follows it. What this process changes it tells at once; what others change
 * is seen by one look at the database twice a second, while anybody follows.
 */

const LOOKS_EACH_MS = 500

interface Follower {
  topics: ReadonlySet<Topic>
  /** the last number of each topic that it was not given yet */
  waiting: Map<Topic, number>
  /** Goes on with what waits. */
  wake: () => void
}

const live = perProcess('live', () => ({
  followers: new Set<Follower>(),
  /** the number of each followed topic that was told last */
  told: new Map<Topic, number>(),
  timer: null as NodeJS.Timeout | null,
  looking: Promise.resolve(),
  isDue: false,
}))

/** Tells this process's followers; called after COMMIT. */
export function tell(all: readonly News[]): void {
  if (live.followers.size === 0) return
  for (const news of all) hand(news)
  // Sums over stores and sessions have another number now.
  lookSoon()
}

/**
 * The present number of each topic, then each news of them, until the signal is aborted. Who is slow
 * gets only the last number of what happened meanwhile.
 */
export async function* follow(topics: readonly Topic[], signal: AbortSignal): AsyncGenerator<News> {
  const follower: Follower = { topics: new Set(topics), waiting: new Map(), wake: () => {} }
  const leave = () => follower.wake()
  signal.addEventListener('abort', leave)
  // Before the first look, so that nothing is missed after it.
  live.followers.add(follower)
  live.timer ??= setInterval(lookSoon, LOOKS_EACH_MS).unref()
  try {
    for (const [topic, sequence] of await look(topics)) {
      if (follower.waiting.get(topic) === sequence) follower.waiting.delete(topic)
      yield { topic, sequence }
    }
    while (!signal.aborted) {
      const [[topic, sequence] = []] = follower.waiting
      if (topic !== undefined && sequence !== undefined) {
        follower.waiting.delete(topic)
        yield { topic, sequence }
      } else await new Promise<void>((resolve) => (follower.wake = resolve))
    }
  } finally {
    signal.removeEventListener('abort', leave)
    live.followers.delete(follower)
    if (live.followers.size === 0) {
      if (live.timer) clearInterval(live.timer)
      live.timer = null
      live.told.clear()
    }
  }
}

function hand({ topic, sequence }: News): void {
  live.told.set(topic, sequence)
  for (const { topics, waiting, wake } of live.followers) {
    if (!topics.has(topic)) continue
    waiting.set(topic, sequence)
    wake()
  }
}

/** Looks at the numbers that are followed: one look at a time, and one more if asked meanwhile. */
function lookSoon(): void {
  if (live.isDue) return
  live.isDue = true
  live.looking = live.looking.then(async () => {
    live.isDue = false
    const topics = new Set([...live.followers].flatMap((follower) => [...follower.topics]))
    // While the database is away there is no news; the next look finds what was missed.
    await look([...topics]).catch(() => {})
  })
}

/** The present number of each topic; what is new is handed to all who follow it. */
async function look(topics: readonly Topic[]): Promise<ReadonlyMap<Topic, number>> {
  const before = new Map(live.told)
  const numbers = await numbersOf(topics)
  for (const [topic, sequence] of numbers) {
    // What was told meanwhile is newer than this look.
    const told = live.told.get(topic)
    if (told === before.get(topic) && told !== sequence) hand({ topic, sequence })
  }
  return numbers
}

const BY_CHANGE = { id: true, updatedAt: true } as const
const CHANGES = { _max: { updatedAt: true }, _count: true } as const

/** The number of each topic as it is, 0 of what is not there: what a page is rendered with. */
export async function numbersOf(topics: readonly Topic[]): Promise<Map<Topic, number>> {
  const numbers = new Map(topics.map((topic) => [topic, 0]))
  const idsOf = (kind: string) =>
    padded(topics.flatMap((topic) => topic.split(`${kind}:`)[1] ?? []))
  const storeIds = idsOf('store')
  const jobIds = idsOf('job')
  const sessionIds = idsOf('session')
  if (storeIds.length > 0) {
    const where = { id: { in: storeIds }, deletedAt: null }
    const rows = await db.store.findMany({ where, select: { id: true, lastSequence: true } })
    for (const { id, lastSequence } of rows) numbers.set(`store:${id}`, lastSequence)
  }
  if (jobIds.length > 0) {
    const rows = await db.job.findMany({ where: { id: { in: jobIds } }, select: BY_CHANGE })
    for (const { id, updatedAt } of rows) numbers.set(`job:${id}`, updatedAt.getTime())
  }
  for (const storeId of new Set(idsOf('tests'))) {
    const [runs, tests] = await Promise.all([
      db.job.aggregate({ where: { storeId, kind: 'test' }, ...CHANGES }),
      db.memoryTest.aggregate({ where: { storeId }, ...CHANGES }),
    ])
    const lastAt = Math.max(+(runs._max.updatedAt ?? 0), +(tests._max.updatedAt ?? 0))
    numbers.set(`tests:${storeId}`, lastAt + tests._count)
  }
  if (sessionIds.length > 0) {
    const rows = await db.session.findMany({ where: { id: { in: sessionIds } }, select: BY_CHANGE })
    for (const { id, updatedAt } of rows) numbers.set(`session:${id}`, updatedAt.getTime())
  }
  if (topics.includes('sessions')) {
    const { _max, _count } = await db.session.aggregate(CHANGES)
    // With how many there are, so that one that was deleted is news, too.
    numbers.set('sessions', (_max.updatedAt?.getTime() ?? 0) + _count)
  }
  if (topics.includes('connections')) {
    const passes = { _max: { passedAt: true }, _count: true } as const
    const { _max, _count } = await db.connection.aggregate(passes)
    numbers.set('connections', (_max.passedAt?.getTime() ?? 0) + _count)
  }
  if (topics.includes('clients')) {
    const { _max } = await db.actor.aggregate({ _max: { lastAt: true } })
    numbers.set('clients', _max.lastAt?.getTime() ?? 0)
  }
  const lists = topics.filter((topic) => topic === 'stores' || topic === 'frame')
  if (lists.length > 0) {
    const sums = { _sum: { lastSequence: true }, _count: true } as const
    const { _sum, _count } = await db.store.aggregate({ where: { deletedAt: null }, ...sums })
    // With how many there are, so that a store without changes is news, and beyond them who runs.
    const sum = (_sum.lastSequence ?? 0) + _count
    const running = await db.session.count({ where: { status: 'running' } })
    for (const topic of lists) numbers.set(topic, topic === 'frame' ? sum + running * 1e12 : sum)
  }
  return numbers
}
