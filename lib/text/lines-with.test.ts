import { expect, test } from 'vitest'
import { linesWith } from './lines-with'

test('names each line that holds the text, cut where it stands', () => {
  expect(linesWith('one\nkey=abc\n\nabc and abc!', 'abc', 10)).toEqual({
    lines: [
      { line: 2, pieces: ['key=', ''] },
      { line: 4, pieces: ['', ' and ', '!'] },
    ],
    count: 2,
  })
})

test('gives the first few lines and counts the others', () => {
  expect(linesWith('abc\nabc abc\nabc', 'abc', 1)).toEqual({
    lines: [{ line: 1, pieces: ['', ''] }],
    count: 3,
  })
})

test('a text of several lines counts where it begins', () => {
  expect(linesWith('x\n\na b\nc d\na b\nc', 'b\nc', 10)).toEqual({
    lines: [
      { line: 3, pieces: ['a ', ' d'] },
      { line: 5, pieces: ['a ', ''] },
    ],
    count: 2,
  })
  expect(linesWith('\nabc', '\nab', 1)).toEqual({
    lines: [{ line: 1, pieces: ['', 'c'] }],
    count: 1,
  })
})

test('shortens what stands far from the text', () => {
  const { lines } = linesWith(`${'b'.repeat(100)}key${'a'.repeat(200)}`, 'key', 1)
  expect(lines).toEqual([{ line: 1, pieces: [`…${'b'.repeat(30)}`, `${'a'.repeat(160)}…`] }])
})
