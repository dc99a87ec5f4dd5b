import { setTimeout as pause } from 'node:timers/promises'
import type { RunningServer } from './server'

const POLL_INTERVAL_MS = 100

/** A server that uses less of the processor has done what is urgent; milliseconds a second. */
const AT_REST = 100

/** What is written rests so long before work on it begins; milliseconds. */
const BEFORE_WORK_MS = 500

/**
 * Limit on the wait for a server to finish; work left after it is charged to the next load.
 * Milliseconds.
 */
const MAX_MS = 60_000

/** Waits until a server has done what was left to be done. */
export async function atRest(server: RunningServer): Promise<void> {
  const end = performance.now() + MAX_MS
  for (let rested = 0; rested < BEFORE_WORK_MS && performance.now() < end;) {
    const before = server.processorTime()
    await pause(POLL_INTERVAL_MS)
    const used = server.processorTime() - before
    rested = used <= (AT_REST * POLL_INTERVAL_MS) / 1000 ? rested + POLL_INTERVAL_MS : 0
  }
}
