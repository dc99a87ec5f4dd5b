import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bucketOf, bucketSpans, monthMarks, MAX_BUCKETS } from './change-buckets'

test('buckets have every change once, in order, and equally many', () => {
  fc.assert(
    fc.property(fc.nat(5_000_000), fc.integer({ min: -3, max: 500 }), (last, count) => {
      const spans = bucketSpans(last, count)
      expect(spans.length).toBe(Math.max(0, Math.min(count, MAX_BUCKETS, last)))
      let next = 1
      for (const { firstSequence, lastSequence } of spans) {
        expect(firstSequence).toBe(next)
        expect(lastSequence).toBeGreaterThanOrEqual(firstSequence)
        next = lastSequence + 1
      }
      if (spans.length > 0) expect(next).toBe(last + 1)
      const lengths = spans.map((span) => span.lastSequence - span.firstSequence)
      expect(Math.max(0, ...lengths) - Math.min(...lengths, Infinity)).toBeLessThanOrEqual(1)
    }),
  )
})

test('a change is in the bucket that has it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000 }),
      fc.integer({ min: 1, max: 240 }),
      (last, n) => {
        const spans = bucketSpans(last, n)
        const sequence = 1 + ((last * 7919) % last)
        const span = spans[bucketOf(spans, sequence)]
        expect(span?.firstSequence).toBeLessThanOrEqual(sequence)
        expect(span?.lastSequence).toBeGreaterThanOrEqual(sequence)
        expect(bucketOf(spans, 0)).toBe(0)
        expect(bucketOf(spans, last + 9)).toBe(spans.length - 1)
      },
    ),
  )
})

test('a month is marked where its first change is', () => {
  const at = (month: number, day: number) => Date.UTC(2026, month - 1, day, 12)
  const buckets = [
    { firstAt: at(4, 2), lastAt: at(4, 9) },
    { firstAt: at(4, 10), lastAt: at(5, 1) },
    { firstAt: at(5, 2), lastAt: at(5, 3) },
    { firstAt: at(7, 1), lastAt: at(7, 2) },
  ]
  expect(monthMarks(buckets, 'UTC')).toEqual([
    { bucket: 0, year: 2026, month: 4 },
    { bucket: 1, year: 2026, month: 5 },
    { bucket: 3, year: 2026, month: 7 },
  ])
  expect(monthMarks([], 'UTC')).toEqual([])
})

test('months begin by the person’s time zone', () => {
  const midnight = Date.UTC(2026, 4, 31, 23)
  const bucket = { firstAt: midnight, lastAt: midnight }
  expect(monthMarks([bucket], 'UTC')[0]?.month).toBe(5)
  expect(monthMarks([bucket], 'Asia/Seoul')[0]?.month).toBe(6)
})

test('a clock that went back marks no month twice', () => {
  const at = (month: number) => ({
    firstAt: Date.UTC(2026, month, 5),
    lastAt: Date.UTC(2026, month, 5),
  })
  expect(monthMarks([at(5), at(4), at(5)], 'UTC')).toHaveLength(1)
})
