import { setImmediate as nextTurn } from 'node:timers/promises'

/** Nobody waits longer than this for work that shares the event loop, in milliseconds. */
const LONGEST_TURN_MS = 8

/**
 * For work that computes for long on the thread that serves: returns a function to await between its
 * steps. It gives the event loop a turn once the work has held it for 8 ms, and costs nothing before;
 * it throws the signal's reason once the caller has left.
 *
 * ```ts
 * const giveWay = turns(signal)
 * for (const version of versions) {
 *   scan(version)
 *   await giveWay()
 * }
 * ```
 */
export function turns(signal?: AbortSignal): () => Promise<void> {
  let since = performance.now()
  return async () => {
    signal?.throwIfAborted()
    if (performance.now() - since < LONGEST_TURN_MS) return
    await nextTurn()
    signal?.throwIfAborted()
    since = performance.now()
  }
}
