import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Area, treemap } from './treemap'

const CLOSE = 1e-6

const sizes = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 60 })
const ratios = fc.double({ min: 0.2, max: 8, noNaN: true })

const right = ({ left, width }: Area) => left + width
const bottom = ({ top, height }: Area) => top + height

const overlaps = (one: Area, other: Area) =>
  Math.min(right(one), right(other)) - Math.max(one.left, other.left) > CLOSE &&
  Math.min(bottom(one), bottom(other)) - Math.max(one.top, other.top) > CLOSE

test('each weight has its share of the area, within the rectangle', () => {
  fc.assert(
    fc.property(sizes, ratios, (weights, ratio) => {
      const total = weights.reduce((sum, weight) => sum + weight, 0)
      treemap(weights, ratio).forEach((area, index) => {
        const share = total === 0 ? 0 : (weights[index] ?? 0) / total
        expect((area.width * area.height) / 10_000).toBeCloseTo(share, 6)
        expect(Math.min(area.left, area.top)).toBeGreaterThanOrEqual(-CLOSE)
        expect(Math.max(right(area), bottom(area))).toBeLessThanOrEqual(100 + CLOSE)
      })
    }),
  )
})

test('no two areas overlap', () => {
  fc.assert(
    fc.property(sizes, ratios, (weights, ratio) => {
      const areas = treemap(weights, ratio)
      areas.forEach((area, index) => {
        for (const other of areas.slice(index + 1)) expect(overlaps(area, other)).toBe(false)
      })
    }),
  )
})

test('equal weights become squares where they can', () => {
  const areas = treemap([1, 1, 1, 1], 1)
  expect(areas.map(({ width, height }) => [width, height])).toEqual([
    [50, 50],
    [50, 50],
    [50, 50],
    [50, 50],
  ])
})
