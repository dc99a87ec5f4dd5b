import { expect, test } from 'vitest'
import type { MergeRegion } from '@/lib/text/merge'
import { conflictsOf, mergedText, startsOf, type Take, written } from './merge-takes'

const REGIONS: MergeRegion[] = [
  { kind: 'same', lines: ['a\n'], base: ['a\n'] },
  { kind: 'conflict', ours: ['mine'], theirs: ['theirs\n'], base: [] },
  { kind: 'ours', lines: ['z\n'], base: [] },
]

test('the conflicts are named by their places', () => {
  expect(conflictsOf(REGIONS)).toEqual([1])
})

test.each<[Take, string]>([
  ['theirs', 'a\ntheirs\nz\n'],
  ['mine', 'a\nmine\nz\n'],
  ['both', 'a\ntheirs\nmine\nz\n'],
  [{ text: 'written' }, 'a\nwritten\nz\n'],
  [{ text: '' }, 'a\nz\n'],
])('%j gives %j', (take, text) => {
  expect(mergedText(REGIONS, new Map([[1, take]]))).toBe(text)
})

test('what is written in place of a conflict has the line ends that its sides have', () => {
  const conflict = { kind: 'conflict' as const, ours: ['one\r\n'], theirs: ['two\r\n'], base: [] }
  expect(written(conflict, 'two\nmine\r\n')).toEqual({ text: 'two\r\nmine\r\n' })
})

test('lines are counted in the result, in which an open conflict has those of the own side', () => {
  expect(startsOf(REGIONS, new Map())).toEqual([1, 2, 3])
  expect(startsOf(REGIONS, new Map([[1, { text: 'x\ny' }]]))).toEqual([1, 2, 4])
})
