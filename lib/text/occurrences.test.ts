import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'

import { countBytes, occurrences } from './occurrences'

describe('occurrences', () => {
  test.each([
    ['abcabc', 'abc', [0, 3]],
    ['aaaa', 'aa', [0, 2]],
    ['aaa', 'aa', [0]],
    ['a\nb\na\nb', 'a\nb', [0, 4]],
    ['Abc', 'abc', []],
    ['a+b', 'a+', [0]],
    ['', 'a', []],
  ])('in %j of %j are %j', (text, needle, offsets) => {
    expect(occurrences(text, needle)).toEqual(offsets)
  })

  it('refuses an empty needle', () => {
    expect(() => occurrences('abc', '')).toThrow(RangeError)
  })

  it('are where split divides the text', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 30 })
    fc.assert(
      fc.property(text, text, (text, needle) => {
        fc.pre(needle !== '')
        expect(occurrences(text, needle)).toHaveLength(text.split(needle).length - 1)
      }),
    )
  })
})

test.each([
  ['abcabc', 'abc', 0, 2],
  ['aaaa', 'aa', 0, 3],
  ['aaaa', 'aa', 2, 1],
  ['abc', 'd', 0, 0],
])(
  'bytes of %j hold %j from %i on so often, overlapping ones too: %i',
  (text, needle, from, count) => {
    expect(countBytes(Buffer.from(text), Buffer.from(needle), from)).toBe(count)
  },
)
