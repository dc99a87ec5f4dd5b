/** Wait after the first failure, doubled after each further one; milliseconds. */
const FIRST_BACKOFF_MS = 60_000
const MAX_BACKOFF_MS = 600_000

/**
 * Remembers, by key, what failed and is not to be retried yet, so that it does not hold up
 * everything else. Lives as long as the process. `now`: its monotonic clock, in milliseconds.
 */
export class Backoff {
  private readonly waiting = new Map<number, { until: number; waitMs: number }>()

  isWaiting(key: number, now = performance.now()): boolean {
    return now < (this.waiting.get(key)?.until ?? 0)
  }

  /** The number of keys that have failed and not succeeded since. */
  get size(): number {
    return this.waiting.size
  }

  failed(key: number, now = performance.now()): void {
    const before = this.waiting.get(key)?.waitMs ?? FIRST_BACKOFF_MS / 2
    const waitMs = Math.min(before * 2, MAX_BACKOFF_MS)
    this.waiting.set(key, { until: now + waitMs, waitMs })
  }

  succeeded(key: number): void {
    this.waiting.delete(key)
  }
}
