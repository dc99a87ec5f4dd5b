import { DAY_MS } from '@/lib/text/day-ms'

/** Decides whether a test runs by itself, now; times are milliseconds since 1970. */

/** Changes count once nobody made another for this long. */
const SETTLED_MS = 30_000

/** A test runs after changes at most this often. */
const EVERY_MS = 10 * 60_000

const MINUTE_MS = 60_000

export interface AfterChanges {
  /** of the newest change below the test's paths; null: there is none */
  changedAt: number | null
  sequence: number | null
  /** the newest state of the store that a run of what it asks has seen; null: none has */
  seen: number | null
  /** when it last ran after a change; null: it did not */
  ranAt: number | null
}

/** Returns whether a test runs after changes: they are settled, new to it, and it did not just run. */
export function isDueAfterChanges(
  { changedAt, sequence, seen, ranAt }: AfterChanges,
  now: number,
): boolean {
  if (changedAt === null || sequence === null) return false
  if (seen !== null && sequence <= seen) return false
  return changedAt <= now - SETTLED_MS && (ranAt === null || ranAt <= now - EVERY_MS)
}

/**
 * Returns whether a test runs by the clock: its minute of the day (UTC) has come since it last ran so,
 * and since it was told to. A night that the server slept through is made up for once.
 */
export function isDueNightly(
  { minute, ranAt, toldAt }: { minute: number; ranAt: number | null; toldAt: number },
  now: number,
): boolean {
  const today = Math.floor(now / DAY_MS) * DAY_MS + minute * MINUTE_MS
  const last = today <= now ? today : today - DAY_MS
  return toldAt <= last && (ranAt === null || ranAt < last)
}
