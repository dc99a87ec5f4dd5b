import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'

import { countLines, lineOfOffset, linesOfOffsets, numberLines, splitLines } from './lines'

const text = fc.string({ unit: fc.constantFrom('a', 'é', '\n', '\r', ' ') })

describe('splitLines and countLines', () => {
  test.each([
    ['', [''], 0],
    ['\n', [''], 1],
    ['a\n', ['a'], 1],
    ['a\n\nb\n', ['a', '', 'b'], 3],
    ['a\r\nb\u2028c', ['a\r', 'b\u2028c'], 2],
  ])('find the lines of %j', (text, lines, count) => {
    expect(splitLines(text)).toEqual(lines)
    expect(countLines(text)).toBe(count)
  })

  it('agree on every text that is not empty', () => {
    fc.assert(
      fc.property(text, (text) => {
        fc.pre(text !== '')
        expect(splitLines(text)).toHaveLength(countLines(text))
        expect(splitLines(text).join('\n') + (text.endsWith('\n') ? '\n' : '')).toBe(text)
      }),
    )
  })
})

describe('numberLines', () => {
  test.each([
    [['a', ''], 1, '     1\ta\n     2\t'],
    [['a', 'b'], 99_999, ' 99999\ta\n100000\tb'],
    [['a'], 1_000_000, '1000000\ta'],
    [[], 1, ''],
  ])('numbers %j from %d', (lines, first, numbered) => {
    expect(numberLines(lines, first)).toBe(numbered)
  })
})

test('the line of an offset is one more than the newlines before, of one or of many at once', () => {
  fc.assert(
    fc.property(text, (text) => {
      const offsets = Array.from({ length: text.length + 1 }, (_, offset) => offset)
      const lines = offsets.map((offset) => text.slice(0, offset).split('\n').length)
      expect(offsets.map((offset) => lineOfOffset(text, offset))).toEqual(lines)
      expect(linesOfOffsets(text, offsets)).toEqual(lines)
    }),
  )
})
