import { expect, test } from 'vitest'
import { findingsAddress, parseFindingsAddress } from './findings-address'

const placeOf = (address: string) =>
  parseFindingsAddress(Object.fromEntries(new URL(address, 'http://a.test').searchParams))

test('an address says what it was made of', () => {
  const place = {
    group: 'dismissed',
    category: 'secret',
    severity: 'high',
    path: '/notes/',
    after: { severity: 3, key: 12 },
  } as const
  expect(placeOf(findingsAddress('memstore_a', place, { after: place.after }))).toEqual(place)
})

test('another choice begins at the first page', () => {
  const place = { group: 'open', after: { severity: 3, key: 12 } } as const
  expect(findingsAddress('memstore_a', place, { category: 'hidden' })).toBe(
    '/stores/memstore_a/changes?category=hidden#findings',
  )
})

test('what an address says wrongly is as on the page itself', () => {
  expect(
    parseFindingsAddress({
      show: 'none',
      category: ['secret'],
      severity: 'huge',
      after: 'x.1',
      path: '',
    }),
  ).toEqual({ group: 'open' })
})
