import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainName, plainText } from './plain-text'

test.each([
  ['a plain name.md', 'a plain name.md'],
  ['안녕 세계.md', '안녕 세계.md'],
  ['שלום', 'שלום'],
  ['\u3164', '[U+3164]'],
  ['notes\u00a0old.md', 'notes[NBSP]old.md'],
  ['notes.md ', 'notes.md[SP]'],
  ['two  spaces', 'two[SP×2]spaces'],
  ['report\u202egpj.exe', 'report[RLO]gpj.exe'],
  ['', ''],
])('the name %j is written %s', (name, written) => {
  expect(plainName(name)).toBe(written)
})

test('in a text, blanks and line ends stay as they are', () => {
  expect(plainText('one  two \nthree\u200b')).toBe('one  two \nthree[ZWSP]')
})

const HIDDEN = [
  ...'\u061c\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff\u00ad\u2028\x1b\x07\r',
]

test('no bidirectional control and nothing of zero width is left, whatever is around it', () => {
  const piece = fc.oneof(fc.constantFrom(...HIDDEN), fc.string({ unit: 'grapheme' }))
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('')
      for (const written of [plainName(text), plainText(text)]) {
        expect([...written].filter((character) => HIDDEN.includes(character))).toEqual([])
      }
    }),
  )
})

test('a name of nothing but such characters is not written out without bound', () => {
  expect(plainName('\u202ea'.repeat(5_000)).length).toBeLessThan(15_000)
})
