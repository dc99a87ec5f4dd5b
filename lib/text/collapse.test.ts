import { expect, test } from 'vitest'
import { isCollapse, isEmptied } from './collapse'

test.each([
  ['20 of 60 lines without any instead', { before: 60, removed: 20, added: 0 }, true],
  ['fewer than 20', { before: 20, removed: 19, added: 0 }, false],
  ['less than 30 %', { before: 100, removed: 29, added: 0 }, false],
  ['30 %', { before: 100, removed: 30, added: 14 }, true],
  ['half as many added', { before: 60, removed: 40, added: 20 }, false],
])('collapse: %s', (_name, change, is) => {
  expect(isCollapse(change)).toBe(is)
})

const lines = (count: number) => 'a line of words\n'.repeat(count)

test.each([
  ['ten lines to nothing', lines(10), '', true],
  ['ten lines to one word', lines(10), 'unchanged\n', true],
  ['ten lines to five words', lines(10), '# as it was before', true],
  ['ten lines to six words', lines(10), 'as it was before this morning', false],
  ['one line to nothing', lines(1), '', true],
  ['nine lines to an empty line', lines(9), '\n', true],
  ['nine lines to one word', lines(9), 'unchanged\n', false],
  ['nothing to nothing', '\n', '', false],
  ['ten lines to a sentence without spaces', lines(10), 'この記憶は今朝まで別の内容でした', false],
  ['ten lines to two characters', lines(10), '不变', true],
])('emptied: %s', (_name, before, after, is) => {
  expect(isEmptied(before, after)).toBe(is)
})
