import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortInTurns } from './sort-in-turns'

test('sorting in turns gives the same result as sorting at once', async () => {
  const byRank = (one: { rank: number }, other: { rank: number }) => one.rank - other.rank
  await fc.assert(
    fc.asyncProperty(fc.nat(9_000), fc.integer(), async (length, seed) => {
      const items = Array.from({ length }, (_, at) => ({ rank: Math.imul(at, seed) % 101, at }))
      const sorted = await sortInTurns(items, byRank, async () => {})
      expect(sorted).toEqual(items.toSorted(byRank))
    }),
    { numRuns: 20 },
  )
})
