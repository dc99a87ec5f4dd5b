import { expect, test } from 'vitest'
import { shownSize } from './shown-size'

test('a size has one decimal from a kilobyte on, and a space before its unit', () => {
  expect([0, 162, 1023, 1024, 5_632, 2_936_013].map(shownSize)).toEqual([
    '0\u202fB',
    '162\u202fB',
    '1023\u202fB',
    '1.0\u202fK',
    '5.5\u202fK',
    '2.8\u202fM',
  ])
})
