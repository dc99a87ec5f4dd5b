import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'

import { addedLines } from './added-lines'

describe('addedLines', () => {
  test.each([
    [null, 'a\nb\n', ['a', 'b']],
    [null, '', []],
    ['', 'a', ['a']],
    ['', '\na', ['', 'a']],
    ['a\nb', 'a\nb', []],
    ['a\nb', 'b\na\nb', []],
    ['a\nb', 'a\nc\nb\nc', ['c', 'c']],
    ['a', 'a\n', []],
    ['a', 'a\r', ['a\r']],
    ['a\nb', '', []],
    ['ab', 'a\nb', ['a', 'b']],
  ])('from %j to %j are %j', (before, after, added) => {
    expect(addedLines(before, after)).toEqual(added)
  })

  it('brings in every text of one line that was not there', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 20 })
    const query = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(text, text, query, (before, after, query) => {
        fc.pre(after.includes(query) && !before.includes(query))
        expect(addedLines(before, after).some((line) => line.includes(query))).toBe(true)
      }),
    )
  })
})
