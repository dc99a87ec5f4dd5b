/** What failed once is tried again after so long, then after twice as long each time; milliseconds. */
const FIRST_BACKOFF_MS = 60_000
const MAX_IDLE_MS = 600_000

/**
 * What failed, by its key, and rests before it is tried again, so that it keeps nothing else from
 * being done. Lasts as long as the process. `now`: of its monotonic clock, in milliseconds.
 */
export class Resting {
  private readonly failed = new Map<number, { until: number; restMs: number }>()

  isResting(key: number, now = performance.now()): boolean {
    return now < (this.failed.get(key)?.until ?? 0)
  }

  /** How many were not done since they failed. */
  get size(): number {
    return this.failed.size
  }

  fails(key: number, now = performance.now()): void {
    const before = this.failed.get(key)?.restMs ?? FIRST_BACKOFF_MS / 2
    const restMs = Math.min(before * 2, MAX_IDLE_MS)
    this.failed.set(key, { until: now + restMs, restMs })
  }

  succeeds(key: number): void {
    this.failed.delete(key)
  }
}
