import { createFormatter } from 'use-intl/core'
import { expect, test } from 'vitest'
import { shownSize } from './shown-size'

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
