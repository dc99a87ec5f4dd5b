import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spellingsOf } from './spellings'

test('a text is also looked for in other case, joined otherwise, and as addresses write it', () => {
  expect(spellingsOf('Mina park')).toEqual(
    expect.arrayContaining(['mina park', 'MINA PARK', 'Mina Park', 'Mina-park', 'Minapark']),
  )
  expect(spellingsOf('Mina park')).toEqual(expect.arrayContaining(['Mina%20park', 'Mina+park']))
  expect(spellingsOf('/Users/mina')).toEqual(
    expect.arrayContaining(['-Users-mina', '%2FUsers%2Fmina']),
  )
  expect(spellingsOf('one\ntwo')).toContain('one\r\ntwo')
})

test('base64 hides a text nowhere, whatever stands around it', () => {
  const bytes = fc.uint8Array({ maxLength: 12 })
  const text = fc.string({ minLength: 9, maxLength: 40 })
  fc.assert(
    fc.property(bytes, text, bytes, (before, wanted, after) => {
      const encoded = Buffer.concat([before, Buffer.from(wanted), after])
      const spellings = spellingsOf(wanted)
      expect(spellings.some((each) => encoded.toString('base64').includes(each))).toBe(true)
      expect(spellings.some((each) => encoded.toString('base64url').includes(each))).toBe(true)
    }),
  )
})

test('no spelling holds the text or is held by it, and none is there twice', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 3, maxLength: 40 }), (text) => {
      const spellings = spellingsOf(text)
      expect(new Set(spellings).size).toBe(spellings.length)
      for (const each of spellings) {
        expect(each.includes(text) || text.includes(each)).toBe(false)
        expect(each.length).toBeGreaterThanOrEqual(3)
      }
    }),
  )
})

test('a text with composed letters is also looked for with combining marks, and the other way round', () => {
  expect(spellingsOf('caf\u00e9 key')).toContain('cafe\u0301 key')
  expect(spellingsOf('cafe\u0301 key')).toContain('caf\u00e9 key')
})
