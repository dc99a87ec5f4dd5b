import fc from 'fast-check'
import { expect, test } from 'vitest'
import { barWidths } from './amount'

const lines = fc.nat(10_000_000)

test('a bar is never wider than its track, and shows whatever there is', () => {
  fc.assert(
    fc.property(lines, lines, (added, removed) => {
      const { addedWidth, removedWidth } = barWidths({ added, removed })
      expect(addedWidth + removedWidth).toBeLessThanOrEqual(100.0001)
      expect(addedWidth > 0).toBe(added > 0)
      expect(removedWidth > 0).toBe(removed > 0)
    }),
  )
})

test('more lines make a longer bar, until it is full', () => {
  const width = (added: number) => barWidths({ added, removed: 0 }).addedWidth
  expect(width(1)).toBeLessThan(width(10))
  expect(width(10)).toBeLessThan(width(1000))
  expect(width(1000)).toBe(width(5000))
})
