import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wholePercents } from './whole-percents'

test('thirds are shown as shares that add up', () => {
  expect(wholePercents([1, 1, 1])).toEqual([34, 33, 33])
  expect(wholePercents([5, 995, 0])).toEqual([1, 99, 0])
  expect(wholePercents([0, 0])).toEqual([0, 0])
})

test('whatever the counts, shares add up to 100, and are less than one from the exact ones', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 6 }), (counts) => {
      const all = counts.reduce((sum, count) => sum + count, 0)
      const percents = wholePercents(counts)
      expect(percents.reduce((sum, percent) => sum + percent, 0)).toBe(all === 0 ? 0 : 100)
      for (const [index, count] of counts.entries()) {
        const exact = all === 0 ? 0 : (100 * count) / all
        expect(Math.abs((percents[index] ?? 0) - exact)).toBeLessThan(1)
      }
    }),
  )
})
