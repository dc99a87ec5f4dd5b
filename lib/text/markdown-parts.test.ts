import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markdownParts } from './markdown-parts'

const paragraph = `${'word '.repeat(100)}\n\n`

test('the parts of a text add up to the text', () => {
  const pieces = fc.constantFrom(paragraph, '```\n', '~~~~\n', 'line\n', '\n', '- item\n', 'no end')
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), (lines) => {
      const text = lines.join('')
      expect(markdownParts(text).join('')).toBe(text)
    }),
  )
})

test('a long text has several, each of which ends at a blank line', () => {
  const parts = markdownParts(paragraph.repeat(20))
  expect(parts.length).toBeGreaterThan(3)
  expect(parts.every((part) => part.endsWith('\n\n'))).toBe(true)
})

test('a fenced block is never split', () => {
  const block = `\`\`\`\n${'code\n\n'.repeat(2000)}\`\`\`\n\n`
  expect(markdownParts(block + paragraph)[0]).toBe(block)
})

test('appended text leaves the earlier parts as they were', () => {
  const text = paragraph.repeat(20)
  expect(markdownParts(`${text}more`).slice(0, -1)).toEqual(markdownParts(text))
})
