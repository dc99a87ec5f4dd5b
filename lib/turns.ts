/** The longest that work sharing the event loop may hold it, in milliseconds. */
const MAX_TURN_MS = 5

/**
 * For long computations on the serving thread: returns a function to await between steps. It yields
 * to the event loop once the work has held it for 5 ms, and costs nothing before; it throws the
 * signal's reason once the caller has left. However many computations run, one of them continues per
 * turn of the loop.
 *
 * ```ts
 * const maybeYield = turns(signal)
 * for (const version of versions) {
 *   scan(version)
 *   await maybeYield()
 * }
 * ```
 */
export function turns(signal?: AbortSignal): () => Promise<void> {
  let since = performance.now()
  return async () => {
    signal?.throwIfAborted()
    if (performance.now() - since < MAX_TURN_MS) return
    await nextTurn()
    signal?.throwIfAborted()
    since = performance.now()
  }
}

const waiting: (() => void)[] = []

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(resumeNext)
  })
}

/**
 * Callbacks set off here run after whatever arrived in the meantime; the next only after that
 * again.
 */
function resumeNext(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(resumeNext)
}
