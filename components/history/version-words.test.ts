import { expect, test } from 'vitest'
import { subjectOf } from './version-words'

test.each([
  ['fix(parser): keep the last line', 'keep the last line', 'fix(parser)'],
  ['feat!: a new door', 'a new door', 'feat'],
  ['Note: this is no prefix', 'Note: this is no prefix', null],
  ['https://example.com', 'https://example.com', null],
])('%s', (message, words, note) => {
  expect(subjectOf(message)).toEqual({ words, note })
})
