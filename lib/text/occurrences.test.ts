import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'

import { indexOfText, occurrences, withoutText } from './occurrences'

describe('occurrences', () => {
  test.each([
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
})

/** Texts of few letters, so that much of a needle occurs before all of it does. */
const repetitive = (maxLength: number) =>
  fc
    .array(fc.constantFrom('a', 'b', 'ab'.repeat(20), 'a'.repeat(40), '\ud83d'), { maxLength })
    .map((parts) => parts.join(''))

test('a text is found where the engine finds it', () => {
  fc.assert(
    fc.property(
      repetitive(40),
      repetitive(4),
      fc.nat(80),
      fc.nat(400),
      (text, needle, from, start) => {
        const inside = text.slice(start, start + 60)
        for (const wanted of [needle, inside]) {
          expect(indexOfText(text, wanted, from)).toBe(text.indexOf(wanted, from))
        }
      },
    ),
  )
})

test('a long text that almost occurs everywhere is looked for in one pass', () => {
  // The engine's own search compares for a minute here.
  const half = 'a'.repeat(50_000)
  expect(indexOfText('a'.repeat(1_000_000), `${half}b${half}`)).toBe(-1)
})

test('a text that was taken out is nowhere, whatever takes its place', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(text, text, text, (value, needle, replacement) => {
      fc.pre(!replacement.includes(needle))
      expect(withoutText(value, needle, replacement)).not.toContain(needle)
    }),
  )
})
