import { Agent } from 'node:http'
import { numbers, storeOf } from './fill'
import { call } from './http-call'
import { listen, pathNow } from './listening'
import { called, inTurns } from './measure'
import { part } from './part'
import type { Measured } from './row'
import { watchingRows } from './watching'

const CONTENT = 'x'.repeat(1024)

/**
 * Measures the cost of a store's listeners to its writers, and the delay until they hear of a
 * change.
 */
export const listenersPart = part(
  {
    /** listeners to the store that is written to */
    listeners: [
      [0, 1, 100, 1000],
      [0, 2],
    ],
    rounds: [3, 1],
    /** for which is written in each round */
    seconds: [3, 0.2],
    writers: [16, 2],
    /** stores and sessions that a process may have to look through */
    watched: [[100, 10_000, 100_000], [10]],
    commits: [10, 1],
  },
  async ({ listeners, rounds, seconds, writers, ...watching }, ground) => {
    const { url } = await ground.server()
    const base = `${url}/v1/memory_stores/${await storeOf(url, 'listened to')}`
    const sides = listeners.map((count) => ({
      name: count === 0 ? 'nobody listens' : `${count.toLocaleString('en')} listen`,
      act: async (): Promise<Measured> => {
        const listening = count > 0 ? await listen(`${base}/events`, count) : null
        const agent = new Agent({ keepAlive: true, maxSockets: writers })
        const write = () =>
          call(agent, `${base}/memories`, { body: { path: pathNow(), content: CONTENT } })
        const callers = numbers(writers).map(() => write)
        const { times, perSecond } = await called(callers, seconds)
        agent.destroy()
        if (!listening) return { perSecond }
        const { delays, events } = await listening.stop()
        const share = (100 * events) / (times.length * count)
        return { perSecond, times: delays, also: { '% heard before the end': share } }
      },
    }))
    const group = `writes of 1 kB, ${writers} callers`
    const rows = await inTurns(group, sides, { rounds })
    return [...rows, ...(await watchingRows(ground, { rounds, ...watching }))]
  },
)
