import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'

import { foldForSearch } from './fold'

/** Every code point but the surrogates. */
function* codePoints(): Generator<string> {
  for (let point = 0; point <= 0x10ffff; point++) {
    if (point < 0xd800 || point > 0xdfff) yield String.fromCodePoint(point)
  }
}

/** The rule of foldForSearch for a single code point, taken literally. */
function foldOne(character: string): string {
  const lower = character.toLowerCase()
  if (lower.length !== character.length) return character
  return lower === 'ς' ? 'σ' : lower
}

describe('foldForSearch', () => {
  test.each([
    ['Hello WORLD', 'hello world'],
    ['ÄÖÜ ÉÈ ẞ ß', 'äöü éè ß ß'],
    ['ΟΔΟΣ οδός ΣΣ', 'οδοσ οδόσ σσ'],
    ['İstanbul ISPARTA ΟΣ', 'İstanbul isparta οσ'],
    ['𐐀 ДОМ', '𐐨 дом'],
    ['メモ 123', 'メモ 123'],
    ['\ud801 X \udc00', '\ud801 x \udc00'],
    ['', ''],
  ])('makes %j into %j', (text, folded) => {
    expect(foldForSearch(text)).toBe(folded)
  })

  it('follows the rule for every code point, whatever is next to it', () => {
    const wrong: string[] = []
    for (const character of codePoints()) {
      const expected = foldOne(character)
      const isRight =
        foldForSearch(character) === expected &&
        foldForSearch(`aΣ${character}Σ${character}a`) === `aσ${expected}σ${expected}a` &&
        foldForSearch(`\u0130${character}\u0307`) === `\u0130${expected}\u0307`
      if (!isRight) wrong.push(character)
    }
    expect(wrong).toEqual([])
  })

  it('keeps offsets, and folds parts as it folds the whole', () => {
    const cased = fc.constantFrom(...'aAςσΣİıIiéÉ\u0307\u0301 .\n𐐀ﬀǅ')
    const text = fc.string({ unit: fc.oneof(cased, fc.string({ unit: 'binary', maxLength: 1 })) })
    fc.assert(
      fc.property(text, text, (start, end) => {
        const folded = foldForSearch(start + end)
        expect(folded).toHaveLength(start.length + end.length)
        expect(folded).toBe(foldForSearch(start) + foldForSearch(end))
        expect(foldForSearch(folded)).toBe(folded)
      }),
      { numRuns: 500 },
    )
  })
})
