import { expect, test } from 'vitest'
import { apart } from './apart'

test('of marks that stand too close, the first stays', () => {
  const marks = [{ at: 0 }, { at: 3 }, { at: 5 }, { at: 9 }, { at: 10 }]
  expect(apart(marks, 5)).toEqual([{ at: 0 }, { at: 5 }, { at: 10 }])
})
