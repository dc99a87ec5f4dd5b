/**
 * Takes turns one after the other, some time after it was woken. However often it is woken while a
 * turn is under way, one more follows.
 */
export class OneAtATime {
  private timer: NodeJS.Timeout | null = null
  private turn: Promise<void> | null = null
  private isAsked = false
  private isEnded = false

  constructor(
    /** must not throw */
    private readonly takeTurn: () => Promise<void>,
    /** how long after it is woken a turn begins; what wakes it meanwhile is part of that turn */
    private readonly restMs: number,
  ) {}

  wake(): void {
    this.isAsked = true
    if (this.isEnded || this.timer || this.turn) return
    this.timer = setTimeout(() => this.begin(), this.restMs).unref()
  }

  /** Begins no more turns, and waits for the one under way. */
  async end(): Promise<void> {
    this.isEnded = true
    if (this.timer) clearTimeout(this.timer)
    await this.turn
  }

  private begin(): void {
    this.timer = null
    this.isAsked = false
    this.turn = this.takeTurn().finally(() => {
      this.turn = null
      if (this.isAsked) this.wake()
    })
  }
}
