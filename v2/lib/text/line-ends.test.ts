import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withLineEndsOf } from './line-ends'

const asEdited = (text: string) => text.replaceAll(/\r\n|\r/g, '\n')

const text = fc
  .array(fc.tuple(fc.constantFrom('a', 'b', '', 'long'), fc.constantFrom('\n', '\r\n', '\r', '')), {
    maxLength: 12,
  })
  .map((lines) => lines.flat().join(''))

test('an unchanged text is the same to the byte, whatever line ends it has', () => {
  fc.assert(
    fc.property(text, (original) => {
      expect(withLineEndsOf(original, asEdited(original))).toBe(original)
    }),
    { numRuns: 1000 },
  )
})

test('an edited text is stored as edited, except for its line ends', () => {
  fc.assert(
    fc.property(text, text, (original, other) => {
      expect(asEdited(withLineEndsOf(original, asEdited(other)))).toBe(asEdited(other))
    }),
  )
})

test('a new line gets the most frequent line end', () => {
  expect(withLineEndsOf('a\r\nb\r\nc\n', 'a\nnew\nb\nc\n')).toBe('a\r\nnew\r\nb\r\nc\n')
})
