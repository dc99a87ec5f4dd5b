import { fork } from 'node:child_process'
import { once } from 'node:events'

export interface Heard {
  /** milliseconds from the call that wrote the first event of a chunk until a listener had it */
  delays: number[]
  events: number
}

export interface Listening {
  /** Ends once so many events were heard, or two seconds later; without a number at once. */
  stop: (expected?: number) => Promise<Heard>
}

let made = 0

/** A new path that says when it was written. */
export const pathNow = () => `/w/${performance.timeOrigin + performance.now()}-${made++}.md`

/** Starts `count` listeners to the events at an address, in a process of their own. */
export async function listen(address: string, count: number): Promise<Listening> {
  const child = fork('bench/listen.mjs', [address, String(count)])
  await once(child, 'message')
  return {
    stop: async (expected = 0) => {
      const told = once(child, 'message') as Promise<[Heard]>
      child.send({ expected })
      const [heard] = await told
      return heard
    },
  }
}
