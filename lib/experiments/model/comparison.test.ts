import { describe, expect, test } from 'vitest'
import { chanceToTell, comparisonOf, pairsBetweenLooks, type Pair, pointsTold } from './comparison'

const pairsOf = (count: number, baseline: number, other: number): Pair[] =>
  Array.from({ length: count }, (_, index) => ({
    baseline: index < baseline,
    other: index < other,
  }))

/** A generator of numbers from 0 to 1 that gives the same ones for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** In how many of 100 experiments one of the looks, as answers come, tells the columns apart. */
function told(share: { baseline: number; other: number }, all: number): number {
  const random = seeded(7)
  const trials = 400
  let found = 0
  for (let trial = 0; trial < trials; trial++) {
    const pairs: Pair[] = []
    for (let pair = 1; pair <= all; pair++) {
      pairs.push({ baseline: random() < share.baseline, other: random() < share.other })
      const isLook = pair % pairsBetweenLooks(all) === 0 || pair === all
      if (!isLook || comparisonOf(pairs, all)?.says === 'none_seen') continue
      found++
      break
    }
  }
  return (100 * found) / trials
}

describe('a column beside the first', () => {
  test('is better or worse when the interval of the difference leaves zero', () => {
    expect(comparisonOf(pairsOf(30, 6, 27), 30)).toMatchObject({
      says: 'better',
      baseline: { held: 6, of: 30 },
      other: { held: 27, of: 30 },
      wouldTell: null,
    })
    expect(comparisonOf(pairsOf(30, 27, 6), 30)?.says).toBe('worse')
    expect(comparisonOf(pairsOf(30, 20, 22), 30)?.says).toBe('none_seen')
  })

  test('is not judged before the first look', () => {
    expect(comparisonOf(pairsOf(9, 0, 9), 60)).toBeNull()
    expect(comparisonOf(pairsOf(10, 0, 10), 60)?.says).toBe('better')
  })

  test('is judged as of the last look, and by all of it at the end', () => {
    expect(comparisonOf(pairsOf(19, 5, 5), 60)?.other.of).toBe(10)
    expect(comparisonOf(pairsOf(63, 5, 5), 63)?.other.of).toBe(63)
  })

  test('says how many answers would tell, if it goes on as it does', () => {
    const seen = comparisonOf(pairsOf(20, 12, 16), 20)
    expect(seen).toMatchObject({ says: 'none_seen' })
    // 60 against 80 %: some 65 at z = 2.5.
    expect(seen?.wouldTell).toBeGreaterThan(60)
    expect(seen?.wouldTell).toBeLessThan(80)
    expect(comparisonOf(pairsOf(20, 12, 12), 20)?.wouldTell).toBeNull()
  })

  test('is told apart from the same in few of 100, however often it is looked at', () => {
    for (const share of [0.5, 0.7, 0.9]) {
      expect(told({ baseline: share, other: share }, 120)).toBeLessThanOrEqual(8)
    }
  })

  test('is found with 120 answers at 60 against 80 %, mostly', () => {
    expect(told({ baseline: 0.6, other: 0.8 }, 120)).toBeGreaterThanOrEqual(83)
  })
})

describe('what a number of answers can tell', () => {
  test('is what the specification says of one look at 90 %: 63 tell 60 from 80 in 8 of 10', () => {
    const shares = { baseline: 0.6, other: 0.8, z: 1.645 }
    expect(chanceToTell({ answers: 63, ...shares })).toBeCloseTo(0.8, 1)
    expect(
      chanceToTell({ answers: 20, baseline: 0.5, other: 0.9, z: 1.645 }),
    ).toBeGreaterThanOrEqual(0.9)
  })

  test('grows with the answers, and goes on smoothly where it is no longer exact', () => {
    const points = [10, 20, 63, 126, 300].map(pointsTold)
    expect(points).toEqual([...points].toSorted((a, b) => (b ?? 100) - (a ?? 100)))
    const shares = { baseline: 0.45, other: 0.6 }
    const exact = chanceToTell({ answers: 100, ...shares })
    expect(Math.abs(exact - chanceToTell({ answers: 101, ...shares }))).toBeLessThan(0.03)
  })

  test('is not said of too few answers', () => {
    expect(pointsTold(2)).toBeNull()
  })
})
