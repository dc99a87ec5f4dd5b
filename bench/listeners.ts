import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent } from 'node:http'
import type { Ground } from './ground'
import { call, post } from './http-call'
import { percentile, type Row, withRatios } from './measure'
import { part } from './part'
import { watchingRows } from './watching'

interface Sizes {
  /** how many listen to the store that is written to */
  listeners: readonly number[]
  /** for which is written in each round */
  seconds: number
  rounds: number
  writers: number
  /** stores and sessions that a process may have to look through */
  watched: readonly number[]
  commits: number
}

/** What a store's listeners cost those who write to it, and how long they wait for a change. */
export const listenersPart = part<Sizes>(
  {
    full: {
      listeners: [0, 1, 100, 1000],
      seconds: 3,
      rounds: 3,
      writers: 16,
      watched: [100, 10_000, 100_000],
      commits: 40,
    },
    smoke: { listeners: [0, 2], seconds: 0.2, rounds: 1, writers: 2, watched: [10], commits: 1 },
  },
  listenersRows,
)

interface Heard {
  delays: number[]
  events: number
}

async function listenersRows(sizes: Sizes, ground: Ground): Promise<Row[]> {
  const { url } = await ground.server()
  const { id } = await post<{ id: string }>(`${url}/v1/memory_stores`, { name: 'listened to' })
  const base = `${url}/v1/memory_stores/${id}`
  const measured = sizes.listeners.map((count) => ({
    count,
    perSecond: [] as number[],
    delays: [] as number[],
    shares: [] as number[],
  }))
  for (let round = 0; round < sizes.rounds; round++) {
    for (const row of measured) {
      const { written, heard } = await writtenWhile(base, row.count, sizes)
      row.perSecond.push(written / sizes.seconds)
      for (const delay of heard.delays) row.delays.push(delay)
      if (row.count > 0) row.shares.push(heard.events / (written * row.count))
    }
  }
  const nobody = 'nobody listens'
  const rows = measured.map(({ count, perSecond, delays, shares }): Row => {
    const told = `p95 ${percentile(delays, 0.95).toFixed(0)} ms; ${(100 * percentile(shares, 0.5)).toFixed(0)} % heard before the end`
    return {
      group: `writes of 1 kB, ${sizes.writers} callers`,
      name: count === 0 ? nobody : `${count.toLocaleString('en')} listen`,
      perSecond: percentile(perSecond, 0.5),
      ...(count === 0
        ? {}
        : { p50: percentile(delays, 0.5), p99: percentile(delays, 0.99), note: told }),
    }
  })
  const watching = await watchingRows(sizes.watched, sizes.commits)
  return [...withRatios(rows, nobody, 'perSecond'), ...watching]
}

async function writtenWhile(base: string, count: number, { seconds, writers }: Sizes) {
  const listening = count > 0 ? await listen(`${base}/events`, count) : null
  const agent = new Agent({ keepAlive: true, maxSockets: writers })
  const content = 'x'.repeat(1024)
  let written = 0
  const end = performance.now() + seconds * 1000
  await Promise.all(
    Array.from({ length: writers }, async () => {
      while (performance.now() < end) {
        const path = `/w/${Date.now()}-${count}-${written++}.md`
        await call(agent, 'POST', `${base}/memories`, { path, content })
      }
    }),
  )
  agent.destroy()
  return { written, heard: listening ? await listening.stop() : { delays: [], events: 0 } }
}

async function listen(address: string, count: number): Promise<{ stop: () => Promise<Heard> }> {
  const child = fork('bench/listen.mjs', [address, String(count)])
  await once(child, 'message')
  return {
    stop: async () => {
      const told = once(child, 'message') as Promise<[Heard]>
      child.send('stop')
      const [heard] = await told
      return heard
    },
  }
}
