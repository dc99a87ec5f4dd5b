import { expect, test } from 'vitest'
import { digestAddress, digestRequest } from './digest-address'

const NOW = Date.parse('2027-01-13T10:00:00Z')

test('an address names a period and a day in it, and is read as it was written', () => {
  const at = Date.parse('2026-12-24T00:00:00Z')
  const address = digestAddress('day', at)
  expect(address).toBe('/log/figures?period=day&at=2026-12-24')
  const search = Object.fromEntries(new URL(address, 'http://x').searchParams)
  expect(digestRequest(search, NOW)).toEqual({ period: 'day', at })
})

test.each(['', 'someday', '2999-01-01'])('“%s” is no day: the week that runs is shown', (at) => {
  expect(digestRequest({ at }, NOW)).toEqual({ period: 'week', at: NOW })
})
