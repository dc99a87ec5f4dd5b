import { expect, test } from 'vitest'
import { markedParts } from './line'

test('a line without marks is one part', () => {
  expect(markedParts(3, [])).toEqual([{ from: 0, to: 3, looks: [] }])
})

test('marks that overlap are cut where one of them begins or ends', () => {
  const marks = [
    { from: 1, to: 4, look: 'word' },
    { from: 3, to: 9, look: 'found' },
  ] as const
  expect(markedParts(6, marks)).toEqual([
    { from: 0, to: 1, looks: [] },
    { from: 1, to: 3, looks: ['word'] },
    { from: 3, to: 4, looks: ['word', 'found'] },
    { from: 4, to: 6, looks: ['found'] },
  ])
})

test('an empty mark and one behind the line are none', () => {
  const marks = [
    { from: 1, to: 1, look: 'word' },
    { from: 5, to: 8, look: 'word' },
  ] as const
  expect(markedParts(3, marks)).toEqual([{ from: 0, to: 3, looks: [] }])
})

test('an empty line has no parts', () => {
  expect(markedParts(0, [])).toEqual([])
})
