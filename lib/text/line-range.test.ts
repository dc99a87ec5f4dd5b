import { expect, test } from 'vitest'
import { lineHash, lineRange } from './lines'

test.each([
  ['#L7', { from: 7, to: 7 }],
  ['#L10-L20', { from: 10, to: 20 }],
  ['#L10-20', { from: 10, to: 20 }],
  ['#L20-L10', { from: 10, to: 20 }],
  ['', null],
  ['#L0', null],
  ['#L', null],
  ['#L3-', null],
  ['#main', null],
  ['#L12345678', null],
])('the end of an address %j names the lines %j', (hash, range) => {
  expect(lineRange(hash)).toEqual(range)
})

test('a written range reads back the same, whichever end comes first', () => {
  expect(lineHash(4, 4)).toBe('#L4')
  expect(lineRange(lineHash(20, 10))).toEqual({ from: 10, to: 20 })
})
