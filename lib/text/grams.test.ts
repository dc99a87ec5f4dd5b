import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'

import { gramsOf, queryGrams } from './grams'

const text = fc.string({ unit: fc.constantFrom(...'abcdeé\n\r 1𐐨メ'), maxLength: 60 })

describe('gramsOf', () => {
  test.each([
    ['', 0],
    ['ab', 0],
    ['abc', 1],
    ['abcd', 2],
    ['aaaaaa', 1],
    ['abcabc', 3],
    ['ab\ncd', 0],
    ['abc\ndef', 2],
    ['\n\nabc\n', 1],
    ['ab\rc', 2],
    ['😀😀', 2],
  ])('finds in %j %d of them', (text, count) => {
    expect(gramsOf(text)).toHaveLength(count)
  })

  it('gives the numbers found in stored indexes', () => {
    expect([...gramsOf('memory')]).toEqual([6_805, 49_980, 70_661, 149_032])
    expect([...gramsOf('メモリ')]).toEqual([167_232])
  })

  it('gives distinct numbers of 18 bits, ascending', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const grams = [...gramsOf(text)]
        expect(grams).toEqual([...new Set(grams)].sort((a, b) => a - b))
        expect(grams.every((gram) => gram >= 0 && gram < 2 ** 18)).toBe(true)
      }),
    )
  })

  it('spreads different grams evenly over the numbers', () => {
    const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(97 + index))
    const all = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)))
    const expected = 2 ** 18 * (1 - Math.exp(-all.length / 2 ** 18)) // 17,000 of 17,576
    expect(gramsOf(all.join('\n')).length).toBeGreaterThan(expected * 0.99)
  })

  it('is the union over the lines', () => {
    fc.assert(
      fc.property(text, (text) => {
        const byLine = new Set(text.split('\n').flatMap((line) => [...gramsOf(line)]))
        expect(new Set(gramsOf(text))).toEqual(byLine)
      }),
    )
  })
})

describe('queryGrams', () => {
  it('are among the grams of every text that contains the query', () => {
    fc.assert(
      fc.property(text, text, text, (before, query, after) => {
        const grams = new Set(gramsOf(before + query + after))
        expect([...queryGrams(query)].filter((gram) => !grams.has(gram))).toEqual([])
      }),
    )
  })
})
