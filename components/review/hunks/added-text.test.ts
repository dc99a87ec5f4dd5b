import { expect, test } from 'vitest'
import { addedText } from './added-text'

test('the text to write anew is that of the added rows, with its line ends', () => {
  const rows = [
    [0, 1, 1, 'same'],
    [1, 2, 0, 'old'],
    [2, 0, 2, 'new', '3mk'],
    [2, 0, 3, 'last', '', [], ['no newline at the end']],
  ] as const
  expect(addedText([rows])).toBe('new\nlast')
})

test('rows that are elements tell no text', () => {
  expect(addedText([[[2, 0, 1, 'one']], { row: null }])).toBe('one\n')
})
