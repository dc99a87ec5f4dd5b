import { expect, test } from 'vitest'
import { Resting } from './resting'

const MINUTE_MS = 60_000

test('what fails rests a minute, then twice as long each time, ten minutes at most', () => {
  const resting = new Resting()
  const rests = [1, 2, 3, 4, 5, 6].map((_, index) => {
    const now = index * 3_600_000
    resting.fails(7, now)
    const minutes = Array.from({ length: 20 }, (_each, minute) => minute)
    return minutes.filter((minute) => resting.isResting(7, now + minute * MINUTE_MS)).length
  })
  expect(rests).toEqual([1, 2, 4, 8, 10, 10])
})

test('what succeeds has not failed, and nothing else rests', () => {
  const resting = new Resting()
  resting.fails(7, 0)
  expect([resting.isResting(7, 1), resting.isResting(8, 1)]).toEqual([true, false])
  resting.succeeds(7)
  expect([resting.isResting(7, 1), resting.size]).toEqual([false, 0])
})
