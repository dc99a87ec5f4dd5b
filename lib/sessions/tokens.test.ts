import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutToTokens, estimatedTokens } from './parts'

const character = fc.oneof(
  fc.constantFrom('a', ' ', '\n', 'ü', 'メ', '🜚', '👩‍🚀', 'e\u0301'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
)
const text = fc.string({ unit: character, maxLength: 80 })
const budget = fc.nat(60)

describe('an estimate', () => {
  test.each([
    ['', 0],
    ['a', 1],
    ['four', 1],
    ['fives', 2],
    ['メモ', 2],
  ])('of %j is %i', (given, tokens) => {
    expect(estimatedTokens(given)).toBe(tokens)
  })
})

describe('a cut text', () => {
  test('is the longest beginning within its budget, without a part of a character', () => {
    fc.assert(
      fc.property(text, budget, (whole, tokens) => {
        const cut = cutToTokens(whole, tokens)
        expect(estimatedTokens(cut)).toBeLessThanOrEqual(tokens)
        expect(whole.startsWith(cut)).toBe(true)
        const [next] = whole.slice(cut.length)
        if (next !== undefined) expect(estimatedTokens(cut + next)).toBeGreaterThan(tokens)
        expect(cut.isWellFormed()).toBe(true)
      }),
    )
  })
})
