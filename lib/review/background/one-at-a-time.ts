/**
 * Takes turns one after the other, once nothing has woken it for some time. However often it is woken
 * while a turn is under way, one more follows.
 */
export class OneAtATime {
  private timer: NodeJS.Timeout | null = null
  private turn: Promise<void> | null = null
  private isAsked = false
  /** by the process's monotonic clock, as `wokenAt` */
  private askedAt = 0
  private wokenAt = 0
  private isEnded = false

  constructor(
    /** must not throw */
    private readonly takeTurn: () => Promise<void>,
    /** how long nothing must wake it before a turn begins; what does so meanwhile is part of it */
    private readonly restMs: number,
    /** a turn begins at the latest so long after it was woken first */
    private readonly maxRestMs = restMs,
  ) {}

  wake(): void {
    this.wokenAt = performance.now()
    if (!this.isAsked) this.askedAt = this.wokenAt
    this.isAsked = true
    this.rest(this.restMs)
  }

  /** Begins no more turns, and waits for the one under way. */
  async end(): Promise<void> {
    this.isEnded = true
    if (this.timer) clearTimeout(this.timer)
    await this.turn
  }

  private rest(ms: number): void {
    if (this.isEnded || this.timer || this.turn) return
    this.timer = setTimeout(() => this.begin(), ms).unref()
  }

  private begin(): void {
    this.timer = null
    const now = performance.now()
    const left = Math.min(this.wokenAt + this.restMs, this.askedAt + this.maxRestMs) - now
    // Timers come up to a millisecond early.
    if (left > 1) return this.rest(left)
    this.isAsked = false
    this.turn = this.takeTurn().finally(() => {
      this.turn = null
      if (this.isAsked) this.rest(this.restMs)
    })
  }
}
