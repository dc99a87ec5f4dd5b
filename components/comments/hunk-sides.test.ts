import { expect, test } from 'vitest'
import { chosenSide, hunkSides } from './hunk-sides'

const HUNK = 'mem_1.7.lines.4.2.9.3'

test('a hunk has the lines that it removed and those that it added', () => {
  expect(hunkSides(HUNK)).toEqual({ before: { from: 5, to: 6 }, after: { from: 10, to: 12 } })
  expect(hunkSides('mem_1.7.deleted.0.3.0.0')).toEqual({ before: { from: 1, to: 3 }, after: null })
})

test('a mere rename has no lines', () => {
  expect(hunkSides('mem_1.7.renamed.0.0.0.0')).toBeNull()
})

test('of chosen lines the added ones are meant, else the removed', () => {
  expect(chosenSide(HUNK, { removed: [1], added: [0, 1] })).toEqual({
    side: 'after',
    lines: { from: 10, to: 11 },
  })
  expect(chosenSide(HUNK, { removed: [1], added: [] })).toEqual({
    side: 'before',
    lines: { from: 6, to: 6 },
  })
  expect(chosenSide(HUNK, { removed: [], added: [] })).toBeNull()
})
