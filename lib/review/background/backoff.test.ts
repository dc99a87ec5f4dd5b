import { expect, test } from 'vitest'
import { Backoff } from './backoff'

const MINUTE_MS = 60_000

test('a failed key waits a minute, then twice as long after each failure, ten minutes at most', () => {
  const backoff = new Backoff()
  const waits = [1, 2, 3, 4, 5, 6].map((_, index) => {
    const now = index * 3_600_000
    backoff.failed(7, now)
    const minutes = Array.from({ length: 20 }, (_each, minute) => minute)
    return minutes.filter((minute) => backoff.isWaiting(7, now + minute * MINUTE_MS)).length
  })
  expect(waits).toEqual([1, 2, 4, 8, 10, 10])
})

test('a key that succeeds waits no more, and the others never did', () => {
  const backoff = new Backoff()
  backoff.failed(7, 0)
  expect([backoff.isWaiting(7, 1), backoff.isWaiting(8, 1)]).toEqual([true, false])
  backoff.succeeded(7)
  expect([backoff.isWaiting(7, 1), backoff.size]).toEqual([false, 0])
})
