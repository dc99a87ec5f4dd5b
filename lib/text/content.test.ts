import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'

import { contentProblem, decodeUtf8, isUtf8Text, utf8Bytes } from './content'

describe('contentProblem', () => {
  test.each([[''], ['a\r\nb\t\u0001'], ['e\u0301 is not é'], ['\ufeffmark'], ['😀'], ['\uffff']])(
    'takes %j',
    (text) => {
      expect(contentProblem(text)).toBeNull()
    },
  )

  test.each([
    ['a\0b', { rule: 'nul_characters' }],
    ['\ud83d', { rule: 'lone_surrogates' }],
  ])('refuses %j', (text, rule) => {
    expect(contentProblem(text)).toEqual(rule)
  })

  it('is null for exactly the texts that come back from their bytes', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.integer({ min: 1, max: 0xffff }).map(String.fromCharCode) }),
        (text) => {
          expect(contentProblem(text) === null).toBe(decodeUtf8(utf8Bytes(text)) === text)
        },
      ),
    )
  })
})

describe('isUtf8Text', () => {
  test.each([
    ['nothing', [], true],
    ['ASCII', [0x61, 0x0a], true],
    ['a byte-order mark', [0xef, 0xbb, 0xbf], true],
    ['NUL', [0x61, 0x00], false],
    ['an overlong NUL', [0xc0, 0x80], false],
    ['an encoded surrogate', [0xed, 0xa0, 0x80], false],
    ['a code point past U+10FFFF', [0xf4, 0x90, 0x80, 0x80], false],
    ['a cut character', [0xe2, 0x82], false],
    ['Latin-1', [0xe9], false],
  ])('judges %s', (_name, bytes, expected) => {
    expect(isUtf8Text(Uint8Array.from(bytes))).toBe(expected)
  })
})

describe('decodeUtf8', () => {
  it('keeps byte-order marks wherever they occur', () => {
    expect(decodeUtf8(utf8Bytes('\ufeffa\ufeff'))).toBe('\ufeffa\ufeff')
  })

  it('throws on bytes that are not UTF-8 instead of replacing them', () => {
    expect(() => decodeUtf8(Uint8Array.of(0xff))).toThrow(TypeError)
  })
})
