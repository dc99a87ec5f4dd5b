import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS } from '@/lib/text/day-ms'
import { ageStep, inkStep } from './age-step'

const HOUR_MS = 3_600_000
const now = Date.UTC(2026, 6, 15, 18)

test.each([
  ['now', 0, 0],
  ['nine hours ago', 9 * HOUR_MS, 0],
  ['a day ago', DAY_MS, 1],
  ['nine days ago', 9 * DAY_MS, 2],
  ['30 days ago', 30 * DAY_MS, 3],
  ['60 days ago', 60 * DAY_MS, 4],
  ['three months ago', 90 * DAY_MS, 5],
  ['ten years ago', 3650 * DAY_MS, 5],
])('what was changed %s', (_, ago, step) => {
  expect(ageStep(now - ago, now)).toBe(step)
})

test('what is dated ahead of the clock was just written', () => {
  expect(ageStep(now + 400 * DAY_MS, now)).toBe(0)
})

test('the older of two changes never has the fresher ink', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.maxSafeNat(), fc.maxSafeNat(), (one, other, at) => {
      const [older, newer] = one < other ? [one, other] : [other, one]
      expect(ageStep(older, at)).toBeGreaterThanOrEqual(ageStep(newer, at))
    }),
  )
})

test('within a history the newest change is full ink, however old, and the first is dry', () => {
  expect([0, 0.05, 0.1, 0.3, 0.5, 1].map(inkStep)).toEqual([0, 1, 2, 3, 4, 5])
})
