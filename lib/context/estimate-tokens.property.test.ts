import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutToTokens, estimatedTokens } from './estimate-tokens'

const character = fc.oneof(
  fc.constantFrom('a', ' ', '\n', 'ü', 'メ', '🜚', '👩‍🚀', 'e\u0301'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
)
const text = fc.string({ unit: character, maxLength: 80 })
const budget = fc.nat(60)

test('a cut text is the longest prefix within its budget', () => {
  fc.assert(
    fc.property(text, budget, (whole, tokens) => {
      const cut = cutToTokens(whole, tokens)
      expect(estimatedTokens(cut)).toBeLessThanOrEqual(tokens)
      expect(whole.startsWith(cut)).toBe(true)
      const [next] = whole.slice(cut.length)
      if (next !== undefined) expect(estimatedTokens(cut + next)).toBeGreaterThan(tokens)
    }),
    { numRuns: 200 },
  )
})

test('a cut never splits a character', () => {
  fc.assert(
    fc.property(text, budget, (whole, tokens) => {
      expect(cutToTokens(whole, tokens).isWellFormed()).toBe(true)
    }),
    { numRuns: 200 },
  )
})

test('a text that fits stays whole', () => {
  fc.assert(
    fc.property(text, budget, (whole, more) => {
      expect(cutToTokens(whole, estimatedTokens(whole) + more)).toBe(whole)
    }),
    { numRuns: 200 },
  )
})
