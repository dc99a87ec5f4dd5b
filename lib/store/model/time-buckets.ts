import { DAY_MS } from '@/lib/text/day-ms'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Lengths of a bucket that people count in, none much longer than the one before. */
const STEPS_MS: readonly number[] = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS),
  ...[1, 2, 4, 7, 14, 30, 60, 90, 180, 365, 730, 1825, 3650].map((days) => days * DAY_MS),
]

/** A stretch of time, in milliseconds since 1970; both ends belong to it. */
export interface TimeBucket {
  from: number
  to: number
}

/** The shortest step in which a stretch of time fits into at most so many buckets. */
export function bucketStep({ from, to }: TimeBucket, most: number): number {
  const fits = (step: number) => Math.floor(to / step) - Math.floor(from / step) < most
  return STEPS_MS.find(fits) ?? Math.ceil((to - from + 1) / (most - 1))
}

/** The buckets of a step up to the one with `to`: `count` of them, the oldest first. */
export function timeBuckets(to: number, step: number, count: number): TimeBucket[] {
  const last = Math.floor(to / step)
  return Array.from({ length: count }, (_, index) => {
    const from = (last - count + 1 + index) * step
    return { from, to: from + step - 1 }
  })
}
