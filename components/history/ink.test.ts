import { expect, test } from 'vitest'
import { ageStep, inkStep } from './ink'

const NOW = new Date('2026-07-01T00:00:00Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000)

test.each([
  [-1, 0],
  [0.9, 0],
  [1, 1],
  [7, 2],
  [30, 3],
  [60, 4],
  [400, 5],
])('what was written %d days ago has the ink %d', (days, step) => {
  expect(ageStep(daysAgo(days), NOW)).toBe(step)
})

test('the newest change of a history has full ink, however old it is', () => {
  expect([0, 0.019, 0.02, 0.5, 1].map(inkStep)).toEqual([0, 0, 1, 4, 5])
})
