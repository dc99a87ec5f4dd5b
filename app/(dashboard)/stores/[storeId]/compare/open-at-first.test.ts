import { expect, test } from 'vitest'
import { openAtFirst } from './open-at-first'

const many = (count: number, added: number, removed = 0) =>
  Array.from({ length: count }, () => ({ added, removed }))

test.each([
  ['all of a few', many(3, 5), 3],
  ['ten of many', many(300, 5), 10],
  ['fewer where they are long', many(300, 100, 50), 2],
  ['the first, however long it is', [...many(1, 9_000), ...many(5, 1)], 1],
  ['none where nobody counted', null, 0],
  ['none of none', [], 0],
])('open at first are %s', (_which, lines, expected) => {
  expect(openAtFirst(lines)).toBe(expected)
})
