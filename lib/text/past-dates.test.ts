import { expect, test } from 'vitest'
import { endDates, pastDates } from './past-dates'

test.each([
  ['valid until 2026-03-01', '2026-03-01'],
  ['The freeze (deadline: **2026-03-01**) holds', '2026-03-01'],
  ['expires on 1st March 2026.', '1st March 2026'],
  ['due by Mar 1, 2026', 'Mar 1, 2026'],
  ['gültig bis zum 01.03.2026', '01.03.2026'],
  ['válido até 2026-03-01', '2026-03-01'],
  ['действует до 2026-03-01', '2026-03-01'],
  ['2026-03-01까지 동결', '2026-03-01'],
])('%j says until when', (line, written) => {
  expect(endDates(line).map(({ from, to }) => line.slice(from, to))).toEqual([written])
  expect(endDates(line)).toMatchObject([{ at: Date.UTC(2026, 2, 2) }])
})

test.each(['written on 2026-03-01', 'until 2026-02-30', 'until then, 2026', 'since 2026-03-01'])(
  '%j does not',
  (line) => {
    expect(endDates(line)).toEqual([])
  },
)

test('a day is past when it is over', () => {
  const line = 'until 2026-03-01'
  expect(pastDates(line, Date.UTC(2026, 2, 1, 23))).toEqual([])
  expect(pastDates(line, Date.UTC(2026, 2, 2, 1))).toHaveLength(1)
})
