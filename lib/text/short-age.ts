/** A day in milliseconds. */
export const DAY_MS = 86_400_000

/** An age in the largest unit that fits it. */
export interface ShortAge {
  unit: 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'
  /** at least 1 */
  count: number
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** From which age on a unit is used; months are of 30 days, years of 365. */
const UNITS: readonly { unit: ShortAge['unit']; ms: number; from: number }[] = [
  { unit: 'year', ms: 365 * DAY_MS, from: 365 * DAY_MS },
  { unit: 'month', ms: 30 * DAY_MS, from: 90 * DAY_MS },
  { unit: 'week', ms: 7 * DAY_MS, from: 14 * DAY_MS },
  { unit: 'day', ms: DAY_MS, from: DAY_MS },
  { unit: 'hour', ms: HOUR_MS, from: HOUR_MS },
  { unit: 'minute', ms: MINUTE_MS, from: MINUTE_MS },
]

/**
 * The age of something, both times in milliseconds since 1970; null: under a minute, or in the
 * future.
 */
export function shortAge(time: number, now: number): ShortAge | null {
  const age = now - time
  const found = UNITS.find(({ from }) => age >= from)
  return found ? { unit: found.unit, count: Math.floor(age / found.ms) } : null
}
