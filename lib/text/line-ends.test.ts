import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withLineEndsOf } from './line-ends'

const asEdited = (text: string) => text.replaceAll(/\r\n|\r/g, '\n')

const text = fc
  .array(fc.tuple(fc.constantFrom('a', 'b', '', 'long'), fc.constantFrom('\n', '\r\n', '\r', '')), {
    maxLength: 12,
  })
  .map((lines) => lines.flat().join(''))

test('a text that was not changed is the same to the byte, whatever ends its lines', () => {
  fc.assert(
    fc.property(text, (original) => {
      expect(withLineEndsOf(original, asEdited(original))).toBe(original)
    }),
    { numRuns: 1000 },
  )
})

test('what was edited is what is stored, but for the ends of its lines', () => {
  fc.assert(
    fc.property(text, text, (original, other) => {
      expect(asEdited(withLineEndsOf(original, asEdited(other)))).toBe(asEdited(other))
    }),
  )
})

test('a new line ends as most lines do', () => {
  expect(withLineEndsOf('a\r\nb\r\nc\n', 'a\nnew\nb\nc\n')).toBe('a\r\nnew\r\nb\r\nc\n')
})
