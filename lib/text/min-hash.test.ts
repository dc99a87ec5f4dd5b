import { expect, test } from 'vitest'
import { likeness, minHash, PERMUTATIONS } from './min-hash'

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
