import fc from 'fast-check'
import { expect, test } from 'vitest'
import { previewLine } from './preview-line'

test.each([
  ['a plain line', 'Remember tea\nand more', 'Remember tea'],
  ['the line after headings', '# Status\n\n## Now\n- **v5** is `out`\n', 'v5 is out'],
  ['what follows the front matter', '---\ntitle: x\n---\n# A\nWords', 'Words'],
  ['a task', '- [x] done', 'done'],
  ['a quote', '> - said', 'said'],
  ['the heading of a text without more', '\n# Only\n---\n', 'Only'],
  ['what is no table, fence, rule or comment', '|a|b|\n```js\n***\n<!-- x -->\nso', 'so'],
  ['words in any script', '# 제목\n기억하기', '기억하기'],
])('tells %s', (_, text, line) => {
  expect(previewLine(text)).toBe(line)
})

test('an empty text tells nothing', () => {
  expect(previewLine('')).toBeNull()
  expect(previewLine(' \n---\n')).toBeNull()
})

test('a long line is cut between characters', () => {
  expect(previewLine('🌊'.repeat(300))).toBe(`${'🌊'.repeat(160)}…`)
})

test('of any text the line is short, without line ends, and of the text', () => {
  const part = fc.constantFrom('#', ' ', '\n', '-', '**', '`', 'a', '---\n', '> ', '|', '1. ')
  fc.assert(
    fc.property(fc.string({ unit: part, maxLength: 40 }), (text) => {
      const line = previewLine(text)
      if (line === null) return
      expect(line).not.toBe('')
      expect(line).not.toContain('\n')
      expect([...line].length).toBeLessThanOrEqual(161)
    }),
  )
})
