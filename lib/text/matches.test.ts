import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { character } from '@/tests/support/strings'

import { containsFolded, findMatches, foldForSearch } from './matches'

/** Line and column of every match, as `line:column`. */
function positions(text: string, query: string, limit = 100): string[] {
  return findMatches(text, foldForSearch(query), limit).map(
    ({ line, column }) => `${line}:${column}`,
  )
}

describe('findMatches', () => {
  test.each([
    ['ABC\nabc\n', 'abc', ['1:1', '2:1']],
    ['aaaa', 'aa', ['1:1', '1:3']],
    ['ΟΔΟΣ, οδός', 'οδοσ', ['1:1']],
    ['İİ Straße', 'STRAßE', ['1:4']],
    ['😀 x', 'x', ['1:4']],
    ['a\nb\nc', 'B\nC', ['2:1']],
    ['a\nb', '\n', ['1:2']],
    ['abc', '', []],
    ['', 'a', []],
  ])('in %j of %j begin at %j', (text, query, expected) => {
    expect(positions(text, query)).toEqual(expected)
  })

  it('stops at the limit', () => {
    expect(positions('x x x', 'x', 2)).toEqual(['1:1', '1:3'])
    expect(positions('x x x', 'x', 0)).toEqual([])
  })

  it('shows a short line in full', () => {
    expect(findMatches('one\ntwo three\r\nfour', 'three', 9)).toEqual([
      { line: 2, column: 5, length: 5, snippet: 'two three\r', snippetStart: 0 },
    ])
  })

  test.each([
    ['in the middle', 500, 403],
    ['at the start', 0, 0],
    ['near the end', 995, 800],
  ])('shows 200 characters of a long line around a match %s', (_name, column, start) => {
    const line = `${'-'.repeat(column)}match${'-'.repeat(995 - column)}`
    const [match] = findMatches(`first\n${line}\nlast`, 'match', 9)
    expect(match?.snippet).toBe(line.slice(start, start + 200))
    expect(match?.snippetStart).toBe(start)
  })

  it('shows the beginning of a match longer than a snippet', () => {
    const line = `${'-'.repeat(300)}${'x'.repeat(500)}`
    const [match] = findMatches(line, 'x'.repeat(500), 9)
    expect(match).toMatchObject({ length: 500, snippet: 'x'.repeat(200), snippetStart: 300 })
  })

  test.each([
    ['😀'],
    ['e\u0301\u0302'],
    ['👍🏽'],
    ['👩\u200d👩\u200d👧'],
    ['❤\ufe0f'],
    ['🏴\u{e0067}\u{e007f}'],
  ])('does not cut through %s', (character) => {
    for (let shift = 0; shift < character.length; shift++) {
      const line = `${'-'.repeat(shift)}${character.repeat(100)}match${character.repeat(100)}`
      const { snippet = '', snippetStart } = findMatches(line, 'match', 1)[0] ?? {}
      const shown = snippet.replace('match', '').replaceAll('-', '').split(character)
      expect(shown.every((rest) => rest === '')).toBe(true)
      expect(line.startsWith(snippet, snippetStart)).toBe(true)
    }
  })

  it('finds what indexOf finds in the folded text, with a snippet that contains it', () => {
    const unit = fc.constantFrom('a', 'A', 'b', '\n', 'é', '😀', 'İ', 'Σ', '-'.repeat(150))
    const text = fc.string({ unit, maxLength: 30 })
    const query = fc.string({ unit: fc.constantFrom('a', 'b', 'İ', 'σ', '😀'), minLength: 1 })
    fc.assert(
      fc.property(text, query, (text, query) => {
        const folded = foldForSearch(query)
        const lines = text.split('\n')
        const matches = findMatches(text, folded, 1_000)
        expect(matches).toHaveLength(foldForSearch(text).split(folded).length - 1)
        expect(containsFolded(text, folded)).toBe(matches.length > 0)
        for (const { line, column, length, snippet, snippetStart } of matches) {
          const shown = snippet.slice(column - 1 - snippetStart, column - 1 - snippetStart + length)
          expect(foldForSearch(shown)).toBe(folded)
          expect(lines[line - 1]?.startsWith(snippet, snippetStart)).toBe(true)
          expect(snippet.isWellFormed()).toBe(true)
        }
      }),
      { numRuns: 500 },
    )
  })
})
describe('a sharp s', () => {
  test.each([
    ['Straße STRASSE', 'strasse', ['1:1 Straße', '1:8 STRASSE']],
    ['ß ẞ ss', 'ß', ['1:1 ß', '1:3 ẞ', '1:5 ss']],
    ['aßb\nß', 's', ['1:2 ß', '2:1 ß']],
    ['xßßy', 'sss', ['1:2 ßß']],
    ['ßt sst', 'st', ['1:1 ßt', '1:5 st']],
    ['ßß', 'ss', ['1:1 ß', '1:2 ß']],
  ])('in %j is found by %j where it stands', (text, query, found) => {
    const matches = findMatches(text, foldForSearch(query), 10)
    const shown = matches.map(({ line, column, length, snippet, snippetStart }) => {
      const from = column - 1 - snippetStart
      return `${line}:${column} ${snippet.slice(from, from + length)}`
    })
    expect(shown).toEqual(found)
  })
})

/** Every code point but the surrogates. */
function* codePoints(): Generator<string> {
  for (let point = 0; point <= 0x10ffff; point++) {
    if (point < 0xd800 || point > 0xdfff) yield String.fromCodePoint(point)
  }
}

/** The rule of foldForSearch for a single code point, taken literally. */
function foldOne(character: string): string {
  const lower = character.toLowerCase()
  if (lower.length !== character.length) return character
  if (lower === 'ß') return 'ss'
  const also = 'ſςµͅϐϑϕϖϰϱϵẛι'.indexOf(lower)
  return also === -1 ? lower : ('sσμιβθφπκρεṡι'[also] ?? '')
}

describe('foldForSearch', () => {
  it('follows the rule for every code point, whatever is next to it', () => {
    const all = [...codePoints()]
    for (let at = 0; at < all.length; at += 1_000) {
      const some = all.slice(at, at + 1_000)
      const among = (of: (character: string) => string, sigma: string) =>
        some.map((each) => `${of(each)}\na${sigma}${of(each)}${sigma}${of(each)}a\n`).join('')
      const dotted = (of: (character: string) => string) =>
        some.map((each) => `\u0130${of(each)}\u0307`).join('')
      const itself = (character: string) => character
      expect(foldForSearch(among(itself, 'Σ'))).toBe(among(foldOne, 'σ'))
      expect(foldForSearch(dotted(itself))).toBe(dotted(foldOne))
    }
  })

  it('keeps offsets, and folds parts as it folds the whole', () => {
    const cased = fc.constantFrom(...'aAςσΣİıIiéÉ\u0307\u0301 .\n𐐀ﬀǅ')
    const text = fc.string({ unit: fc.oneof(cased, fc.string({ unit: character, maxLength: 1 })) })
    fc.assert(
      fc.property(text, text, (start, end) => {
        const folded = foldForSearch(start + end)
        expect(folded).toHaveLength((start + end).replaceAll(/[ßẞ]/g, 'ss').length)
        expect(folded).toBe(foldForSearch(start) + foldForSearch(end))
        expect(foldForSearch(folded)).toBe(folded)
      }),
      { numRuns: 500 },
    )
  })
})
