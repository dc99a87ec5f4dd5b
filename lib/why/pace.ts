import { turn } from '@/lib/db'

/** What is done in one go; milliseconds. By their texts, steps differ a thousandfold in how long they take. */
const GO_MS = 4

/**
 * To be awaited between the steps of long work: lets everybody else in once it has gone on for a while. Rejects
 * with the signal's reason, for a caller that leaves.
 */
export function pacing(signal?: AbortSignal): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < GO_MS) return
    signal?.throwIfAborted()
    await turn()
    since = performance.now()
  }
}
