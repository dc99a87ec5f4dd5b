/**
 * Time without a sign of life after which the person reads something else, or is away;
 * milliseconds.
 */
const MAX_STILL_MS = 60_000

/** Adds up the time for which a page is looked at. Times are of one clock, in milliseconds. */
export class Attention {
  private gathered = 0
  /** up to when time is counted */
  private counted: number
  private signAt: number

  constructor(
    now: number,
    private isVisible: boolean,
  ) {
    this.counted = now
    this.signAt = now
  }

  /** Somebody did something. */
  sign(now: number): void {
    this.count(now)
    this.signAt = now
  }

  /** Somebody did something at another page: one person looks at one page at a time. */
  leave(now: number): void {
    this.count(now)
    this.signAt = -Infinity
  }

  /** The page came into view, or went out of it. */
  show(now: number, isVisible: boolean): void {
    this.count(now)
    this.isVisible = isVisible
    if (isVisible) this.signAt = now
  }

  /** Returns the time gathered since the last call; milliseconds. */
  take(now: number): number {
    this.count(now)
    const { gathered } = this
    this.gathered = 0
    return gathered
  }

  private count(now: number): void {
    const end = Math.min(now, this.signAt + MAX_STILL_MS)
    if (this.isVisible) this.gathered += Math.max(0, end - this.counted)
    this.counted = now
  }
}
