import { describe, expect, test } from 'vitest'
import { cutToTokens, estimatedTokens } from './estimate-tokens'

describe('estimatedTokens', () => {
  test.each([
    ['', 0],
    ['a', 1],
    ['four', 1],
    ['fours', 2],
    ['äöü', 2],
    ['メモ', 2],
    ['🜚', 1],
  ])('estimates %j at %i, by its bytes', (text, tokens) => {
    expect(estimatedTokens(text)).toBe(tokens)
  })
})

describe('cutToTokens', () => {
  test.each([
    ['a text that fits', 'four', 1, 'four'],
    ['a text that is longer', 'fours', 1, 'four'],
    ['a character of two bytes at the edge', 'abcü', 1, 'abc'],
    ['a character of three bytes at the edge', 'abメモ', 1, 'ab'],
    ['a character of four bytes at the edge', 'a🜚', 1, 'a'],
    ['a text to nothing', 'four', 0, ''],
    ['a text to a negative length', 'four', -1, ''],
    ['an empty text', '', 0, ''],
  ])('cuts %s', (_name, text, tokens, cut) => {
    expect(cutToTokens(text, tokens)).toBe(cut)
  })
})
