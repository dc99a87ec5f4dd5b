import fc from 'fast-check'
import { expect, test } from 'vitest'
import { indexOfText } from './index-of-text'

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
