import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hitLines, type Part } from './highlight'
import { findMatches, foldForSearch } from './matches'

const marked = (parts: readonly Part[]) =>
  parts.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join('')

describe('the lines in which a text was found', () => {
  test('of a long line are the text around each match, joined where it meets', () => {
    const far = `${'a'.repeat(300)} tea ${'b'.repeat(50)} tea ${'c'.repeat(900)} tea ${'d'.repeat(300)}`
    const [line] = hitLines(findMatches(far, foldForSearch('tea'), 10))
    expect(line && marked(line.parts)).toMatch(/^…a+ \[tea\] b{50} \[tea\] c+…c+ \[tea\] d+$/)
  })

  test('are listed once each, and contain every match, highlighted, in pieces of the line', () => {
    const word = fc.constantFrom('ab', 'Straße', '세계', '🙂', ' ', 'xyz', '\n', 'x'.repeat(150))
    fc.assert(
      fc.property(fc.array(word, { maxLength: 80 }), word, (words, query) => {
        const text = words.join('')
        const folded = foldForSearch(query)
        const matches = findMatches(text, folded, 10)
        const lines = hitLines(matches)
        expect(new Set(lines.map(({ line }) => line)).size).toBe(lines.length)
        const parts = lines.flatMap((line) => line.parts)
        if (query === '\n') return
        const hits = parts.filter(({ isMatch }) => isMatch)
        expect(hits.map((part) => foldForSearch(part.text))).toEqual(matches.map(() => folded))
        for (const { line, parts: own } of lines) {
          const pieces = own
            .map((part) => part.text)
            .join('')
            .split('…')
          for (const piece of pieces) expect(text.split('\n')[line - 1]).toContain(piece)
        }
      }),
    )
  })
})
