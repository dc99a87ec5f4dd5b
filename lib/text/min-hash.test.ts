import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  bandsOf,
  commonShare,
  likeness,
  minHash,
  PERMUTATIONS,
  shinglesOf,
  signatureOf as signed,
} from './min-hash'

/** Lines of words that do not repeat. */
const linesOf = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => {
    const number = from + index
    return `entry number${number} tells of thing${number * 7} and place${number * 13}`
  })

const signatureOf = (lines: readonly string[]) => {
  const signature = minHash(lines.join('\n'))
  if (!signature) throw new Error('too few words')
  return signature
}

test('a signature has 64 numbers, the same for the same words in another dress', () => {
  const one = signatureOf(linesOf(0, 50))
  expect(one).toHaveLength(PERMUTATIONS)
  const other = signatureOf(linesOf(0, 50).map((line) => `- **${line.toUpperCase()}**`))
  expect(likeness(one, other)).toBe(1)
})

test.each([
  [0, 100, 0, 100, 1],
  [0, 100, 10, 110, 0.82],
  [0, 100, 50, 150, 0.33],
  [0, 100, 200, 300, 0],
])('lines %i–%i and %i–%i are estimated within 0.2', (a, b, c, d, share) => {
  const estimate = likeness(signatureOf(linesOf(a, b)), signatureOf(linesOf(c, d)))
  expect(Math.abs(estimate - share)).toBeLessThan(0.2)
})

test('a text of a few words has none', () => {
  expect([minHash(''), minHash('# A heading\nshort\n')]).toEqual([null, null])
})

test('signatures are stored: they never change', () => {
  const [first, second, third] = signatureOf(linesOf(0, 3))
  expect([first, second, third]).toEqual([431675952, 138816711, 218020305])
})

/** Two sets of numbers of which so many are in both, and so many in one of them only. */
function setsWith(seed: number, common: number, own: number) {
  let state = seed * 2_654_435_761
  const numbers = (count: number) =>
    Array.from({ length: count }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
      return state ^ (state >>> 15)
    })
  const both = numbers(common)
  return [new Set([...both, ...numbers(own)]), new Set([...both, ...numbers(own)])] as const
}

const shareABand = (one: Iterable<number>, other: Iterable<number>) => {
  const bands = new Set(bandsOf(signed(one)))
  return bandsOf(signed(other)).some((band) => bands.has(band))
}

test('alike are two texts by what both have of all that either has', () => {
  const shingles = (from: number, to: number) => {
    const found = shinglesOf(linesOf(from, to).join('\n'))
    if (!found) throw new Error('too few words')
    return found
  }
  expect(commonShare(shingles(0, 50), shingles(0, 50))).toBe(1)
  expect(commonShare(shingles(0, 50), shingles(100, 150))).toBe(0)
  expect(commonShare(new Set([1, 2, 3]), new Set([2, 3, 4]))).toBe(0.5)
})

test('signatures agree about as often as the texts are alike', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 0, max: 200 }), (seed, own) => {
      const [one, other] = setsWith(seed, 200, own)
      const estimate = likeness(signed(one), signed(other))
      // Five standard deviations of 64 independent draws.
      expect(Math.abs(estimate - commonShare(one, other))).toBeLessThanOrEqual(5 / 16)
    }),
  )
})

test('texts alike by 0.8 share a band, nearly always; texts alike by 0.1 hardly ever', () => {
  const shared = (common: number, own: number) =>
    Array.from({ length: 300 }, (_, seed) => setsWith(seed + 1, common, own)).filter(
      ([one, other]) => shareABand(one, other),
    ).length
  expect(shared(160, 20)).toBeGreaterThanOrEqual(297)
  expect(shared(20, 90)).toBeLessThanOrEqual(6)
})

test('the bands of a text are the same in whatever order its parts come', () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { minLength: 1 }), (numbers) => {
      const bands = bandsOf(signed(numbers))
      expect(bands).toEqual(bandsOf(signed(numbers.toReversed())))
      expect(bands).toHaveLength(16)
      expect(bands.every((band) => band === (band | 0))).toBe(true)
    }),
  )
})
