/** All files are looked at so often, milliseconds. */
const EVERY_MS = 30_000

/**
 * Longest time between two sweeps where watching tells of all that changes, and nothing does;
 * milliseconds.
 */
const IDLE_MS = 120_000

/** A large folder takes at most so small a part of the time for it, and is swept at least so often. */
const PART = 1 / 20
const AT_LEAST_MS = 300_000

/** A pause that took so much longer than it was to is one in which the machine slept. */
const SLEPT_MS = 15_000

/** The outcome of a sweep. */
export interface Swept {
  /** milliseconds since 1970 */
  begun: number
  ended: number
  /** something had changed that was not taken in yet */
  hasNews: boolean
  /** whatever changes there is told of: it is watched whole, on a disk of this machine */
  isToldOfAll: boolean
}

/**
 * Decides when a folder is looked at as a whole. Waits twice as long after each look that found
 * nothing, if watching tells of all; as long as anywhere again once a look finds what it did not
 * tell of.
 */
export class SweepPace {
  private everyMs = EVERY_MS
  private lastAt: number
  private pausesUntil = Infinity
  dueAt: number

  constructor(now: number) {
    this.lastAt = now
    this.dueAt = now + EVERY_MS
  }

  swept({ begun, ended, hasNews, isToldOfAll }: Swept): void {
    const isAtRest = isToldOfAll && !hasNews
    this.everyMs = isAtRest ? Math.min(this.everyMs * 2, IDLE_MS) : EVERY_MS
    const restMs = Math.min((ended - begun) / PART, AT_LEAST_MS)
    this.lastAt = ended
    this.dueAt = ended + Math.max(restMs, this.everyMs)
  }

  /** Something is amiss: the next is due so long after the last. */
  hurry(afterMs: number): void {
    this.dueAt = Math.min(this.dueAt, this.lastAt + afterMs)
  }

  /** Returns the longest pause until it is time to look at the clock again; milliseconds. */
  pause(now: number): number {
    const ms = Math.max(Math.min(this.dueAt - now, EVERY_MS), 0)
    this.pausesUntil = now + ms
    return ms
  }

  /** Returns whether a look is due; so it is once the machine slept, while nothing was told of. */
  isDue(now: number): boolean {
    const hasSlept = now > this.pausesUntil + SLEPT_MS
    return hasSlept || now >= this.dueAt
  }
}
