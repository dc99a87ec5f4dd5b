import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS, shortAge } from './short-age'

const NOW = 1_800_000_000_000

const ageOf = (ms: number) => {
  const age = shortAge(NOW - ms, NOW)
  return age && `${age.count} ${age.unit}`
}

test('an age is told in the largest unit that fits it; what is yet to come is now: clocks differ', () => {
  expect(ageOf(-5_000)).toBeNull()
  expect(ageOf(59_999)).toBeNull()
  expect(ageOf(60_000)).toBe('1 minute')
  expect(ageOf(2 * 3_600_000)).toBe('2 hour')
  expect(ageOf(13 * DAY_MS)).toBe('13 day')
  expect(ageOf(14 * DAY_MS)).toBe('2 week')
  expect(ageOf(89 * DAY_MS)).toBe('12 week')
  expect(ageOf(90 * DAY_MS)).toBe('3 month')
  expect(ageOf(400 * DAY_MS)).toBe('1 year')
})

test('every age has at least one of its unit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 60_000, max: 100 * 365 * DAY_MS }), (ms) => {
      expect(shortAge(NOW - ms, NOW)?.count).toBeGreaterThanOrEqual(1)
    }),
  )
})
