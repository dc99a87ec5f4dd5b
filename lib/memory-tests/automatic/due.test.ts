import { describe, expect, test } from 'vitest'
import { isDueAfterChanges, isDueNightly } from './due'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const NOW = Date.UTC(2026, 10, 27, 12, 0)

describe('after changes', () => {
  const change = { changedAt: NOW - MINUTE, sequence: 7, seen: 5, ranAt: null }

  test('a test runs once they are settled for 30 seconds', () => {
    expect(isDueAfterChanges(change, NOW)).toBe(true)
    expect(isDueAfterChanges({ ...change, changedAt: NOW - 29 * SECOND }, NOW)).toBe(false)
  })

  test('it runs at most every 10 minutes', () => {
    expect(isDueAfterChanges({ ...change, ranAt: NOW - 9 * MINUTE }, NOW)).toBe(false)
    expect(isDueAfterChanges({ ...change, ranAt: NOW - 10 * MINUTE }, NOW)).toBe(true)
  })

  test('what a run has seen is no change to it, and none is no reason', () => {
    expect(isDueAfterChanges({ ...change, seen: 7 }, NOW)).toBe(false)
    expect(isDueAfterChanges({ ...change, seen: null }, NOW)).toBe(true)
    expect(isDueAfterChanges({ ...change, changedAt: null, sequence: null }, NOW)).toBe(false)
  })
})

describe('at an hour of the night', () => {
  const minute = 2 * 60 + 30
  const lastNight = Date.UTC(2026, 10, 27, 2, 30)
  const toldAt = lastNight - 5 * 24 * 60 * MINUTE

  test('a test runs once each night', () => {
    expect(isDueNightly({ minute, toldAt, ranAt: null }, lastNight)).toBe(true)
    expect(isDueNightly({ minute, toldAt, ranAt: lastNight + MINUTE }, NOW)).toBe(false)
    const before = lastNight - MINUTE
    expect(isDueNightly({ minute, toldAt, ranAt: lastNight - 24 * 60 * MINUTE }, before)).toBe(
      false,
    )
  })

  test('a night that the server slept through is made up for', () => {
    expect(isDueNightly({ minute, toldAt, ranAt: lastNight - 3 * 24 * 60 * MINUTE }, NOW)).toBe(
      true,
    )
  })

  test('it does not run for a night before it was told to', () => {
    expect(isDueNightly({ minute, toldAt: lastNight + MINUTE, ranAt: null }, NOW)).toBe(false)
  })
})
