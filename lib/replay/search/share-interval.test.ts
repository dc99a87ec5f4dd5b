import { expect, test } from 'vitest'
import { differenceInterval, wilsonInterval } from './share-interval'

const rounded = ({ low, high }: { low: number; high: number }) => [
  Number(low.toFixed(2)),
  Number(high.toFixed(2)),
]

// The figures of why-search.md, section 1.
test.each([
  [5, 0, [0.5, 1]],
  [4, 1, [0.08, 0.82]],
  [4, 2, [-0.09, 0.7]],
])('%i of 5 against %i of 5 differ by', (one, other, interval) => {
  expect(rounded(differenceInterval({ held: one, of: 5 }, { held: other, of: 5 }))).toEqual(
    interval,
  )
})

test('a share of all samples is not certain', () => {
  const { low, high } = wilsonInterval({ held: 5, of: 5 }, 1.96)
  expect(low).toBeCloseTo(0.57, 2)
  expect(high).toBeCloseTo(1, 9)
})
