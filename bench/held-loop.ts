import { readFileSync } from 'node:fs'
import { type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'

/** The longest time for which the event loop was held, in milliseconds. */
export interface Held {
  longestMs: number
  /** the same without the time in which garbage was collected */
  longestOwnMs: number
}

/** A turn of the loop that took longer than a millisecond. */
interface Gap {
  from: number
  to: number
  /** without the time in which the machine gave the thread no processor */
  heldMs: number
}

/** Gaps that are shorter hold nobody up. Milliseconds. */
const MIN_MS = 5

/**
 * Observes the event loop until the returned function is called. On a busy machine a thread waits for a
 * processor longer than for anything that the program does: where the system tells of that (Linux), it
 * does not count.
 */
export function observeLoop(): () => Promise<Held> {
  const gaps: Gap[] = []
  const collections: PerformanceEntry[] = []
  const observer = new PerformanceObserver((list) => collections.push(...list.getEntries()))
  observer.observe({ entryTypes: ['gc'] })
  let from = performance.now()
  let waited = waitedForProcessor()
  const look = () => {
    const to = performance.now()
    const waitedNow = waitedForProcessor()
    const heldMs = to - from - 1 - (waitedNow - waited)
    if (heldMs > MIN_MS) gaps.push({ from, to, heldMs })
    from = to
    waited = waitedNow
  }
  const timer = setInterval(look, 1)
  return async () => {
    look()
    clearInterval(timer)
    // Collections are told of a turn later.
    await new Promise((resolve) => setImmediate(resolve))
    collections.push(...observer.takeRecords())
    observer.disconnect()
    const own = gaps.map((gap) => gap.heldMs - collectedIn(gap, collections))
    return {
      longestMs: Math.max(0, ...gaps.map(({ heldMs }) => heldMs)),
      longestOwnMs: Math.max(0, ...own),
    }
  }
}

function collectedIn({ from, to }: Gap, collections: readonly PerformanceEntry[]): number {
  return collections.reduce((sum, { startTime, duration }) => {
    const overlap = Math.min(to, startTime + duration) - Math.max(from, startTime)
    return sum + Math.max(0, overlap)
  }, 0)
}

/**
 * Returns for how long the main thread was ready to run and did not, in milliseconds; 0: the system
 * does not tell.
 */
function waitedForProcessor(): number {
  try {
    const [, waited = '0'] = readFileSync('/proc/self/schedstat', 'latin1').split(' ')
    return Number(waited) / 1e6
  } catch {
    return 0
  }
}
