import { expect, test } from 'vitest'
import { filterAddress, parseLogAddress, periodOf } from './log-address'

/** A Wednesday. */
const NOW = Date.parse('2027-01-13T10:00:00Z')

const read = (address: string) =>
  parseLogAddress(Object.fromEntries(new URL(address, 'http://x').searchParams))

const dayOf = (time: number | undefined) =>
  time === undefined ? null : new Date(time).toISOString().slice(0, 10)

test('the whole log begins with the running week, a part of it has all its time', () => {
  expect(dayOf(periodOf(read('/log'), NOW)?.from)).toBe('2027-01-11')
  expect(periodOf(read('/log?store=memstore_1'), NOW)).toBeNull()
  expect(periodOf(read('/log?period=all'), NOW)).toBeNull()
  expect(dayOf(periodOf(read('/log?period=day&at=2026-12-24'), NOW)?.from)).toBe('2026-12-24')
  expect(dayOf(periodOf(read('/log?at=2999-01-01'), NOW)?.from)).toBe('2027-01-11')
})

test('what is narrowed keeps its time, and an address says no more than it must', () => {
  expect(filterAddress(read('/log'), {})).toBe('/log')
  expect(filterAddress(read('/log'), { period: 'all' })).toBe('/log?period=all')
  const week = filterAddress(read('/log'), { store: 'memstore_1' })
  expect(periodOf(read(week), NOW)).not.toBeNull()
  expect(filterAddress(read(week), { store: null })).toBe('/log')
  expect(filterAddress(read('/log?store=memstore_1'), { operation: 'deleted' })).toBe(
    '/log?store=memstore_1&operation=deleted',
  )
})
