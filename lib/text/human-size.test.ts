import { expect, test } from 'vitest'

import { createFormatter } from 'next-intl'
import { humanSize, shownSize } from './human-size'

const KIB = 1_024
const MIB = KIB * KIB
const GIB = KIB * MIB

test.each([
  [0, '0B'],
  [1_023, '1023B'],
  [KIB, '1.0K'],
  [1_536, '1.5K'],
  [1_023.9 * KIB, '1023.9K'],
  [1_023.96 * KIB, '1.0M'],
  [MIB, '1.0M'],
  [1.2 * MIB, '1.2M'],
  [GIB - 1, '1.0G'],
  [2.5 * GIB, '2.5G'],
  [5_000 * GIB, '5000.0G'],
])('%d bytes are %s', (bytes, shown) => {
  expect(humanSize(Math.round(bytes))).toBe(shown)
})

const sizes = [0, 162, 1023, 1024, 5_632, 2_936_013]

test('a size has one decimal from a kilobyte on, and a space before its unit', () => {
  const format = createFormatter({ locale: 'en', timeZone: 'UTC' })
  expect(sizes.map((bytes) => shownSize(format, bytes))).toEqual([
    '0\u202fB',
    '162\u202fB',
    '1023\u202fB',
    '1.0\u202fK',
    '5.5\u202fK',
    '2.8\u202fM',
  ])
})

test('a size is written like every other number of its language', () => {
  const written = (['de', 'pt', 'ko'] as const).map((locale) =>
    shownSize(createFormatter({ locale, timeZone: 'UTC' }), 5_632),
  )
  expect(written).toEqual(['5,5\u202fK', '5,5\u202fK', '5.5\u202fK'])
})
