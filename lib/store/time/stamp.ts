import type { WriteSql } from '@/lib/db/sql'
import { perProcess } from '@/lib/per-process'
import type { StoreRow } from '../stores/sql/stores'
import { moveBack, timesAhead } from './sql/moments'

/** Before this program existed: a clock that says so was never set, and is behind. */
const EARLIEST = Date.UTC(2025, 0, 1)

/**
 * The timestamp of a store's next change: `at` for a change made earlier, else the clock's; never
 * before that of an earlier change. If earlier ones lie ahead of a clock that can be believed, the
 * clock was wrong then: they are corrected, so that they do not push this and all later ones ahead. If
 * it just jumped, it may be wrong now, and they stay (docs/decisions/0014-time-and-a-jumping-clock.md).
 */
export async function nextStamp(
  tx: WriteSql,
  store: StoreRow,
  at: number | undefined,
): Promise<number> {
  const isBelieved = steadyClock().isBelieved()
  const now = Date.now()
  const last = store.lastChangedAt
  const isAhead = last > now + SKEW_MS && now >= EARLIEST && isBelieved
  if (!isAhead) return Math.max(at ?? now, last)
  return Math.max(at ?? now, await putRight(tx, store, now))
}

/**
 * Moves events dated ahead of the clock back to when they can have happened: right after the last
 * correct one, with their distances kept, none later than now. Their versions keep the original
 * time. Returns the time of the last.
 */
async function putRight(tx: WriteSql, store: StoreRow, now: number): Promise<number> {
  const ends = await timesAhead(tx, store.key, now)
  const before = ends?.before ?? Math.min(store.createdAt, now)
  if (ends?.first == null || ends.last === null) return before
  const by = ends.first - Math.min(before + 1, now)
  await moveBack(tx, { storeKey: store.key, now, by })
  return Math.min(ends.last - by, now)
}

/** Tolerated difference between two clocks, in milliseconds. */
const SKEW_MS = 10_000

/** For how long the clock must have agreed with the time that passed before it is believed. */
const PROVEN_AFTER_MS = 5 * 60_000

/**
 * Tells a clock that jumped from one that is right, by the time that passed since (which cannot be
 * set): what it says is believed once it has agreed with that for five minutes. Until then, as after
 * a start, it may be the clock that is wrong and not what was written by it
 * (docs/decisions/0014-…). All times in milliseconds.
 */
export class SteadyClock {
  /** what the clock said last, less the time that had passed; null: it was not believed yet */
  private believed: number | null = null

  /**
   * `offset`: what the clock says, less the time that passed; `since`: when it began to, of the time
   * that passed. By default both are as of the start of the process.
   */
  constructor(
    private offset = performance.timeOrigin,
    private since = 0,
  ) {}

  /** Returns whether to believe what the clock says now. */
  isBelieved(): boolean {
    const passed = performance.now()
    const offset = Date.now() - passed
    const hasJumped = Math.abs(offset - this.offset) > SKEW_MS
    if (hasJumped || passed < this.since) this.since = passed
    this.offset = offset
    if (passed - this.since >= PROVEN_AFTER_MS) this.believed = offset
    return this.believed !== null && Math.abs(offset - this.believed) <= SKEW_MS
  }

  /** Now, by the clock, or by the one that was believed before if that says it is later. */
  latest(): number {
    this.isBelieved()
    const believed = this.believed === null ? 0 : this.believed + performance.now()
    return Math.max(Date.now(), Math.round(believed))
  }
}

/** The name of this process's clock among its states. */
export const STEADY_CLOCK = 'steady clock'

export const steadyClock = () => perProcess(STEADY_CLOCK, () => new SteadyClock())
