import { readFileSync } from 'node:fs'

/** Gaps that are shorter hold nobody up. Milliseconds. */
const MIN_MS = 5

/**
 * Observes the event loop until the returned function is called, which answers how long it was held at
 * the longest, milliseconds. On a busy machine a thread waits for a processor longer than for anything
 * that the program does: where the system tells of that (Linux), it does not count.
 */
export function observeLoop(): () => number {
  let longest = 0
  let from = performance.now()
  let waited = waitedForProcessor()
  const look = () => {
    const to = performance.now()
    const waitedNow = waitedForProcessor()
    const heldMs = to - from - 1 - (waitedNow - waited)
    if (heldMs > MIN_MS) longest = Math.max(longest, heldMs)
    from = to
    waited = waitedNow
  }
  const timer = setInterval(look, 1)
  return () => {
    look()
    clearInterval(timer)
    return longest
  }
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
