import { expect, test } from 'vitest'
import { DAY_MS } from '@/lib/text/day-ms'
import { bucketStep, timeBuckets } from './time-buckets'

const HOUR_MS = 3_600_000
const day = Date.UTC(2026, 4, 20)

test.each([
  ['a moment', 0, 60_000],
  ['half an hour', HOUR_MS / 2, 2 * 60_000],
  ['a day', DAY_MS - 1, HOUR_MS],
  ['a month', 29 * DAY_MS, DAY_MS],
  ['a year', 364 * DAY_MS, 14 * DAY_MS],
])('%s falls into steps that people count in', (_, length, step) => {
  expect(bucketStep({ from: day, to: day + length }, 30)).toBe(step)
})

test('whatever the stretch is, it fits', () => {
  for (const length of [1, 1e5, 1e7, 1e9, 1e11, 1e13, 8e15]) {
    for (const from of [0, 1, day, day + 12_345]) {
      const step = bucketStep({ from, to: from + length }, 30)
      const buckets = timeBuckets(from + length, step, 30)
      expect(buckets[0]?.from).toBeLessThanOrEqual(from)
      expect(buckets.at(-1)?.to).toBeGreaterThanOrEqual(from + length)
    }
  }
})

test('buckets begin at multiples of their step and follow each other', () => {
  expect(timeBuckets(day + 5, HOUR_MS, 2)).toEqual([
    { from: day - HOUR_MS, to: day - 1 },
    { from: day, to: day + HOUR_MS - 1 },
  ])
})
