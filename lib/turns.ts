/** Nobody waits longer than this for work that shares the event loop, in milliseconds. */
const LONGEST_TURN_MS = 5

/**
 * For work that computes for long on the thread that serves: returns a function to await between its
 * steps. It gives the event loop a turn once the work has held it for 5 ms, and costs nothing before;
 * it throws the signal's reason once the caller has left. However many such works there are, one of
 * them goes on at each turn of the loop.
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

const waiting: (() => void)[] = []

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(letOneGoOn)
  })
}

/** What is set off here runs after whatever has arrived meanwhile; the next one only after that again. */
function letOneGoOn(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(letOneGoOn)
}
