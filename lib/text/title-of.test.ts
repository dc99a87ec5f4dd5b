import { expect, test } from 'vitest'
import { titleOf, withoutCutText } from './title-of'

test('a short text is its own title', () => {
  expect(titleOf('  Remember tea \n and more')).toBe('Remember tea')
})

test('a long one is cut between words', () => {
  const title = titleOf('word '.repeat(40))
  expect(title).toBe(`${'word '.repeat(12).trimEnd()}…`)
})

test('one without spaces is cut wherever necessary, never inside a character', () => {
  expect(titleOf('🌊'.repeat(100))).toBe(`${'🌊'.repeat(60)}…`)
})

test('an empty text has no title', () => {
  expect(titleOf(' \n ')).toBe('')
})

test.each([
  ['the token is ghp_01…', 'the token is X…'],
  ['the token is ghp_01', null],
  ['the token is ghp…', null],
  ['the token is ghp_0123…', null],
])('of %j, cut within ghp_0123, is left %j', (title, left) => {
  expect(withoutCutText(title, 'ghp_0123', 'X')).toBe(left)
})
