import { expect, test } from 'vitest'
import { apart, barOf, heightOf, timeMarks } from './plot'

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
  const { marks } = timeMarks([
    bar('2026-04-19', '2026-04-30'),
    bar('2026-04-30', '2026-05-02'),
    bar('2026-05-03', '2026-05-09'),
    bar('2026-05-30', '2026-07-01'),
  ])
  expect(marks.map(({ bar: at, time }) => [at, time.toISOString().slice(0, 7)])).toEqual([
    [0, '2026-04'],
    [1, '2026-05'],
    [3, '2026-07'],
  ])
})

test('a month is not marked again when a clock was set back', () => {
  const bars = [bar('2026-05-01', '2026-05-02'), bar('2026-04-01', '2026-09-02')]
  expect(timeMarks([...bars, bar('2026-04-01', '2026-09-03')]).marks.length).toBe(2)
})

test.each([
  ['day', '2026-05-01T10:00Z', '2026-05-30T09:00Z', ['2026-05-01T00:00', '2026-05-30T00:00']],
  ['hour', '2026-05-01T10:20Z', '2026-05-01T19:10Z', ['2026-05-01T10:00', '2026-05-01T19:00']],
  ['minute', '2026-05-01T10:20:07Z', '2026-05-01T10:22Z', ['2026-05-01T10:20', '2026-05-01T10:22']],
])('a time without several of what is longer is marked by the %s', (unit, from, to, times) => {
  const found = timeMarks([bar(from, from), bar(to, to)])
  expect(found.unit).toBe(unit)
  expect(found.marks.map(({ time }) => time.toISOString().slice(0, 16))).toEqual(times)
})

test('a bar without a change of a memory has no height, the smallest change some', () => {
  expect([0, 1, 1_000_000].map((bytes) => heightOf(bytes, 1_000_000))).toEqual([0, 13, 100])
})
