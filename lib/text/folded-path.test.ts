import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldedName, foldedPath } from './folded-path'

test.each([
  ['/claude.md', '/CLAUDE.md', 'case'],
  ['/ÉTÉ.md', '/e\u0301te\u0301.md', 'case and composition'],
  ['/STRASSE.md', '/straße.md', 'a letter that has two capitals'],
  ['/STRAẞE.md', '/strasse.md', 'the capital that is its own'],
  ['/ΟΔΟΣ', '/οδος', 'a letter that has two small forms'],
  ['/ＣＬＡＵＤＥ.md', '/CLAUDE.md', 'width'],
  ['/CLA\u200bUDE.md', '/CLAUDE.md', 'a character that is not seen'],
  ['/\u212a', '/k', 'another sign for the same letter'],
])('%s is %s: %s', (one, other) => {
  expect(foldedPath(one)).toBe(foldedPath(other))
})

test('other names stay apart', () => {
  expect(foldedPath('/notes/a.md')).not.toBe(foldedPath('/notes/ä.md'))
  expect(foldedPath('/a/b')).not.toBe(foldedPath('/ab'))
})

test('every letter is folded once and for all, whatever its case', () => {
  const twice: string[] = []
  for (let code = 1; code <= 0x10ffff; code++) {
    const letter = String.fromCodePoint(code)
    if (!/\p{Cased}/u.test(letter)) continue
    const folded = foldedName(letter)
    const others = [folded, letter.toUpperCase(), letter.toLowerCase()]
    if (others.some((other) => foldedName(other) !== folded)) twice.push(letter)
  }
  expect(twice).toEqual([])
})

test('what is folded is folded, however it was written', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (path) => {
      const folded = foldedPath(path)
      expect(foldedPath(folded)).toBe(folded)
      for (const spelling of [path.normalize('NFD'), path.normalize('NFC')]) {
        expect(foldedPath(spelling)).toBe(folded)
      }
    }),
  )
})
