import { expect, test } from 'vitest'
import { apart, barOf, heightOf, monthMarks } from './plot'

const bar = (from: string, to: string) => ({ fromAt: new Date(from), toAt: new Date(to) })

test('of marks that stand too close, the first stays', () => {
  const marks = [{ at: 0 }, { at: 3 }, { at: 5 }, { at: 9 }, { at: 10 }]
  expect(apart(marks, 5)).toEqual([{ at: 0 }, { at: 5 }, { at: 10 }])
})

test('a change is in the last bar that begins with it or before', () => {
  const bars = [{ from: 1 }, { from: 4 }, { from: 9 }]
  expect([0, 1, 3, 4, 9, 99].map((sequence) => barOf(bars, sequence))).toEqual([0, 0, 0, 1, 2, 2])
})

test('a month is marked at the bar in which it begins', () => {
  const marks = monthMarks([
    bar('2026-04-19', '2026-04-30'),
    bar('2026-04-30', '2026-05-02'),
    bar('2026-05-03', '2026-05-09'),
    bar('2026-05-30', '2026-07-01'),
  ])
  expect(marks.map(({ bar: at, month }) => [at, month.toISOString().slice(0, 7)])).toEqual([
    [0, '2026-04'],
    [1, '2026-05'],
    [3, '2026-07'],
  ])
})

test('a month is not marked again when a clock was set back', () => {
  const marks = monthMarks([bar('2026-05-01', '2026-05-02'), bar('2026-04-01', '2026-04-02')])
  expect(marks.length).toBe(1)
})

test('a bar without a change of a memory has no height, the smallest change some', () => {
  expect([0, 1, 1_000_000].map((bytes) => heightOf(bytes, 1_000_000))).toEqual([0, 13, 100])
})
