import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldForSearch } from './fold'
import { highlighted } from './highlight'
import { findMatches } from './matches'

describe('the parts of a snippet', () => {
  test('are what stands before, the match and what stands after', () => {
    expect(
      highlighted({ snippet: 'one two three', column: 5, length: 3, snippetStart: 0 }),
    ).toEqual([
      { text: 'one ', isMatch: false },
      { text: 'two', isMatch: true },
      { text: ' three', isMatch: false },
    ])
  })

  test('count from where the snippet begins in its line', () => {
    expect(highlighted({ snippet: 'xyz', column: 101, length: 1, snippetStart: 100 })).toEqual([
      { text: 'x', isMatch: true },
      { text: 'yz', isMatch: false },
    ])
  })

  test('make the snippet again, and mark what was searched for', () => {
    const word = fc.constantFrom('ab', 'Straße', '세계', '🙂', ' ', 'xyz', '\n')
    fc.assert(
      fc.property(fc.array(word, { maxLength: 80 }), word, (words, query) => {
        const folded = foldForSearch(query)
        for (const match of findMatches(words.join(''), folded, 10)) {
          const parts = highlighted(match)
          expect(parts.map(({ text }) => text).join('')).toBe(match.snippet)
          const marked = parts.find(({ isMatch }) => isMatch)
          if (query !== '\n') expect(foldForSearch(marked?.text ?? '')).toBe(folded)
        }
      }),
    )
  })
})
